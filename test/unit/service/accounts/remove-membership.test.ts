import { beforeEach, expect, test } from "vitest";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { removeMembership } from "../../../../src/service/accounts/remove-membership.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { platform } from "../../../support/world/calls.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";

let merchantId: string;
const world = useWorld();
const owner = perTest(() => addAccount(world));
beforeEach(async () => {
  ({ merchantId } = await addMerchant(world, owner));
});

const put = (accountId: string, role: "OWNER" | "MANAGER" | "MEMBER" | null, call = owner.call) =>
  upsertMembership(world.deps, { merchantId, accountId, role }, call);

const remove = (accountId: string, call = owner.call) => removeMembership(world.deps, { merchantId, accountId }, call);

const roles = async () => {
  const { members } = await getMerchant(world.deps, { merchantId }, platform);
  return Object.fromEntries(members.map(({ accountId, role }) => [accountId, role]));
};

test("the last OWNER stays, also with concurrent removals", async () => {
  const refused = { kind: "failed_precondition", reason: "LAST_OWNER" };
  await expect(remove(owner.accountId)).rejects.toMatchObject(refused);
  await expect(put(owner.accountId, "MANAGER")).rejects.toMatchObject(refused);
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
