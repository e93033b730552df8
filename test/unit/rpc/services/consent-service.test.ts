import { create, type DescMessage, type MessageInitShape, type MessageShape, toJson } from "@bufbuild/protobuf";
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as pb from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { consentService } from "../../../../src/rpc/services/consent-service.ts";
import type { Implementation } from "../../../../src/rpc/transports/implementation.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, addMerchant, type TestAccount } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { addApp, addScopes, authorizeRequest, installApp, parametersOf } from "../../../support/world/consent.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { ISSUER } from "../../../support/world/world.ts";

const world = useWorld();
let service: Implementation<typeof pb.ConsentService>;
let owner: TestAccount;
let merchantId: string;
let clientId: string;

beforeAll(async () => {
  await addScopes(world);
  service = consentService(world.deps);
});

beforeEach(async () => {
  const developer = await addAccount(world, { developer: true });
  clientId = await addApp(world, developer, { launchUrl: "https://labels.example/start" });
  owner = await addAccount(world);
  ({ merchantId } = await addMerchant(world, owner));
});

/** The response as JSON, without unset fields. */
// biome-ignore lint/suspicious/noExplicitAny: JSON for assertions.
function read<S extends DescMessage>(schema: S, answer: MessageInitShape<S>): any {
  return toJson(schema, create(schema, answer) as MessageShape<S>);
}

async function begin(other: Record<string, string | null> = {}, call: Call = owner.call, malformed: string[] = []) {
  const parameters = authorizeRequest(clientId, other).parameters.map(([name, value]) => ({ name, value }));
  return read(
    pb.StartAuthorizationResponseSchema,
    await service.startAuthorization(create(pb.StartAuthorizationRequestSchema, { parameters, malformed }), call),
  );
}

const get = async (interactionId: string, call: Call = owner.call) =>
  read(
    pb.GetInteractionResponseSchema,
    await service.getInteraction(create(pb.GetInteractionRequestSchema, { interactionId }), call),
  );

test("StartAuthorization returns a page, a redirect or an interaction", async () => {
  expect(await begin({ client_id: null })).toEqual({ errorPage: { reason: "app", message: expect.any(String) } });
  expect(parametersOf((await begin({ scope: "" })).redirectTo)).toMatchObject({ error: "invalid_scope", iss: ISSUER });
  expect(parametersOf((await begin({}, owner.call, ["prompt"])).redirectTo)).toMatchObject({
    error: "invalid_request",
  });
  expect(await begin()).toEqual({ interactionId: expect.any(String) });
  expect(await begin({}, page)).toEqual({ interactionId: expect.any(String), signInRequired: true });
});

const shownApp = () => ({
  clientId,
  name: "Labels",
  purpose: "Prints labels",
  developerName: "Someone",
  verified: true,
  createdAt: expect.any(String),
});

test("GetInteraction returns app, scopes and merchants; Approve redirects to the app with a code", async () => {
  await installApp(world, clientId, merchantId, ["orders:read"]);
  const { interactionId } = await begin({ merchant_hint: merchantId });
  const shown = await get(interactionId);
  expect(shown).toEqual({
    app: shownApp(),
    scopes: [
      {
        name: "orders:read",
        title: "See orders",
        description: "All of them",
        sensitivity: "SCOPE_SENSITIVITY_NORMAL",
        reason: "To print labels",
        required: true,
      },
      {
        name: "orders:write",
        title: "Change orders",
        sensitivity: "SCOPE_SENSITIVITY_SENSITIVE",
        reason: "To mark them sent",
      },
    ],
    requestedScopes: ["orders:read", "orders:write"],
    grantedScopes: ["orders:read"],
    requiredScopes: ["orders:read"],
    merchants: [{ merchantId, name: `Merchant ${merchantId}`, grantedScopes: ["orders:read"] }],
    preselectedMerchantId: merchantId,
    csrfToken: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
    redirectOrigin: `https://app${clientId.slice(4)}.example`,
    expiresAt: expect.stringMatching(/Z$/),
  });
  const approval = { interactionId, merchantId, scopes: ["orders:read"], csrfToken: shown.csrfToken };
  const { redirectTo } = read(
    pb.ApproveResponseSchema,
    await service.approve(create(pb.ApproveRequestSchema, approval), owner.call),
  );
  expect(parametersOf(redirectTo)).toEqual({ code: expect.stringMatching(/^lk_ac_/), state: "state-1", iss: ISSUER });
});

test("GetInteractionApp returns the app with and without a session", async () => {
  const { interactionId } = await begin({}, page);
  for (const call of [page, owner.call]) {
    const request = create(pb.GetInteractionAppRequestSchema, { interactionId });
    expect(read(pb.GetInteractionAppResponseSchema, await service.getInteractionApp(request, call))).toEqual({
      app: shownApp(),
      scopes: (await get((await begin()).interactionId)).scopes,
    });
  }
});

test("GetInteraction redirects with a stored error, and requires a sign-in for prompt=login", async () => {
  const fault = await begin({ scope: "" }, page);
  expect(await get(fault.interactionId)).toEqual({ redirectTo: expect.stringContaining("error=invalid_scope") });
  const again = await begin({ prompt: "login" });
  expect(await get(again.interactionId)).toEqual({ signInRequired: true });
});

test("GetInteraction reports consent_forbidden for a MEMBER", async () => {
  await world.rows("update membership set role = 'MEMBER' where merchant_id = $1", [merchantId]);
  const { interactionId } = await begin();
  expect(await get(interactionId)).toMatchObject({ consentForbidden: true });
});

test("Deny redirects to the app with access_denied", async () => {
  const { interactionId } = await begin();
  const { csrfToken } = await get(interactionId);
  const { redirectTo } = read(
    pb.DenyResponseSchema,
    await service.deny(create(pb.DenyRequestSchema, { interactionId, csrfToken }), owner.call),
  );
  expect(parametersOf(redirectTo)).toMatchObject({ error: "access_denied", state: "state-1", iss: ISSUER });
});

test("GetInstallPage and StartInstall use the launch URL; an empty merchant_id selects the only one", async () => {
  const shown = read(
    pb.GetInstallPageResponseSchema,
    await service.getInstallPage(create(pb.GetInstallPageRequestSchema, { clientId }), owner.call),
  );
  expect(shown).toMatchObject({
    app: { clientId },
    scopes: [{ name: "orders:read" }, { name: "orders:write" }],
    merchants: [{ merchantId }],
    start: "INSTALL_START_LAUNCH_URL",
    launchOrigin: "https://labels.example",
  });
  const starting = create(pb.StartInstallRequestSchema, { clientId });
  const { redirectTo } = read(pb.StartInstallResponseSchema, await service.startInstall(starting, owner.call));
  expect(parametersOf(redirectTo)).toEqual({ iss: ISSUER, install_token: expect.stringMatching(/^lk_it_/) });
});

test("GetInstallPage tells which parties have suspended the app for a merchant", async () => {
  await installApp(world, clientId, merchantId, ["orders:read"]);
  const merchantWith = async (parties: string[]) => {
    await world.rows("update installation set state = $3, suspended_by = $2 where merchant_id = $1", [
      merchantId,
      parties,
      parties.length > 0 ? "SUSPENDED" : "ACTIVE",
    ]);
    const answer = await service.getInstallPage(create(pb.GetInstallPageRequestSchema, { clientId }), owner.call);
    return read(pb.GetInstallPageResponseSchema, answer).merchants[0];
  };
  expect(await merchantWith([])).not.toHaveProperty("suspendedByMerchant");
  expect(await merchantWith(["MERCHANT"])).toMatchObject({ suspendedByMerchant: true });
  const others = await merchantWith(["APP", "OPERATOR"]);
  expect(others).toMatchObject({ suspendedByApp: true, suspendedByOperator: true });
  expect(others).not.toHaveProperty("suspendedByMerchant");
});
