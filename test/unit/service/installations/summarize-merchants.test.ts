import { expect, test } from "vitest";
import { summarizeMerchants } from "../../../../src/service/installations/summarize-merchants.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { installOn, member, operatorCall, reason } from "../../../support/world/installations.ts";

const world = useWorld();

const summarize = (merchantIds: string[], call: ReturnType<typeof keyCall>) =>
  summarizeMerchants(world.deps, { merchantIds }, call);

test("counts the connected apps of a merchant, and returns those that need attention, newest first", async () => {
  const merchant = await world.merchant();
  const installed = [];
  for (let n = 0; n < 8; n++) installed.push(await installOn(world, await world.app(), merchant));
  const ids = installed.map(({ pair }) => pair.installationId);
  const [expired, byApp, byPlatform, byMerchant, ended, archived, stopped] = ids;
  await world.deps.tokens.store.health.flush();
  await world.sql.query("update installation set tokens_expire_at = now() - interval '1 minute' where id = $1", [
    expired,
  ]);
  const suspend = (installationId: string, party: "APP" | "OPERATOR" | "MERCHANT") =>
    suspendInstallation(world.deps, { installationId, party, ...reason }, keyCall());
  await suspend(byApp!, "APP");
  await suspend(byPlatform!, "OPERATOR");
  await suspend(byMerchant!, "MERCHANT");
  await uninstall(world.deps, { installationId: ended!, party: "MERCHANT" }, keyCall());
  const setApp = (id: string, state: string) =>
    world.sql.query(
      `update app set state = $2, archived_at = case when $2 = 'ARCHIVED' then clock_timestamp() end
       where id = (select app_id from installation where id = $1)`,
      [id, state],
    );
  await setApp(archived!, "ARCHIVED");
  await setApp(stopped!, "SUSPENDED");
  const pending = await world.app();
  await world.issueCode({ app: pending, merchant });
  const { merchants, attention } = await summarize([merchant.id], callOf(merchant.ownerId));
  expect(merchants).toEqual([
    { merchantId: merchant.id, connected: 6, suspended: 3, needsAttention: 5, partial: false },
  ]);
  const [waiting, ...others] = attention.map(({ installationId }) => installationId);
  expect(others).toEqual([stopped, byPlatform, byApp, expired]);
  expect(attention[0]).toMatchObject({ installationId: waiting, state: "PENDING", merchantId: merchant.id });
});

test("returns the merchants of the account in the order of the request, and no others, also to an operator", async () => {
  const [first, second, foreign, closed] = [
    await world.merchant(),
    await world.merchant(),
    await world.merchant(),
    await world.merchant(),
  ];
  await installOn(world, await world.app(), foreign);
  const accountId = await member(world, first.id, "MEMBER");
  for (const { id } of [second, closed])
    await world.sql.query("insert into membership (account_id, merchant_id, role) values ($1, $2, 'OWNER')", [
      accountId,
      id,
    ]);
  await world.sql.query("update merchant set state = 'CLOSED' where id = $1", [closed.id]);
  const asked = [second.id, foreign.id, closed.id, first.id, "no\0id", "unknown"];
  const { merchants } = await summarize(asked, callOf(accountId));
  expect(merchants.map(({ merchantId }) => merchantId)).toEqual([second.id, first.id]);
  const asOperator = await summarize([foreign.id], operatorCall());
  expect(asOperator).toEqual({ merchants: [], attention: [] });
});

test("summarizes the account's own merchants without their ids, as the request with them", async () => {
  const accountId = await world.account();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const merchant = await world.merchant();
    ids.push(merchant.id);
    await world.sql.query("insert into membership (account_id, merchant_id, role) values ($1, $2, 'OWNER')", [
      accountId,
      merchant.id,
    ]);
    const { pair } = await installOn(world, await world.app(), merchant);
    await suspendInstallation(world.deps, { ...pair, party: "OPERATOR", ...reason }, keyCall());
  }
  await installOn(world, await world.app(), await world.merchant());
  const call = callOf(accountId);
  const own = await summarizeMerchants(world.deps, { merchantIds: [], ofAccount: true }, call);
  expect(own).toEqual(await summarize(ids.toSorted(), call));
  expect(own.attention).toHaveLength(3);
  const none = await summarizeMerchants(
    world.deps,
    { merchantIds: [], ofAccount: true },
    callOf(await world.account()),
  );
  expect(none).toEqual({ merchants: [], attention: [] });
});

test("returns at most five installations of a merchant and 20 in all", async () => {
  const accountId = await world.account();
  const apps = [];
  for (let n = 0; n < 6; n++) apps.push(await world.app());
  const merchants = [];
  for (let n = 0; n < 5; n++) merchants.push(await world.merchant());
  for (const { id } of merchants) {
    await world.sql.query("insert into membership (account_id, merchant_id, role) values ($1, $2, 'OWNER')", [
      accountId,
      id,
    ]);
    await world.sql.query(
      "insert into installation (app_id, merchant_id, state, version) select unnest($1::uuid[]), $2, 'PENDING', 1",
      [apps.map((app) => app.id), id],
    );
  }
  const ids = merchants.map(({ id }) => id);
  const found = await summarize(ids, callOf(accountId));
  expect(found.merchants.map(({ needsAttention }) => needsAttention)).toEqual([6, 6, 6, 6, 6]);
  expect(found.attention).toHaveLength(20);
  expect((await summarize(ids.slice(0, 1), callOf(accountId))).attention).toHaveLength(5);
});

test("more than 100 merchants are INVALID, and a service key without a session is refused", async () => {
  const many = Array.from({ length: 101 }, (_, n) => `m-${n}`);
  await expect(summarize(many, callOf(await world.account()))).rejects.toMatchObject({
    kind: "invalid_argument",
    violations: [{ field: "merchant_ids" }],
  });
  await expect(summarize([], keyCall())).rejects.toMatchObject({ kind: "unauthenticated", reason: "SESSION" });
});
