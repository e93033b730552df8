import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeMerchant } from "../../../../src/service/accounts/close-merchant.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { listMerchants } from "../../../../src/service/accounts/list-merchants.ts";
import { removeMembership } from "../../../../src/service/accounts/remove-membership.ts";
import { resumeMerchant } from "../../../../src/service/accounts/resume-merchant.ts";
import { suspendMerchant } from "../../../../src/service/accounts/suspend-merchant.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount, addMerchant, type TestAccount } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;
let operator: TestAccount;
let developer: TestAccount;
let owner: TestAccount;

beforeAll(async () => {
  world = await createWorld();
  operator = await addAccount(world, { operator: true });
  developer = await addAccount(world, { developer: true });
});

afterAll(() => world.close());

beforeEach(async () => {
  owner = await addAccount(world);
});

const reason = { reasonCode: "abuse", reasonText: null };
const events = (merchantId: string) =>
  world.rows(
    "select kind, not_before is not null as marked from revocation_event where subject = 'MERCHANT' and subject_id = $1 order by cursor",
    [merchantId],
  );

describe("making a merchant", () => {
  const fresh = { merchantId: null, name: "Shop", ownerAccountId: null, test: false };

  test("a key names id and owner, or neither", async () => {
    const named = await createMerchant(
      world.deps,
      { ...fresh, merchantId: "Shop.1_x-y", ownerAccountId: owner.accountId },
      platform,
    );
    expect(named).toMatchObject({ id: "Shop.1_x-y", test: false, state: "ACTIVE" });
    const { members } = await getMerchant(world.deps, { merchantId: "Shop.1_x-y" }, platform);
    expect(members).toMatchObject([{ accountId: owner.accountId, role: "OWNER" }]);
    const bare = await createMerchant(world.deps, fresh, platform);
    expect(bare.id).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  });

  test.each(["", " ", "a/b", "x".repeat(65), "ü", "a\0"])("an id like %j is refused", async (merchantId) => {
    await expect(createMerchant(world.deps, { ...fresh, merchantId }, platform)).rejects.toMatchObject({
      violations: [{ field: "merchant_id" }],
    });
  });

  test("an id is never used again, not even a closed merchant's", async () => {
    const { merchantId } = await addMerchant(world, owner);
    const again = () => createMerchant(world.deps, { ...fresh, merchantId }, platform);
    await expect(again()).rejects.toMatchObject({ kind: "already_exists", reason: "MERCHANT_EXISTS" });
    await closeMerchant(world.deps, { merchantId }, platform);
    await expect(again()).rejects.toMatchObject({ kind: "already_exists" });
  });

  test("a developer's session makes test merchants of its own and no other kind, for nobody else", async () => {
    const made = await createMerchant(world.deps, { ...fresh, test: false }, developer.call);
    expect(made.test).toBe(true);
    const { members } = await getMerchant(world.deps, { merchantId: made.id }, developer.call);
    expect(members).toMatchObject([{ accountId: developer.accountId, role: "OWNER" }]);
    const forOther = createMerchant(world.deps, { ...fresh, ownerAccountId: owner.accountId }, developer.call);
    await expect(forOther).rejects.toMatchObject({ kind: "permission_denied", reason: "OTHER_ACCOUNT" });
  });

  test("a developer's session chooses no id: it could be one that the platform knows a merchant by", async () => {
    const { merchantId: taken } = await addMerchant(world, owner);
    for (const merchantId of ["platform-merchant-500", taken]) {
      const squatted = createMerchant(world.deps, { ...fresh, merchantId, test: true }, developer.call);
      await expect(squatted).rejects.toMatchObject({ kind: "permission_denied", reason: "MERCHANT_ID" });
    }
    const named = { ...fresh, merchantId: "a-test-of-ours", ownerAccountId: developer.accountId, test: true };
    expect(await createMerchant(world.deps, named, operator.call)).toMatchObject({ test: true });
  });

  test("whoever is neither operator nor developer makes none", async () => {
    for (const call of [owner.call, page, byKey("accounts:read")]) {
      await expect(createMerchant(world.deps, fresh, call)).rejects.toMatchObject({ kind: "permission_denied" });
    }
    const nobody = createMerchant(world.deps, { ...fresh, ownerAccountId: "x" }, platform);
    await expect(nobody).rejects.toMatchObject({ kind: "not_found", reason: "ACCOUNT_NOT_FOUND" });
    const ownerless = createMerchant(world.deps, { ...fresh, test: true }, platform);
    await expect(ownerless).rejects.toMatchObject({ violations: [{ field: "owner_account_id" }] });
  });
});

describe("reading merchants", () => {
  test("a member and an operator see it, nobody else finds it", async () => {
    const { merchantId } = await addMerchant(world, owner);
    for (const call of [owner.call, operator.call, byKey("accounts:read")]) {
      expect((await getMerchant(world.deps, { merchantId }, call)).merchant.id).toBe(merchantId);
    }
    for (const call of [developer.call, page, byKey("accounts:write")]) {
      await expect(getMerchant(world.deps, { merchantId }, call)).rejects.toMatchObject({ kind: "not_found" });
    }
    await expect(getMerchant(world.deps, { merchantId: "a\0" }, platform)).rejects.toMatchObject({ kind: "not_found" });
  });

  test("the list goes by name, letter case aside, in pages; an account lists its own", async () => {
    for (const name of ["bb", "AA", "cc", "Aa"]) {
      await createMerchant(
        world.deps,
        { merchantId: null, name: `paged ${name}`, ownerAccountId: owner.accountId, test: false },
        platform,
      );
    }
    const read = async (call: typeof owner.call) => {
      const names: string[] = [];
      for (let pageToken = "", pages = 0; pages < 9; pages++) {
        const listed = await listMerchants(
          world.deps,
          { namePrefix: "PAGED ", page: { pageSize: 3, pageToken } },
          call,
        );
        names.push(...listed.items.map(({ name }) => name.toLowerCase()));
        pageToken = listed.nextPageToken;
        if (pageToken === "") break;
      }
      return names;
    };
    for (const call of [owner.call, operator.call, platform]) {
      expect(await read(call)).toEqual(["paged aa", "paged aa", "paged bb", "paged cc"]);
    }
    expect(await read(developer.call)).toEqual([]);
    await expect(
      listMerchants(world.deps, { namePrefix: "", page: { pageSize: 0, pageToken: "" } }, page),
    ).rejects.toMatchObject({ kind: "permission_denied" });
  });
});

describe("standing", () => {
  test("suspend and resume are for operators and accounts:write, each once in feed and audit", async () => {
    const { merchantId } = await addMerchant(world, owner);
    for (const call of [owner.call, byKey("accounts:read")]) {
      await expect(suspendMerchant(world.deps, { merchantId, ...reason }, call)).rejects.toMatchObject({
        kind: "permission_denied",
      });
      // Before its fields are looked at.
      const empty = { merchantId, reasonCode: "", reasonText: null };
      await expect(suspendMerchant(world.deps, empty, call)).rejects.toMatchObject({ kind: "permission_denied" });
      await expect(resumeMerchant(world.deps, { merchantId }, call)).rejects.toMatchObject({
        kind: "permission_denied",
      });
      await expect(closeMerchant(world.deps, { merchantId }, call)).rejects.toMatchObject({
        kind: "permission_denied",
      });
    }
    for (const _twice of [1, 2]) {
      expect(await suspendMerchant(world.deps, { merchantId, ...reason }, operator.call)).toMatchObject({
        state: "SUSPENDED",
        reasonCode: "abuse",
      });
    }
    for (const _twice of [1, 2]) {
      expect(await resumeMerchant(world.deps, { merchantId }, platform)).toMatchObject({
        state: "ACTIVE",
        reasonCode: null,
      });
    }
    expect(await events(merchantId)).toEqual([
      { kind: "SUSPENDED", marked: false },
      { kind: "RESUMED", marked: false },
    ]);
    const audit = await world.rows("select action from audit_event where merchant_id = $1 order by id", [merchantId]);
    expect(audit).toEqual([
      { action: "merchant.create" },
      { action: "merchant.suspend" },
      { action: "merchant.resume" },
    ]);
  });

  test("closing ends everything by one mark and one event, for good", async () => {
    const { merchantId } = await addMerchant(world, owner);
    const invitation = {
      email: "guest@example.com",
      merchantId,
      role: "MANAGER" as const,
      developer: false,
      operator: false,
    };
    const { url } = await createInvitation(world.deps, invitation, owner.call);
    await world.rows(
      `with a as (insert into app (client_id, developer_id, confidential, name, redirect_uris, scopes, registered_scopes)
         values ('app_closing', $1, true, 'A', '{}', '[]', '{}') returning id)
       insert into installation (app_id, merchant_id, state, version) select id, $2, 'ACTIVE', 1 from a`,
      [developer.accountId, merchantId],
    );
    const closed = await closeMerchant(world.deps, { merchantId }, platform);
    expect(closed.state).toBe("CLOSED");
    expect(await events(merchantId)).toEqual([{ kind: "REVOKED", marked: true }]);
    expect(
      await world.rows("select 1 as one from not_before_mark where kind = 'MERCHANT' and subject_id = $1", [
        merchantId,
      ]),
    ).toHaveLength(1);
    expect(
      await world.rows(
        "select state, ended_by, not_before is not null as marked from installation where merchant_id = $1",
        [merchantId],
      ),
    ).toEqual([{ state: "UNINSTALLED", ended_by: "OPERATOR", marked: true }]);
    expect(await world.rows("select 1 from membership where merchant_id = $1", [merchantId])).toEqual([]);
    await expect(getInvitation(world.deps, { token: url.split("/").at(-1)! })).rejects.toMatchObject({
      kind: "not_found",
    });
    await closeMerchant(world.deps, { merchantId }, platform);
    expect(await events(merchantId)).toHaveLength(1);
    const refused = { kind: "failed_precondition", reason: "MERCHANT_CLOSED" };
    await expect(resumeMerchant(world.deps, { merchantId }, platform)).rejects.toMatchObject(refused);
    await expect(suspendMerchant(world.deps, { merchantId, ...reason }, platform)).rejects.toMatchObject(refused);
    const put = { merchantId, accountId: owner.accountId, role: "OWNER" as const };
    await expect(upsertMembership(world.deps, put, platform)).rejects.toMatchObject(refused);
  });

  test("what is no merchant is NOT_FOUND", async () => {
    for (const merchantId of ["nobody", "", "a\0"]) {
      await expect(suspendMerchant(world.deps, { merchantId, ...reason }, platform)).rejects.toMatchObject({
        kind: "not_found",
      });
      await expect(resumeMerchant(world.deps, { merchantId }, platform)).rejects.toMatchObject({ kind: "not_found" });
      await expect(closeMerchant(world.deps, { merchantId }, platform)).rejects.toMatchObject({ kind: "not_found" });
    }
  });
});

describe("members", () => {
  let merchantId: string;
  let guest: TestAccount;

  beforeEach(async () => {
    ({ merchantId } = await addMerchant(world, owner));
    guest = await addAccount(world);
  });

  const put = (accountId: string, role: "OWNER" | "MANAGER" | "MEMBER" | null, call = owner.call) =>
    upsertMembership(world.deps, { merchantId, accountId, role }, call);
  const remove = (accountId: string, call = owner.call) =>
    removeMembership(world.deps, { merchantId, accountId }, call);
  const roles = async () => {
    const { members } = await getMerchant(world.deps, { merchantId }, platform);
    return Object.fromEntries(members.map(({ accountId, role }) => [accountId, role]));
  };

  test("an OWNER, an operator and accounts:write decide on them", async () => {
    for (const [call, role] of [
      [owner.call, "MEMBER"],
      [operator.call, "MANAGER"],
      [platform, "OWNER"],
    ] as const) {
      expect(await put(guest.accountId, role, call)).toMatchObject({ merchantId, accountId: guest.accountId, role });
    }
    await remove(guest.accountId);
    expect(await roles()).toEqual({ [owner.accountId]: "OWNER" });
  });

  test("a MANAGER and a MEMBER may not, whoever is no member does not find it, other keys neither", async () => {
    for (const role of ["MANAGER", "MEMBER"] as const) {
      await put(guest.accountId, role);
      await expect(put(guest.accountId, "OWNER", guest.call)).rejects.toMatchObject({
        kind: "permission_denied",
        reason: "OWNER_ONLY",
      });
      await expect(remove(owner.accountId, guest.call)).rejects.toMatchObject({ kind: "permission_denied" });
    }
    await expect(put(developer.accountId, "OWNER", developer.call)).rejects.toMatchObject({ kind: "not_found" });
    await expect(put(guest.accountId, "OWNER", byKey("accounts:read"))).rejects.toMatchObject({
      kind: "permission_denied",
    });
    expect(await roles()).toMatchObject({ [guest.accountId]: "MEMBER" });
  });

  test("an OWNER of one merchant decides on no other", async () => {
    const other = await addMerchant(world, guest);
    const foreign = { merchantId: other.merchantId, accountId: owner.accountId, role: "OWNER" as const };
    await expect(upsertMembership(world.deps, foreign, owner.call)).rejects.toMatchObject({ kind: "not_found" });
  });

  test("the last OWNER stays, also of two who leave each other at once", async () => {
    const refused = { kind: "failed_precondition", reason: "LAST_OWNER" };
    await expect(remove(owner.accountId)).rejects.toMatchObject(refused);
    await expect(put(owner.accountId, "MANAGER")).rejects.toMatchObject(refused);
    // One pair could take turns by chance.
    for (let round = 0; round < 8; round++) {
      const [one, two] = [await addAccount(world), await addAccount(world)];
      ({ merchantId } = await addMerchant(world, one));
      await put(two.accountId, "OWNER", one.call);
      const leaving = [remove(one.accountId, two.call), remove(two.accountId, one.call)];
      const outcomes = await Promise.allSettled(leaving);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(Object.values(await roles())).toEqual(["OWNER"]);
    }
  });

  test("no role, no account and no member are refused", async () => {
    await expect(put(guest.accountId, null)).rejects.toMatchObject({ violations: [{ field: "role" }] });
    await expect(put("x", "MEMBER")).rejects.toMatchObject({ kind: "not_found", reason: "ACCOUNT_NOT_FOUND" });
    await expect(remove(guest.accountId)).rejects.toMatchObject({ kind: "not_found", reason: "MEMBERSHIP_NOT_FOUND" });
  });

  test("a test merchant has its developer for its only member, for good", async () => {
    const made = await createMerchant(
      world.deps,
      { merchantId: null, name: "T", ownerAccountId: null, test: true },
      developer.call,
    );
    merchantId = made.id;
    const refused = { kind: "failed_precondition", reason: "TEST_MERCHANT" };
    for (const call of [developer.call, operator.call, platform]) {
      await expect(put(guest.accountId, "MEMBER", call)).rejects.toMatchObject(refused);
      await expect(remove(developer.accountId, call)).rejects.toMatchObject(refused);
      const invitation = {
        email: "a@example.com",
        merchantId,
        role: "MEMBER" as const,
        developer: false,
        operator: false,
      };
      await expect(createInvitation(world.deps, invitation, call)).rejects.toMatchObject(refused);
    }
  });
});
