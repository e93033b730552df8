import { describe, expect, it } from "vitest";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, format, idOf, reasonOf, type TestApp } from "../../../support/world/tokens.ts";

describe("revoke", () => {
  const world = useWorld();

  const revoke = (app: TestApp, token: string, tokenTypeHint = "", tokens = world.tokens) =>
    tokens.revoke({ credentials: app.credentials, token, tokenTypeHint }, createCall());
  const events = async () =>
    (await world.sql.query("select max(cursor)::int as n from revocation_event")).rows[0].n ?? 0;

  it("V1 RFC 7009 §2.1 revoking an access token revokes nothing else", async () => {
    const { app, pair } = await world.install();
    await revoke(app, pair.accessToken);
    expect(await world.isActive(pair.accessToken)).toBe(false);
    expect(await world.isActive(pair.refreshToken!, "refresh_token")).toBe(true);
    const { rows } = await world.sql.query("select subject, kind from revocation_event where subject_id = $1", [
      idOf(pair.accessToken),
    ]);
    expect(rows).toEqual([{ subject: "TOKEN", kind: "REVOKED" }]);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("none");
  });

  it("V1 a refresh token, also a rotated one, revokes its family with any hint", async () => {
    for (const which of ["current", "rotated"] as const) {
      const { app, pair } = await world.install();
      const next = await world.refreshWith(app, pair.refreshToken);
      await revoke(app, (which === "current" ? next : pair).refreshToken!, "access_token");
      expect(await world.isActive(pair.accessToken)).toBe(false);
      expect(await world.isActive(next.accessToken)).toBe(false);
      expect(await reasonOf(world.refreshWith(app, next.refreshToken))).toBe("refresh_family_ended");
    }
  });

  it("V1 an expired refresh token revokes its family, too", async () => {
    const { app, pair } = await world.install({ refreshTokenTtl: 60 });
    await world.age(61);
    await revoke(app, pair.refreshToken!);
    expect(await world.isActive(pair.accessToken)).toBe(false);
  });

  it("V2 RFC 7009 §2.2 unknown, malformed, expired and revoked tokens get the same response without an event", async () => {
    const { app, pair } = await world.install({ accessTokenTtl: 60 });
    const unknown = format.create("rt", "01890a5d-ac96-774b-bcce-b302099a8057").text;
    const impostor = format.create("at", idOf(pair.accessToken)).text;
    const before = await events();
    for (const token of [unknown, impostor, "garbage", "a".repeat(10_000)]) await revoke(app, token);
    await world.age(61);
    await revoke(app, pair.accessToken);
    expect(await events()).toBe(before);
    await revoke(app, pair.refreshToken!);
    await revoke(app, pair.refreshToken!);
    expect(await events()).toBe(before + 1);
  });

  it("V3 RFC 7009 §2.1 another app's token is rejected and stays active", async () => {
    const { app, pair } = await world.install();
    const other = await world.app();
    expect(await reasonOf(revoke(other, pair.accessToken))).toBe("token_foreign");
    expect(await reasonOf(revoke(other, pair.refreshToken!))).toBe("token_foreign");
    expect(await world.isActive(pair.accessToken)).toBe(true);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("none");
  });

  it("V4 a storage error at the write is returned as an error", async () => {
    const { app, pair } = await world.install();
    await world.sql.query(`
      create function fail_feed() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '53100'; end $$;
      create trigger fail_feed before update on feed_head for each row execute function fail_feed()`);
    expect(await reasonOf(revoke(app, pair.refreshToken!))).toBe("StorageError");
    await world.sql.query("drop trigger fail_feed on feed_head; drop function fail_feed()");
    expect(await world.isActive(pair.accessToken)).toBe(true);
  });

  it.each(["refresh", "access"] as const)(
    "V5 two revokes of one %s token at once are both answered, with one event",
    async (kind) => {
      const { app, pair } = await world.install();
      const before = await events();
      const token = kind === "refresh" ? pair.refreshToken! : pair.accessToken;
      const row =
        kind === "refresh"
          ? "token_family where id = (select family_id from refresh_token where id = $1)"
          : "access_token where id = $1";
      const holder = await world.sql.connect();
      await holder.query("begin");
      await holder.query(`select 1 from ${row} for update`, [idOf(token)]);
      // Two replicas, because one would batch both requests.
      const revokes = [revoke(app, token), revoke(app, token, "", world.variant({}))];
      await world.untilWaiting(2);
      await holder.query("commit");
      holder.release();
      await Promise.all(revokes);
      expect(await events()).toBe(before + 1);
      expect(
        await world.count("audit_event", "action = 'token.revoke' and installation_id = $1", [pair.installationId]),
      ).toBe(1);
    },
  );

  it("T10 after a revoke that races a refresh, nothing of the family is active", async () => {
    for (let round = 0; round < 20; round++) {
      const { app, pair } = await world.install();
      const refreshing = world.refreshWith(app, pair.refreshToken).catch(() => null);
      await revoke(app, pair.refreshToken!);
      const won = await refreshing;
      expect(await world.isActive(pair.accessToken)).toBe(false);
      if (won === null) continue;
      expect(await world.isActive(won.accessToken)).toBe(false);
      expect(await reasonOf(world.refreshWith(app, won.refreshToken))).toBe("refresh_family_ended");
    }
  });

  it("works for a suspended app, merchant and installation", async () => {
    const { app, merchant, pair } = await world.install();
    await world.sql.query("update app set state = 'SUSPENDED' where id = $1", [app.id]);
    await world.sql.query("update merchant set state = 'SUSPENDED' where id = $1", [merchant.id]);
    await revoke(app, pair.refreshToken!);
    await world.sql.query("update app set state = 'APPROVED' where id = $1", [app.id]);
    await world.sql.query("update merchant set state = 'ACTIVE' where id = $1", [merchant.id]);
    expect(await world.isActive(pair.accessToken)).toBe(false);
  });

  it("authenticates the app before it checks the token", async () => {
    const { app } = await world.install();
    const wrong = { ...app, credentials: { ...app.credentials, proof: { kind: "none" as const } } };
    expect(await reasonOf(revoke(wrong, ""))).toBe("client_secret_missing");
    expect(await reasonOf(revoke(app, ""))).toBe("token_missing");
  });
});
