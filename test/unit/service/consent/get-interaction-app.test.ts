import { expect, test } from "vitest";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { deny } from "../../../../src/service/consent/deny.ts";
import { getInteractionApp } from "../../../../src/service/consent/get-interaction-app.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { addApp, authorizeRequest, getPage, startInteraction } from "../../../support/world/consent.ts";
import { useConsentWorld } from "../../../support/world/fixtures.ts";

const { world, developer, owner } = useConsentWorld();
const find = (interactionId: string, call = page) => getInteractionApp(world.deps, { interactionId }, call);
const NOT_FOUND = { reason: "INTERACTION_NOT_FOUND" };

test("returns the app of an interaction before the sign-in, and binds it to no account", async () => {
  const clientId = await addApp(world, developer);
  const id = await startInteraction(world, authorizeRequest(clientId));
  expect(await find(id)).toMatchObject({ app: { clientId, name: "Labels" } });
  expect(await find(id, (await addAccount(world)).call)).toMatchObject({ app: { clientId } });
  expect(await world.rows("select account_id from interaction where id = $1", [id])).toEqual([{ account_id: null }]);
});

test("returns the requested scopes, and none of a request whose answer is an error", async () => {
  const clientId = await addApp(world, developer);
  const id = await startInteraction(world, authorizeRequest(clientId, { scope: "orders:read" }));
  expect((await find(id)).scopes).toMatchObject([{ name: "orders:read", required: true }]);
  const faulty = await startInteraction(world, authorizeRequest(clientId, { scope: "nothing" }));
  expect((await find(faulty)).scopes).toEqual([]);
});

test("finds no interaction that is unknown, expired, answered, or of another account", async () => {
  await addMerchant(world, owner);
  const clientId = await addApp(world, developer);
  for (const unknown of ["", "int-1", "00000000-0000-7000-8000-000000000000"])
    await expect(find(unknown)).rejects.toMatchObject(NOT_FOUND);
  const id = await startInteraction(world, authorizeRequest(clientId), owner.call);
  const { csrfToken } = await getPage(world, id, owner.call);
  expect(await find(id, owner.call)).toMatchObject({ app: { clientId } });
  await expect(find(id, (await addAccount(world)).call)).rejects.toMatchObject(NOT_FOUND);
  await deny(world.deps, { interactionId: id, csrfToken }, owner.call);
  await expect(find(id, owner.call)).rejects.toMatchObject(NOT_FOUND);
  const expired = await startInteraction(world, authorizeRequest(clientId));
  await world.rows("update interaction set expires_at = clock_timestamp() where id = $1", [expired]);
  await expect(find(expired)).rejects.toMatchObject(NOT_FOUND);
});

test("returns the app of an account's interaction after the session has ended", async () => {
  const clientId = await addApp(world, developer);
  const id = await startInteraction(world, authorizeRequest(clientId), owner.call);
  expect(await find(id)).toMatchObject({ app: { clientId } });
  expect(await world.rows("select account_id from interaction where id = $1", [id])).toEqual([
    { account_id: owner.accountId },
  ]);
});

test("shows an unapproved app to its developer only", async () => {
  const merchant = { merchantId: null, name: "Mine", ownerAccountId: null, test: true };
  await createMerchant(world.deps, merchant, developer.call);
  const clientId = await addApp(world, developer, { state: "DRAFT" });
  const id = await startInteraction(world, authorizeRequest(clientId));
  for (const call of [page, owner.call]) await expect(find(id, call)).rejects.toMatchObject(NOT_FOUND);
  expect(await find(id, developer.call)).toMatchObject({ app: { clientId } });
});
