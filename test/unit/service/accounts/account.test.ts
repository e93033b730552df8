import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bootstrap } from "../../../../src/service/accounts/bootstrap.ts";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import { findServiceKey } from "../../../../src/service/accounts/find-service-key.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { listAccounts } from "../../../../src/service/accounts/list-accounts.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { resumeAccount } from "../../../../src/service/accounts/resume-account.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import { signIn } from "../../../../src/service/accounts/sign-in.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { PERMISSIONS } from "../../../../src/service/call.ts";
import { addAccount, addMerchant, PASSWORD, type TestAccount } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;
let operator: TestAccount;

beforeAll(async () => {
  world = await createWorld();
  operator = await addAccount(world, { operator: true });
});

afterAll(() => world.close());

const bare = { password: null, name: "New", operator: false, developer: false };

describe("creating an account", () => {
  test("is for a key with accounts:write and for an operator, and for nobody else", async () => {
    for (const [n, call] of [platform, operator.call].entries()) {
      const made = await createAccount(world.deps, { ...bare, email: `made-${n}@example.com` }, call);
      expect(made).toMatchObject({ email: `made-${n}@example.com`, passwordHash: null, state: "ACTIVE" });
    }
    const developer = await addAccount(world, { developer: true });
    for (const call of [developer.call, page, byKey("accounts:read")]) {
      const refused = createAccount(world.deps, { ...bare, email: "no@example.com" }, call);
      await expect(refused).rejects.toMatchObject({ kind: "permission_denied", reason: "OPERATOR_ONLY" });
    }
  });

  test("of an operator takes an operator or every accounts right", async () => {
    const request = { ...bare, email: "operator@example.com", operator: true };
    const refused = createAccount(world.deps, request, byKey("accounts:write"));
    await expect(refused).rejects.toMatchObject({ kind: "permission_denied" });
    expect(await createAccount(world.deps, request, byKey("accounts:write", "accounts:read"))).toMatchObject({
      operator: true,
    });
    const second = { ...request, email: "operator-2@example.com" };
    expect(await createAccount(world.deps, second, operator.call)).toMatchObject({ operator: true });
  });

  test("keeps e-mails in lower case, each once, also of many at once", async () => {
    const create = () => createAccount(world.deps, { ...bare, email: "Twice@Example.COM" }, platform);
    const outcomes = await Promise.allSettled([create(), create(), create()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(create()).rejects.toMatchObject({ kind: "already_exists", reason: "EMAIL_TAKEN" });
    expect(
      (await getAccount(world.deps, { accountId: null, email: "TWICE@example.com" }, platform)).account.email,
    ).toBe("twice@example.com");
  });

  test.each([
    ["no @", { email: "ada" }, "email"],
    ["a space", { email: "a da@example.com" }, "email"],
    ["a look-alike letter", { email: "аda@example.com" }, "email"],
    ["255 characters", { email: `${"a".repeat(64)}@${"b".repeat(190)}` }, "email"],
    ["an empty name", { name: "" }, "name"],
    ["a control character", { name: "a\u0000b" }, "name"],
    ["a name that turns what stands beside it", { name: "Eve \u202eknaB" }, "name"],
    ["a name that nobody sees", { name: "\u3164" }, "name"],
    ["11 characters of password", { password: "x".repeat(11) }, "password"],
    ["257 characters of password", { password: "x".repeat(257) }, "password"],
  ])("is refused for %s", async (_name, other, field) => {
    const refused = createAccount(world.deps, { ...bare, email: "fine@example.com", ...other }, platform);
    await expect(refused).rejects.toMatchObject({
      kind: "invalid_argument",
      reason: "INVALID",
      violations: [{ field }],
    });
  });
});

describe("the roles of an account", () => {
  const rolesOf = (accountId: string, roles: { operator: boolean; developer: boolean }) => ({ accountId, ...roles });

  test("are given by an operator or by every accounts right, and by nobody else", async () => {
    const { accountId, call } = await addAccount(world);
    for (const by of [operator.call, byKey("accounts:write", "accounts:read")]) {
      const roles = { operator: by === operator.call, developer: true };
      expect(await setAccountRoles(world.deps, rolesOf(accountId, roles), by)).toMatchObject(roles);
    }
    for (const by of [call, page, byKey("accounts:write")]) {
      const refused = setAccountRoles(world.deps, rolesOf(accountId, { operator: true, developer: true }), by);
      await expect(refused).rejects.toMatchObject({ kind: "permission_denied", reason: "OPERATOR_ONLY" });
    }
  });

  test("nobody takes the operator's role from themselves; who does not exist is NOT_FOUND", async () => {
    const own = setAccountRoles(
      world.deps,
      rolesOf(operator.accountId, { operator: false, developer: true }),
      operator.call,
    );
    await expect(own).rejects.toMatchObject({ kind: "failed_precondition", reason: "OWN_ACCOUNT" });
    for (const accountId of ["x", "00000000-0000-7000-8000-000000000000"]) {
      const refused = setAccountRoles(
        world.deps,
        rolesOf(accountId, { operator: false, developer: true }),
        operator.call,
      );
      await expect(refused).rejects.toMatchObject({ kind: "not_found" });
    }
  });
});

describe("reading accounts", () => {
  test("an account reads itself, by id, by e-mail and by nothing, and no other, existing or not", async () => {
    const { accountId, email, call } = await addAccount(world);
    for (const name of [
      { accountId, email: null },
      { accountId: null, email },
      { accountId: null, email: null },
    ]) {
      expect((await getAccount(world.deps, name, call)).account.id).toBe(accountId);
    }
    for (const name of [
      { accountId: operator.accountId, email: null },
      { accountId: null, email: operator.email },
      { accountId: null, email: "nobody@example.com" },
      { accountId: "00000000-0000-7000-8000-000000000000", email: null },
      { accountId: "x", email: null },
    ]) {
      await expect(getAccount(world.deps, name, call)).rejects.toMatchObject({
        kind: "permission_denied",
        reason: "OTHER_ACCOUNT",
      });
    }
  });

  test("an operator and a key with accounts:read read everybody; nobody is NOT_FOUND", async () => {
    const { accountId } = await addAccount(world);
    await addMerchant(world, { accountId }, "read-by-operator");
    for (const call of [operator.call, byKey("accounts:read")]) {
      const found = await getAccount(world.deps, { accountId, email: null }, call);
      expect(found.memberships).toMatchObject([{ merchantId: "read-by-operator", role: "OWNER" }]);
      for (const name of [
        { accountId: "x", email: null },
        { accountId: null, email: "nobody@example.com" },
      ]) {
        await expect(getAccount(world.deps, name, call)).rejects.toMatchObject({ kind: "not_found" });
      }
    }
    await expect(getAccount(world.deps, { accountId, email: null }, byKey("accounts:write"))).rejects.toMatchObject({
      kind: "permission_denied",
    });
  });

  test("the list goes by e-mail in pages that neither repeat nor leave out", async () => {
    for (const name of ["b", "a", "d", "c", "e"]) {
      await createAccount(world.deps, { ...bare, email: `list-${name}@example.com` }, platform);
    }
    await createAccount(world.deps, { ...bare, email: "lisz@example.com" }, platform);
    const seen: (string | null)[] = [];
    for (let pageToken = "", pages = 0; pages < 9; pages++) {
      const listed = await listAccounts(
        world.deps,
        { emailPrefix: "LIST-", page: { pageSize: 2, pageToken } },
        operator.call,
      );
      seen.push(...listed.items.map(({ email }) => email ?? null));
      pageToken = listed.nextPageToken;
      if (pageToken === "") break;
    }
    expect(seen).toEqual(["a", "b", "c", "d", "e"].map((name) => `list-${name}@example.com`));
  });

  test("the list is for operators; a made-up page token and a page of 201 are refused", async () => {
    const list = (pageSize: number, pageToken: string, call = operator.call) =>
      listAccounts(world.deps, { emailPrefix: "", page: { pageSize, pageToken } }, call);
    await expect(list(0, "", (await addAccount(world)).call)).rejects.toMatchObject({ kind: "permission_denied" });
    await expect(list(201, "")).rejects.toMatchObject({ reason: "PAGE_SIZE" });
    for (const made of [
      "x",
      "W10",
      Buffer.from('["a","b"]').toString("base64url"),
      Buffer.from('["\\u0000","00000000-0000-7000-8000-000000000000"]').toString("base64url"),
    ]) {
      await expect(list(0, made)).rejects.toMatchObject({ reason: "PAGE_TOKEN" });
    }
  });
});

describe("suspending an account", () => {
  const reason = { reasonCode: "abuse", reasonText: "Spam" };

  test("K6 ends its sessions and codes, and not its merchant's tokens; resuming brings none of them back", async () => {
    const { accountId, email, token } = await addAccount(world);
    const { merchantId } = await addMerchant(world, { accountId });
    await suspendAccount(world.deps, { accountId, ...reason }, operator.call);
    expect(await resolveSession(world.deps, token)).toBeNull();
    const [before] = await world.rows("select codes_ended_at is not null as ended from account where id = $1", [
      accountId,
    ]);
    expect(before).toEqual({ ended: true });
    expect(await world.rows("select 1 from revocation_event where subject_id = $1", [merchantId])).toEqual([]);
    expect(await resumeAccount(world.deps, { accountId }, platform)).toMatchObject({ state: "ACTIVE" });
    expect(await resolveSession(world.deps, token)).toBeNull();
    const [after] = await world.rows(
      "select codes_ended_at is not null as ended, reason_code from account where id = $1",
      [accountId],
    );
    expect(after).toEqual({ ended: true, reason_code: null });
    await signIn(world.deps, { email, password: PASSWORD }, page);
  });

  test("a session of a suspended account is nobody's even if it were not ended", async () => {
    const { accountId, token } = await addAccount(world);
    await world.rows("update account set state = 'SUSPENDED' where id = $1", [accountId]);
    expect(await resolveSession(world.deps, token)).toBeNull();
  });

  test("is for operators and keys with accounts:write, needs a reason, and never one's own", async () => {
    const { accountId, call } = await addAccount(world);
    const suspend = (other: object, by = operator.call) =>
      suspendAccount(world.deps, { accountId, ...reason, ...other }, by);
    await expect(suspend({}, call)).rejects.toMatchObject({ kind: "permission_denied" });
    await expect(suspend({}, byKey("accounts:read"))).rejects.toMatchObject({ kind: "permission_denied" });
    await expect(resumeAccount(world.deps, { accountId }, call)).rejects.toMatchObject({ kind: "permission_denied" });
    await expect(suspend({ reasonCode: "" })).rejects.toMatchObject({ violations: [{ field: "reason_code" }] });
    await expect(suspend({ accountId: operator.accountId })).rejects.toMatchObject({ reason: "OWN_ACCOUNT" });
    await expect(suspend({ accountId: "x" })).rejects.toMatchObject({ kind: "not_found" });
    await expect(suspend({ accountId: "00000000-0000-7000-8000-000000000000" })).rejects.toMatchObject({
      kind: "not_found",
    });
  });

  test("twice is once, in the audit too", async () => {
    const { accountId } = await addAccount(world);
    await suspendAccount(world.deps, { accountId, ...reason }, operator.call);
    await suspendAccount(world.deps, { accountId, reasonCode: "other", reasonText: null }, operator.call);
    const events = await world.rows(
      "select actor_id, detail->>'reason_code' as code from audit_event where action = 'account.suspend' and account_id = $1",
      [accountId],
    );
    expect(events).toEqual([{ actor_id: operator.accountId, code: "abuse" }]);
  });
});

describe("bootstrap", () => {
  const request = { email: "Root@Example.com", name: "Root", password: null, keyName: "first" };

  test("makes the first operator and the first key, without web:act and for 90 days; a second is refused, also at once", async () => {
    const empty = await createWorld();
    // Connections are there for all of them, so that none has to wait for its own.
    await Promise.all(Array.from({ length: 5 }, () => empty.rows("select pg_sleep(0.1)")));
    const makers = ["root", "toor", "boot", "otto", "bob"].map((who) =>
      bootstrap(empty.deps, { ...request, email: `${who}@Example.com` }),
    );
    const outcomes = await Promise.allSettled(makers);
    const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(made).toHaveLength(1);
    const { accountId, email, password, serviceKey, serviceKeyExpiresAt, gatewayKey } = made[0]!;
    expect((await signIn(empty.deps, { email, password }, page)).account).toMatchObject({
      email,
      operator: true,
    });
    const parsed = empty.deps.format.parse(serviceKey, "sk");
    const caller = parsed.kind === "token" ? await findServiceKey(empty.deps, parsed) : null;
    const permissions = new Set(PERMISSIONS.filter((right) => right !== "web:act"));
    expect(caller).toMatchObject({ kind: "key", name: "first", permissions, createdBy: accountId });
    expect(gatewayKey).toBeNull();
    const ends = await empty.rows(
      `select extract(epoch from expires_at - created_at)::float8 / 86400 as days, extract(epoch from expires_at)::float8 as at
      from service_key`,
    );
    expect(ends).toEqual([{ days: expect.closeTo(90, 1), at: expect.closeTo(serviceKeyExpiresAt / 1e6, 2) }]);
    const another = bootstrap(empty.deps, { ...request, email: "other@example.com" });
    await expect(another).rejects.toMatchObject({ kind: "failed_precondition", reason: "OPERATOR_EXISTS" });
    await empty.close();
  });

  test("makes a gateway's key on request, with a gateway's permissions and nothing else", async () => {
    const empty = await createWorld();
    const { gatewayKey } = await bootstrap(empty.deps, { ...request, gatewayKey: true });
    const parsed = empty.deps.format.parse(gatewayKey!, "sk");
    const caller = parsed.kind === "token" ? await findServiceKey(empty.deps, parsed) : null;
    expect(caller).toMatchObject({ name: "gateway", permissions: new Set(["tokens:forward", "web:act"]) });
    await empty.close();
  });

  test("takes a password and fewer permissions, and says what is wrong with them", async () => {
    const empty = await createWorld();
    await expect(bootstrap(empty.deps, { ...request, password: "short" })).rejects.toMatchObject({
      violations: [{ field: "password" }],
    });
    await expect(bootstrap(empty.deps, { ...request, keyDays: 4000 })).rejects.toMatchObject({
      violations: [{ field: "key_days" }],
    });
    const { serviceKey } = await bootstrap(empty.deps, { ...request, password: PASSWORD, permissions: ["apps:read"] });
    const parsed = empty.deps.format.parse(serviceKey, "sk");
    const caller = parsed.kind === "token" ? await findServiceKey(empty.deps, parsed) : null;
    expect(caller!.permissions).toEqual(new Set(["apps:read"]));
    await empty.close();
  });
});
