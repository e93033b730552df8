import { describe, expect, it } from "vitest";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, format, idOf, introspector, reasonOf, tamper } from "../../../support/world/tokens.ts";

describe("introspect", () => {
  const world = useWorld();

  it("RFC 7662 §2.2 an active token has its merchant and expiry, by the database's clock", async () => {
    const { pair } = await world.install();
    await world.age(100);
    const answer = await world.look(pair.accessToken);
    if (!answer.active) throw new Error("inactive");
    expect(answer.expiresAt - answer.issuedAt).toBe(3_600_000_000);
    expect(answer.validFor).toBeLessThanOrEqual(3_500_000_000);
    expect(answer.validFor).toBeGreaterThan(3_400_000_000);
    expect(answer.issuer).toBe("https://auth.example.com");
  });

  it("I2 unknown, malformed, expired, revoked and rotated tokens are inactive without other fields", async () => {
    const { app, pair } = await world.install({ accessTokenTtl: 60 });
    const inactive = { active: false };
    expect(await world.look(format.create("at", "01890a5d-ac96-774b-bcce-b302099a8057").text)).toEqual(inactive);
    expect(await world.look(format.create("at", idOf(pair.accessToken)).text)).toEqual(inactive);
    expect(await world.look(tamper(pair.accessToken))).toEqual(inactive);
    const next = await world.refreshWith(app, pair.refreshToken);
    expect(await world.look(pair.refreshToken!, "refresh_token")).toEqual(inactive);
    await world.tokens.revoke(
      { credentials: app.credentials, token: next.accessToken, tokenTypeHint: "" },
      createCall(),
    );
    expect(await world.look(next.accessToken)).toEqual(inactive);
    await world.age(61);
    expect(await world.look(pair.accessToken)).toEqual(inactive);
  });

  it("I6 RFC 7662 §4 a refresh token is active only with its hint; codes and secrets never are", async () => {
    const { app, merchant, pair } = await world.install();
    const code = await world.issueCode({ app, merchant });
    expect(await world.isActive(pair.refreshToken!)).toBe(false);
    expect(await world.isActive(pair.refreshToken!, "access_token")).toBe(false);
    expect(await world.look(pair.refreshToken!, "refresh_token")).toMatchObject({
      active: true,
      tokenKind: "refresh",
      scopes: ["orders.read", "orders.write"],
    });
    expect(await world.isActive(pair.accessToken, "refresh_token")).toBe(true);
    const { proof } = app.credentials;
    for (const other of [code, proof.kind === "secret" ? proof.secret : ""]) {
      expect(await world.isActive(other, "refresh_token")).toBe(false);
    }
  });

  const marks: [string, string][] = [
    [
      "app",
      "insert into not_before_mark select 'APP', app_id::text, clock_timestamp() from installation where id = $1",
    ],
    [
      "merchant",
      "insert into not_before_mark select 'MERCHANT', merchant_id, clock_timestamp() from installation where id = $1",
    ],
    ["installation", "update installation set not_before = clock_timestamp() where id = $1"],
    [
      "everything",
      "insert into not_before_mark select 'EVERYTHING', '', clock_timestamp() from installation where id = $1",
    ],
  ];
  it.each(marks)(
    "I3 a not-before mark on the %s is honoured, and a family begun after it is not touched",
    async (_name, mark) => {
      const { app, merchant, pair } = await world.install();
      await world.sql.query(mark, [pair.installationId]);
      expect(await world.isActive(pair.accessToken)).toBe(false);
      expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_marked");
      const later = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
      expect(await world.isActive(later.accessToken)).toBe(true);
      expect(await world.isActive(pair.accessToken)).toBe(false);
      await world.sql.query("delete from not_before_mark");
    },
  );

  it("I3 a refresh that commits during a RevokeBefore gives a pair that is inactive after it", async () => {
    const { app, merchant, pair } = await world.install();
    const marker = await world.sql.connect();
    await marker.query("begin");
    await marker.query("insert into not_before_mark values ('MERCHANT', $1, clock_timestamp())", [merchant.id]);
    const raced = await world.refreshWith(app, pair.refreshToken);
    expect(await world.isActive(raced.accessToken)).toBe(true);
    await marker.query("commit");
    marker.release();
    expect(await world.isActive(raced.accessToken)).toBe(false);
    expect(await reasonOf(world.refreshWith(app, raced.refreshToken))).toBe("refresh_marked");
  });

  const changes: [string, string, string][] = [
    [
      "app suspended",
      "update app set state = 'SUSPENDED' where id = (select app_id from installation where id = $1)",
      "update app set state = 'APPROVED' where id = (select app_id from installation where id = $1)",
    ],
    [
      "merchant suspended",
      "update merchant set state = 'SUSPENDED' where id = (select merchant_id from installation where id = $1)",
      "update merchant set state = 'ACTIVE' where id = (select merchant_id from installation where id = $1)",
    ],
    [
      "installation suspended",
      "update installation set state = 'SUSPENDED', suspended_by = '{APP}' where id = $1",
      "update installation set state = 'ACTIVE', suspended_by = '{}' where id = $1",
    ],
    [
      "scopes gone from the installation",
      "update installation set granted_scopes = '{}' where id = $1",
      "update installation set granted_scopes = '{orders.read}' where id = $1",
    ],
  ];
  it.each(changes)("%s: inactive while it lasts", async (_name, stop, go) => {
    const { pair } = await world.install();
    await world.sql.query(stop, [pair.installationId]);
    expect(await world.isActive(pair.accessToken)).toBe(false);
    await world.sql.query(go, [pair.installationId]);
    expect(await world.isActive(pair.accessToken)).toBe(true);
  });

  it("tokens stay active when the account that consented is suspended", async () => {
    const { merchant, pair } = await world.install();
    await world.sql.query("update account set state = 'SUSPENDED' where id = $1", [merchant.ownerId]);
    expect(await world.isActive(pair.accessToken)).toBe(true);
  });

  it("a token on a test merchant has the field test", async () => {
    const app = await world.app({ state: "DRAFT" });
    const merchant = await world.merchant({ test: true, developerId: app.developerId });
    const pair = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
    expect(await world.look(pair.accessToken)).toMatchObject({ active: true, test: true });
    await world.sql.query("update app set state = 'REJECTED' where id = $1", [app.id]);
    expect(await world.isActive(pair.accessToken)).toBe(false);
  });

  it("a token of a test merchant is inactive for a caller without tokens:introspect_test", async () => {
    const app = await world.app({ state: "DRAFT" });
    const merchant = await world.merchant({ test: true, developerId: app.developerId });
    const pair = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
    const plain = introspector({ test: false });
    const inactive = { active: false };
    expect(await world.look(pair.accessToken, "", plain)).toEqual(inactive);
    expect(await world.look(pair.refreshToken!, "refresh_token", plain)).toEqual(inactive);
    expect(await world.look(pair.refreshToken!, "refresh_token")).toMatchObject({ active: true, test: true });
  });

  it("a token that is invisible to the caller does not count as a use of the installation", async () => {
    const app = await world.app({ state: "DRAFT" });
    const merchant = await world.merchant({ test: true, developerId: app.developerId });
    const pair = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
    const { store } = world.deps.tokens;
    const noted: string[] = [];
    const lastUse = { ...store.lastUse, note: (kind: string) => void noted.push(kind) };
    const watching = world.variant({ store: { ...store, lastUse } });
    await watching.look(pair.accessToken, "", introspector({ test: false }));
    expect(noted).toEqual([]);
    await watching.look(pair.accessToken);
    expect(noted).toEqual(["installation"]);
  });

  it("I4 while the storage is down, introspection fails", async () => {
    const { pair } = await world.install();
    await world.sql.query("alter table token_family rename to elsewhere");
    expect(await reasonOf(world.look(pair.accessToken))).toBe("StorageError");
    await world.sql.query("alter table elsewhere rename to token_family");
    expect(await world.isActive(pair.accessToken)).toBe(true);
  });

  it("an introspection has a token", async () => {
    expect(await reasonOf(world.look(""))).toBe("token_missing");
  });

  it("malformed tokens are inactive without a query", async () => {
    const nowhere = world.variant({
      store: {
        ...world.deps.tokens.store,
        readTokens: () => Promise.reject(new Error("asked the database")),
      },
    });
    const { pair } = await world.install();
    for (const token of ["x", "é", tamper(pair.accessToken), pair.refreshToken!])
      expect(await nowhere.isActive(token)).toBe(false);
  });
});
