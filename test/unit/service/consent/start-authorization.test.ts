import { describe, expect, test } from "vitest";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getInteraction } from "../../../../src/service/consent/get-interaction.ts";
import { startAuthorization } from "../../../../src/service/consent/start-authorization.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { addApp, authorizeRequest, parametersOf, startInteraction } from "../../../support/world/consent.ts";
import { useConsentWorld } from "../../../support/world/fixtures.ts";
import { ISSUER } from "../../../support/world/world.ts";

const { world, developer, owner } = useConsentWorld();

async function countInteractions(): Promise<number> {
  const [row] = await world.rows<{ count: number }>("select count(*)::int as count from interaction");
  return row!.count;
}

describe("A1, R1 RFC 6749 §4.1.2.1 an untrusted client_id or redirect_uri shows the same page and stores nothing", () => {
  const app = { reason: "app", message: "The app is unknown or cannot be connected at this time." };
  const uri = { reason: "redirect_uri", message: "The redirect_uri is missing, or is not registered for the app." };

  test.each([
    ["no client_id", { client_id: null }, app],
    ["an unknown client_id", { client_id: "app_nobody" }, app],
    ["A2 a client_id with control characters", { client_id: "app\0\n" }, app],
    ["A2 a client_id of 10 kB", { client_id: "a".repeat(10_000) }, app],
    ["no redirect_uri", { redirect_uri: null }, uri],
    ["an unregistered redirect_uri", { redirect_uri: "https://evil.example/cb" }, uri],
    ["a registered prefix", { redirect_uri: "https://app.example/cb/more" }, uri],
    ["a fragment", { redirect_uri: "https://app.example/cb#x" }, uri],
  ])("%s", async (_name, other, expected) => {
    const clientId = await addApp(world, developer);
    const before = await countInteractions();
    for (const call of [page, owner.call]) {
      expect(await startAuthorization(world.deps, authorizeRequest(clientId, other), call)).toEqual({
        kind: "page",
        ...expected,
      });
    }
    expect(await countInteractions()).toBe(before);
  });

  test.each(["SUSPENDED", "ARCHIVED", "REJECTED", "DRAFT", "IN_REVIEW"] as const)(
    "an app that is %s, without a test merchant",
    async (state) => {
      const clientId = await addApp(world, developer, { state });
      expect(await startAuthorization(world.deps, authorizeRequest(clientId), owner.call)).toEqual({
        kind: "page",
        ...app,
      });
    },
  );

  test("RFC 9700 §4.11.2 an invalid request of an app in test, except for its developer", async () => {
    const tester = await addAccount(world, { developer: true });
    const clientId = await addApp(world, tester, { state: "DRAFT" });
    const merchant = { merchantId: null, name: "Mine", ownerAccountId: null, test: true };
    await createMerchant(world.deps, merchant, tester.call);
    const faulty = authorizeRequest(clientId, { scope: "unregistered" });
    expect(await startAuthorization(world.deps, faulty, owner.call)).toEqual({ kind: "page", ...app });
    expect(await startAuthorization(world.deps, faulty, tester.call)).toMatchObject({ kind: "redirect" });
    const waiting = await startInteraction(world, faulty);
    await expect(getInteraction(world.deps, { interactionId: waiting }, owner.call)).rejects.toMatchObject({
      reason: "APP_REFUSED",
    });
    expect(await getInteraction(world.deps, { interactionId: waiting }, tester.call)).toMatchObject({
      kind: "redirect",
    });
  });

  test("a duplicated or malformed client_id or redirect_uri", async () => {
    const clientId = await addApp(world, developer);
    const { parameters } = authorizeRequest(clientId);
    const twice = [...parameters, ["client_id", clientId] as [string, string]];
    expect(await startAuthorization(world.deps, { parameters: twice, malformed: [] }, page)).toMatchObject(app);
    expect(await startAuthorization(world.deps, { parameters, malformed: ["client_id"] }, page)).toMatchObject(app);
    expect(await startAuthorization(world.deps, { parameters, malformed: ["redirect_uri"] }, page)).toMatchObject(uri);
  });

  test("A2 a client_id of more than 255 characters is not looked up", async () => {
    const management = { ...world.management, read: () => Promise.reject(new Error("asked")) };
    const deps = { ...world.deps, management };
    expect(await startAuthorization(deps, authorizeRequest("x", { client_id: "a".repeat(256) }), page)).toMatchObject(
      app,
    );
    await expect(startAuthorization(deps, authorizeRequest("x", { client_id: "a".repeat(255) }), page)).rejects.toThrow(
      "asked",
    );
  });
});

describe("RFC 6749 §4.1.2.1 other errors redirect with state and iss", () => {
  test.each([
    ["A3 response_type token", { response_type: "token" }, { error: "unsupported_response_type", state: "state-1" }],
    [
      "A5 an unregistered scope",
      { scope: "orders:read customers" },
      {
        error: "invalid_scope",
        error_description: "The scope customers is not registered for this app.",
        state: "state-1",
      },
    ],
    ["A8 no scope", { scope: "" }, { error: "invalid_scope", state: "state-1" }],
    ["A8 no state", { state: null }, { error: "invalid_request" }],
    [
      "A9 request_uri",
      { request_uri: "http://169.254.169.254/" },
      { error: "request_uri_not_supported", state: "state-1" },
    ],
    [
      "P1 plain PKCE",
      { code_challenge: "x".repeat(43), code_challenge_method: "plain" },
      { error: "invalid_request", state: "state-1" },
    ],
  ])("%s", async (_name, other, expected) => {
    const clientId = await addApp(world, developer);
    const outcome = await startAuthorization(world.deps, authorizeRequest(clientId, other as never), owner.call);
    const redirectTo = outcome.kind === "redirect" ? outcome.redirectTo : "";
    expect(redirectTo.startsWith(`https://app${clientId.slice(4)}.example/cb?`)).toBe(true);
    expect(parametersOf(redirectTo)).toEqual({ error_description: expect.any(String), ...expected, iss: ISSUER });
  });

  test("P1 a malformed code_challenge is not an absent one", async () => {
    const clientId = await addApp(world, developer);
    const { parameters } = authorizeRequest(clientId);
    const outcome = await startAuthorization(world.deps, { parameters, malformed: ["code_challenge"] }, owner.call);
    expect(parametersOf(outcome.kind === "redirect" ? outcome.redirectTo : "x:")).toMatchObject({
      error: "invalid_request",
      state: "state-1",
    });
  });

  test("a state that is both malformed and well-formed is not returned", async () => {
    const clientId = await addApp(world, developer);
    const { parameters } = authorizeRequest(clientId);
    const outcome = await startAuthorization(world.deps, { parameters, malformed: ["state"] }, owner.call);
    expect(parametersOf(outcome.kind === "redirect" ? outcome.redirectTo : "x:")).not.toHaveProperty("state");
  });

  test("RFC 9700 §4.11.2 without a session the sign-in precedes the redirect", async () => {
    const clientId = await addApp(world, developer);
    const outcome = await startAuthorization(world.deps, authorizeRequest(clientId, { scope: "customers" }), page);
    expect(outcome).toMatchObject({ kind: "interaction", signInRequired: true });
    const id = outcome.kind === "interaction" ? outcome.interactionId : "";
    const view = await getInteraction(world.deps, { interactionId: id }, owner.call);
    expect(parametersOf(view.kind === "redirect" ? view.redirectTo : "x:")).toMatchObject({
      error: "invalid_scope",
      error_description: "The scope customers is not registered for this app.",
      state: "state-1",
      iss: ISSUER,
    });
  });

  test("R4 a redirect after the sign-in does not use a URI that was removed meanwhile", async () => {
    const clientId = await addApp(world, developer);
    const id = await startInteraction(world, authorizeRequest(clientId, { scope: "customers" }));
    await world.rows("update app set redirect_uris = '{https://other.example/cb}' where client_id = $1", [clientId]);
    await expect(getInteraction(world.deps, { interactionId: id }, owner.call)).rejects.toMatchObject({
      kind: "failed_precondition",
      reason: "APP_REFUSED",
    });
  });
});
