import { describe, expect, it } from "vitest";
import { RequestError } from "../../../../src/service/errors.ts";
import type { RevokeSubject } from "../../../../src/service/tokens/revoke-before.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, reasonOf } from "../../../support/world/tokens.ts";

describe("revokeBefore", () => {
  const world = useWorld();

  const end = (subject: RevokeSubject, notBefore: number | null = null) =>
    world.tokens.revokeBefore({ subject, notBefore }, createCall());
  const requestErrorOf = async (attempt: Promise<unknown>) =>
    attempt.then(
      () => "none",
      (error) => (error instanceof RequestError ? error.reason : String(error)),
    );

  it("revokes everything of an app, a merchant or all, each with one event and one audit row", async () => {
    const { app, pair, merchant } = await world.install();
    const neighbour = await world.install();
    const { notBefore } = await end({ kind: "app", clientId: app.clientId });
    expect(await world.isActive(pair.accessToken)).toBe(false);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_marked");
    expect(await world.isActive(neighbour.pair.accessToken)).toBe(true);
    await end({ kind: "merchant", merchantId: neighbour.merchant.id });
    expect(await world.isActive(neighbour.pair.accessToken)).toBe(false);
    const third = await world.install();
    await end({ kind: "everything" });
    expect(await world.isActive(third.pair.accessToken)).toBe(false);
    const { rows } = await world.sql.query(
      "select subject, subject_id, kind, not_before is not null as marked from revocation_event order by cursor",
    );
    expect(rows).toEqual([
      { subject: "APP", subject_id: app.clientId, kind: "REVOKED", marked: true },
      { subject: "MERCHANT", subject_id: neighbour.merchant.id, kind: "REVOKED", marked: true },
      { subject: "EVERYTHING", subject_id: "", kind: "REVOKED", marked: true },
    ]);
    const audit = await world.sql.query(
      "select action, client_id, merchant_id from audit_event where action = 'token.revoke_before' order by id",
    );
    expect(audit.rows.map((row) => [row.client_id, row.merchant_id])).toEqual([
      [app.clientId, null],
      [null, neighbour.merchant.id],
      [null, null],
    ]);
    expect(notBefore).toBeGreaterThan(1_700_000_000_000_000);
    expect(merchant.id).toBeDefined();
  });

  it("a time in the past does not revoke later authorizations", async () => {
    const { app, pair } = await world.install();
    await world.age(100);
    const { notBefore } = await end({ kind: "app", clientId: app.clientId }, (Date.now() - 200_000) * 1000);
    expect(await world.isActive(pair.accessToken)).toBe(true);
    await end({ kind: "app", clientId: app.clientId }, (Date.now() - 50_000) * 1000);
    expect(await world.isActive(pair.accessToken)).toBe(false);
    const back = await end({ kind: "app", clientId: app.clientId }, notBefore);
    expect(back.notBefore).toBeGreaterThan(notBefore);
  });

  it("requires an operator if there is a session", async () => {
    const { app, pair } = await world.install();
    const endAs = (operator: boolean) => {
      const actor = { accountId: app.developerId, sessionId: "", operator, developer: true };
      return world.tokens.revokeBefore(
        { subject: { kind: "app", clientId: app.clientId }, notBefore: null },
        createCall({ actor }),
      );
    };
    expect(await requestErrorOf(endAs(false))).toBe("OPERATOR_ONLY");
    expect(await world.isActive(pair.accessToken)).toBe(true);
    expect(await requestErrorOf(endAs(true))).toBe("none");
    expect(await world.isActive(pair.accessToken)).toBe(false);
  });

  it("a missing subject is rejected and revokes nothing", async () => {
    const { pair } = await world.install();
    const attempt = world.tokens.revokeBefore({ subject: null, notBefore: null }, createCall());
    await expect(attempt).rejects.toMatchObject({ reason: "INVALID", violations: [{ field: "subject" }] });
    expect(await world.isActive(pair.accessToken)).toBe(true);
  });

  it("rejects a future time, an unknown app and an unknown merchant", async () => {
    const { app } = await world.install();
    expect(await requestErrorOf(end({ kind: "app", clientId: app.clientId }, (Date.now() + 60_000) * 1000))).toBe(
      "NOT_BEFORE_FUTURE",
    );
    for (const clientId of ["app_nobody", "", "a\u0000b"]) {
      expect(await requestErrorOf(end({ kind: "app", clientId }))).toBe("NOT_FOUND");
    }
    expect(await requestErrorOf(end({ kind: "merchant", merchantId: "nobody" }))).toBe("NOT_FOUND");
    const { rows } = await world.sql.query("select 1 from not_before_mark where subject_id = $1", [app.id]);
    expect(rows).toEqual([]);
  });
});
