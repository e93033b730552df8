import { expect, test } from "vitest";
import { approve } from "../../../../src/service/consent/approve.ts";
import { deny } from "../../../../src/service/consent/deny.ts";
import { getInteraction } from "../../../../src/service/consent/get-interaction.ts";
import { releaseInteraction } from "../../../../src/service/consent/release-interaction.ts";
import { startAuthorization } from "../../../../src/service/consent/start-authorization.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import {
  addApp,
  authorizeRequest,
  countCodes,
  getPage,
  installApp,
  parametersOf,
  startInteraction,
} from "../../../support/world/consent.ts";
import { useConsentWorld } from "../../../support/world/fixtures.ts";

const { world, developer, owner } = useConsentWorld();
const NOT_FOUND = { reason: "INTERACTION_NOT_FOUND" };

test("another account answers a released interaction, and the earlier page is of no use", async () => {
  await addMerchant(world, owner);
  const other = await addAccount(world);
  const { merchantId } = await addMerchant(world, other);
  const clientId = await addApp(world, developer);
  const interactionId = await startInteraction(world, authorizeRequest(clientId), owner.call);
  const before = await getPage(world, interactionId, owner.call);
  await releaseInteraction(world.deps, { interactionId }, owner.call);
  const shown = await getPage(world, interactionId, other.call);
  expect(shown.merchants.map((one) => one.merchantId)).toEqual([merchantId]);
  await expect(deny(world.deps, { interactionId, csrfToken: before.csrfToken }, owner.call)).rejects.toMatchObject(
    NOT_FOUND,
  );
  const approval = { interactionId, merchantId, scopes: shown.requestedScopes, csrfToken: shown.csrfToken };
  expect(parametersOf(await approve(world.deps, approval, other.call))).toHaveProperty("code");
});

test("a released interaction shows the page even if an earlier consent covers it", async () => {
  await addMerchant(world, owner);
  const other = await addAccount(world);
  const { merchantId } = await addMerchant(world, other);
  const clientId = await addApp(world, developer);
  const request = authorizeRequest(clientId);
  const interactionId = await startInteraction(world, request, owner.call);
  const { requestedScopes } = await getPage(world, interactionId, owner.call);
  await installApp(world, clientId, merchantId, requestedScopes);
  await releaseInteraction(world.deps, { interactionId }, owner.call);
  expect(await getInteraction(world.deps, { interactionId }, other.call)).toMatchObject({ kind: "page" });
  expect(await countCodes(world, clientId)).toBe(0);
});

test("C1 of a release and an approval at the same time only one happens, and no form token outlives the account", async () => {
  const { merchantId } = await addMerchant(world, owner);
  const other = await addAccount(world);
  await addMerchant(world, other);
  const clientId = await addApp(world, developer);
  let issued = 0;
  for (let round = 0; round < 10; round++) {
    const interactionId = await startInteraction(world, authorizeRequest(clientId), owner.call);
    const { csrfToken, requestedScopes: scopes } = await getPage(world, interactionId, owner.call);
    const approval = { interactionId, merchantId, scopes, csrfToken };
    const settled = await Promise.allSettled([
      approve(world.deps, approval, owner.call),
      releaseInteraction(world.deps, { interactionId }, owner.call),
    ]);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    if (settled[0].status === "fulfilled") issued++;
    else {
      await expect(approve(world.deps, approval, owner.call)).rejects.toMatchObject({
        reason: "INTERACTION_NOT_SHOWN",
      });
      await getPage(world, interactionId, other.call);
      await expect(approve(world.deps, approval, owner.call)).rejects.toMatchObject(NOT_FOUND);
      await expect(approve(world.deps, approval, other.call)).rejects.toMatchObject({ reason: "CSRF" });
    }
  }
  expect(await countCodes(world, clientId)).toBe(issued);
});

test("only its account releases an open interaction", async () => {
  await addMerchant(world, owner);
  const other = await addAccount(world);
  const clientId = await addApp(world, developer);
  const interactionId = await startInteraction(world, authorizeRequest(clientId), owner.call);
  const { csrfToken } = await getPage(world, interactionId, owner.call);
  const release = (call = owner.call) => releaseInteraction(world.deps, { interactionId }, call);
  await expect(release(other.call)).rejects.toMatchObject(NOT_FOUND);
  await deny(world.deps, { interactionId, csrfToken }, owner.call);
  await expect(release()).rejects.toMatchObject({ reason: "INTERACTION_USED" });
  expect(await world.rows("select account_id from interaction where id = $1", [interactionId])).toEqual([
    { account_id: owner.accountId },
  ]);
});

test("forgets the install token of the account", async () => {
  await addMerchant(world, owner);
  const clientId = await addApp(world, developer);
  const interactionId = await startInteraction(world, authorizeRequest(clientId), owner.call);
  await getPage(world, interactionId, owner.call);
  await world.rows(
    `with t as (insert into install_token (digest, app_id, account_id, expires_at, used_at)
       select '\\x00', app_id, account_id, now() + interval '1 hour', now() from interaction where id = $1 returning id)
     update interaction set install_token_id = (select id from t) where id = $1`,
    [interactionId],
  );
  await releaseInteraction(world.deps, { interactionId }, owner.call);
  const other = await addAccount(world);
  await addMerchant(world, other);
  expect((await getPage(world, interactionId, other.call)).preselectedMerchantId).toBeNull();
});

test("a request that no account has opened stays as it is", async () => {
  const clientId = await addApp(world, developer);
  const request = authorizeRequest(clientId);
  const interactionId = await startInteraction(world, request);
  const failing = await startInteraction(world, authorizeRequest(clientId, { scope: "customers" }));
  const stored = () => world.rows("select request, outcome, address from interaction order by id");
  const before = await stored();
  for (const id of [interactionId, failing]) await releaseInteraction(world.deps, { interactionId: id }, owner.call);
  expect(await stored()).toEqual(before);
});

test("released requests count for their address, so that an account cannot exceed its limit by releasing", async () => {
  await addMerchant(world, owner);
  const clientId = await addApp(world, developer);
  const quotas = { openAuthorizationsPerAddress: 3, openAuthorizationsPerAccount: 2 };
  const deps = { ...world.deps, openAuthorizations: quotas };
  for (let made = 0; made < 8; made++) {
    const started = await startAuthorization(deps, authorizeRequest(clientId), owner.call);
    const interactionId = started.kind === "interaction" ? started.interactionId : "";
    await getPage(world, interactionId, owner.call);
    await releaseInteraction(deps, { interactionId }, owner.call);
  }
  const open = "select from interaction where used_at is null and account_id is null and address = $1";
  expect(await world.rows(open, [owner.call.address])).toHaveLength(quotas.openAuthorizationsPerAddress);
});
