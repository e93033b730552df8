import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callOf, keyCall, requestErrorOf } from "../fixture.ts";
import {
  count,
  createCall,
  exchangeCode,
  type Installed,
  idOf,
  install,
  isActive,
  issueCode,
  reasonOf,
  refreshWith,
} from "../tokens/world.ts";
import { createInstallationWorld, type InstallationWorld, member } from "./fixture.ts";

let world: InstallationWorld;
beforeAll(async () => {
  world = await createInstallationWorld();
});
afterAll(() => world.close());

const reason = { reasonCode: "CHARGEBACKS", reasonText: "Too many." };
const step = (installed: Installed, party: "APP" | "MERCHANT" | "OPERATOR" | null = null) => ({
  installationId: installed.pair.installationId,
  party,
});
const sidesOf = (installed: Installed) => ({
  developer: callOf(installed.app.developerId, { developer: true }),
  owner: callOf(installed.merchant.ownerId),
});
const operator = () => callOf("018f0000-0000-7000-8000-000000000001", { operator: true });

describe("suspension", () => {
  test("T12 makes its tokens inactive, consumes nothing, and is undone by resume", async () => {
    const installed = await install(world);
    const { pair, app } = installed;
    const suspended = await world.installations.suspend({ ...step(installed), ...reason }, keyCall());
    expect(suspended).toMatchObject({ state: "SUSPENDED", suspendedBy: ["OPERATOR"], ...reason });
    expect(await isActive(world.tokens, pair.accessToken)).toBe(false);
    expect(await reasonOf(refreshWith(world.tokens, app, pair.refreshToken))).toBe("refresh_installation_suspended");
    const resumed = await world.installations.resume(step(installed), keyCall());
    expect(resumed).toMatchObject({ state: "ACTIVE", suspendedBy: [], reasonCode: null, version: 1 });
    expect(await isActive(world.tokens, pair.accessToken)).toBe(true);
    expect(await reasonOf(refreshWith(world.tokens, app, pair.refreshToken))).toBe("none");
  });

  test("is lifted by no other side than the one that suspended", async () => {
    const installed = await install(world);
    const { developer, owner } = sidesOf(installed);
    await world.installations.suspend({ ...step(installed), ...reason }, operator());
    const another = { kind: "failed_precondition", reason: "SUSPENDED_BY_ANOTHER" };
    expect(await requestErrorOf(world.installations.resume(step(installed), owner))).toEqual(another);
    expect(await requestErrorOf(world.installations.resume(step(installed), developer))).toEqual(another);
    expect((await world.installations.resume(step(installed), operator())).state).toBe("ACTIVE");
  });

  test("of two sides stands until both have resumed, the weightier told first", async () => {
    const installed = await install(world);
    const { owner } = sidesOf(installed);
    await world.installations.suspend({ ...step(installed), ...reason }, owner);
    const both = await world.installations.suspend({ ...step(installed), ...reason }, operator());
    expect(both.suspendedBy).toEqual(["OPERATOR", "MERCHANT"]);
    expect(await world.installations.resume(step(installed), owner)).toMatchObject({ state: "SUSPENDED" });
    expect(await isActive(world.tokens, installed.pair.accessToken)).toBe(false);
    expect((await world.installations.resume(step(installed), operator())).state).toBe("ACTIVE");
  });

  test("twice by one side is once", async () => {
    const installed = await install(world);
    await world.installations.suspend({ ...step(installed), ...reason }, keyCall());
    const again = { ...step(installed), reasonCode: "OTHER", reasonText: "" };
    expect((await world.installations.suspend(again, keyCall())).reasonCode).toBe("CHARGEBACKS");
    expect(await eventsOf(installed)).toEqual(["SUSPENDED"]);
  });

  test("has a reason", async () => {
    const installed = await install(world);
    const bare = world.installations.suspend({ ...step(installed), reasonCode: "", reasonText: "" }, keyCall());
    expect(await requestErrorOf(bare)).toEqual({ kind: "invalid_argument", reason: "INVALID" });
  });
});

const eventsOf = async ({ pair }: Installed) => {
  const text =
    "select kind, installation_version as version from revocation_event where subject_id = $1 order by cursor";
  return (await world.sql.query(text, [pair.installationId])).rows.map(({ kind }) => kind);
};

describe("sides", () => {
  test("are told by who is signed in", async () => {
    const installed = await install(world);
    const { developer, owner } = sidesOf(installed);
    const byApp = await world.installations.suspend({ ...step(installed), ...reason }, developer);
    expect(byApp.suspendedBy).toEqual(["APP"]);
    const byOwner = await world.installations.suspend({ ...step(installed), ...reason }, owner);
    expect(byOwner.suspendedBy).toEqual(["MERCHANT", "APP"]);
  });

  test("are named by whoever is on several", async () => {
    const installed = await install(world);
    const both = callOf(installed.merchant.ownerId, { operator: true });
    const unnamed = world.installations.suspend({ ...step(installed), ...reason }, both);
    expect(await requestErrorOf(unnamed)).toEqual({ kind: "invalid_argument", reason: "INVALID" });
    const named = await world.installations.suspend({ ...step(installed, "MERCHANT"), ...reason }, both);
    expect(named.suspendedBy).toEqual(["MERCHANT"]);
  });

  test("S4 that the account is not on are refused, and strangers find nothing", async () => {
    const installed = await install(world);
    const { developer } = sidesOf(installed);
    const asOperator = world.installations.suspend({ ...step(installed, "OPERATOR"), ...reason }, developer);
    expect(await requestErrorOf(asOperator)).toEqual({ kind: "permission_denied", reason: "SIDE" });
    const staff = callOf(await member(world, installed.merchant.id, "MEMBER"));
    expect(await requestErrorOf(world.installations.uninstall(step(installed), staff))).toMatchObject({
      reason: "SIDE",
    });
    const stranger = callOf(await world.account(), { developer: true });
    const { installations } = world;
    const attempts = [
      () => installations.get(installed.pair.installationId, stranger),
      () => installations.suspend({ ...step(installed), ...reason }, stranger),
      () => installations.resume(step(installed), stranger),
      () => installations.uninstall(step(installed, "MERCHANT"), stranger),
    ];
    for (const attempt of attempts)
      expect(await requestErrorOf(attempt())).toEqual({ kind: "not_found", reason: "NOT_FOUND" });
    expect(await isActive(world.tokens, installed.pair.accessToken)).toBe(true);
  });
});

describe("uninstall", () => {
  test("ends every token by one row, with its version, an audit event and nothing else", async () => {
    const installed = await install(world);
    const manager = callOf(await member(world, installed.merchant.id, "MANAGER"));
    const ended = await world.installations.uninstall(step(installed), manager);
    expect(ended).toMatchObject({ state: "UNINSTALLED", version: 1 });
    expect(ended.endedAt).toBeGreaterThan(ended.connectedAt!);
    expect(await isActive(world.tokens, installed.pair.accessToken)).toBe(false);
    expect(await isActive(world.tokens, installed.pair.refreshToken!, "refresh_token")).toBe(false);
    const { rows } = await world.sql.query("select * from revocation_event where subject_id = $1", [
      ended.installationId,
    ]);
    expect(rows).toMatchObject([{ subject: "INSTALLATION", kind: "REVOKED", installation_version: 1 }]);
    const audit = await world.sql.query(
      "select * from audit_event where action = 'installation.uninstall' and installation_id = $1",
      [ended.installationId],
    );
    expect(audit.rows).toMatchObject([
      { actor_id: manager.actor!.accountId, merchant_id: installed.merchant.id, request_id: "req-web" },
    ]);
  });

  test("of what has ended is no fault and tells nothing again", async () => {
    const installed = await install(world);
    const first = await world.installations.uninstall(step(installed), keyCall());
    const { endedAt, changedAt } = first;
    const again = await world.installations.uninstall(step(installed), keyCall());
    expect(again).toMatchObject({ state: "UNINSTALLED", endedAt, changedAt });
    expect(await eventsOf(installed)).toEqual(["REVOKED"]);
  });

  test("leaves the id to a re-install, which is the next version", async () => {
    const installed = await install(world);
    await world.installations.uninstall(step(installed), keyCall());
    const code = await issueCode(world, installed);
    const pair = await exchangeCode(world.tokens, installed.app, { code });
    expect(pair.installationId).toBe(installed.pair.installationId);
    const now = await world.installations.get(pair.installationId, keyCall());
    expect(now).toMatchObject({ state: "ACTIVE", version: 2, endedAt: null });
    expect(await isActive(world.tokens, installed.pair.accessToken)).toBe(false);
  });

  test("is not for the app's developer, whose app has credentials for it", async () => {
    const installed = await install(world);
    const { developer } = sidesOf(installed);
    expect(await requestErrorOf(world.installations.uninstall(step(installed), developer))).toMatchObject({
      reason: "SIDE",
    });
  });

  test("V6 with 100,000 tokens changes one row", async () => {
    const installed = await install(world);
    const family = (
      await world.sql.query("select family_id from access_token where id = $1", [idOf(installed.pair.accessToken)])
    ).rows[0].family_id;
    await world.sql.query(
      `insert into access_token (family_id, digest, scopes, issued_at, expires_at)
       select $1, sha256(n::text::bytea), '{orders.read}', clock_timestamp(), clock_timestamp() + interval '1 hour'
       from generate_series(1, 100000) n`,
      [family],
    );
    const before = await newestWrites();
    await world.installations.uninstall(step(installed), keyCall());
    expect(await newestWrites()).toEqual(before);
    expect(await isActive(world.tokens, installed.pair.accessToken)).toBe(false);
  });
});

/** The transaction that last wrote a row of each token table. */
async function newestWrites() {
  const tables = ["access_token", "refresh_token", "token_family"];
  const newest = tables.map((table) => `(select max(xmin::text::bigint) from ${table}) as ${table}`);
  return (await world.sql.query(`select ${newest.join(", ")}`)).rows[0];
}

describe("uninstall by the app", () => {
  const byApp = (installed: Installed, changes = {}) =>
    world.installations.uninstallByApp(
      { credentials: installed.app.credentials, merchantId: installed.merchant.id, ...changes },
      createCall(),
    );

  test("ends its installation by its own credentials", async () => {
    const installed = await install(world);
    await byApp(installed);
    expect(await isActive(world.tokens, installed.pair.accessToken)).toBe(false);
    const audit = await world.sql.query(
      "select * from audit_event where action = 'installation.uninstall' and client_id = $1",
      [installed.app.clientId],
    );
    expect(audit.rows).toMatchObject([
      { actor_id: null, actor_client_id: installed.app.clientId, detail: { party: "APP", version: 1 } },
    ]);
  });

  test("is no fault where it is not installed, never was, or there is no such merchant", async () => {
    const installed = await install(world);
    await byApp(installed);
    await byApp(installed);
    await byApp(installed, { merchantId: (await world.merchant()).id });
    await byApp(installed, { merchantId: "no merchant\0" });
    expect(await eventsOf(installed)).toEqual(["REVOKED"]);
  });

  test("L1 needs the app's secret before anything is looked at", async () => {
    const installed = await install(world);
    const other = await world.app();
    const foreign = { clientId: installed.app.clientId, proof: other.credentials.proof };
    expect(await reasonOf(byApp(installed, { credentials: foreign }))).toBe("client_secret_wrong");
    expect(await reasonOf(byApp(installed, { credentials: foreign, merchantId: "" }))).toBe("client_secret_wrong");
    expect(await reasonOf(byApp(installed, { merchantId: "" }))).toBe("merchant_id_missing");
    expect(await isActive(world.tokens, installed.pair.accessToken)).toBe(true);
  });

  test("S4 a public app's name, which everybody knows, ends nothing", async () => {
    const installed = await install(world);
    await world.sql.query("update app set confidential = false where id = $1", [installed.app.id]);
    const credentials = { clientId: installed.app.clientId, proof: { kind: "public" } } as const;
    expect(await reasonOf(byApp(installed, { credentials }))).toBe("uninstall_unproven");
    expect(await reasonOf(byApp(installed, { credentials, merchantId: "" }))).toBe("uninstall_unproven");
    expect(await isActive(world.tokens, installed.pair.accessToken)).toBe(true);
  });

  test("S4 touches no other app's installation on the same merchant", async () => {
    const installed = await install(world);
    const other = await world.app();
    await byApp(installed, { credentials: other.credentials });
    expect(await isActive(world.tokens, installed.pair.accessToken)).toBe(true);
  });

  test("works for a suspended app and on a suspended merchant: giving access back always does", async () => {
    const installed = await install(world);
    await world.sql.query("update merchant set state = 'SUSPENDED' where id = $1", [installed.merchant.id]);
    await world.sql.query("update app set state = 'SUSPENDED' where id = $1", [installed.app.id]);
    await byApp(installed);
    expect((await world.installations.get(installed.pair.installationId, keyCall())).state).toBe("UNINSTALLED");
  });

  test("kills the codes that wait, so that none of them re-installs it", async () => {
    const installed = await install(world);
    const code = await issueCode(world, installed);
    await byApp(installed);
    expect(await reasonOf(exchangeCode(world.tokens, installed.app, { code }))).not.toBe("none");
    expect(
      await count(world.sql, "installation", "id = $1 and state = 'UNINSTALLED'", [installed.pair.installationId]),
    ).toBe(1);
  });
});
