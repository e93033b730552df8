import { beforeAll, describe, expect, test } from "vitest";
import { Merchant } from "../../../../src/model/merchant.ts";
import { validateAuthorizeUrl } from "../../../../src/service/apps/validate-authorize-url.ts";
import { developerCall } from "../../../support/world/accounts.ts";
import { addCatalogue, createDraft } from "../../../support/world/apps.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { ISSUER } from "../../../support/world/world.ts";

const world = useWorld();
beforeAll(() => addCatalogue(world));

const urlOf = (clientId: string, redirectUri = "https://parcel.example/callback") =>
  `${ISSUER}/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "orders.read",
    state: "0123456789abcdef",
  })}`;

describe("validateAuthorizeUrl", () => {
  test("checks the caller's draft, which works with a test merchant", async () => {
    const call = await developerCall(world);
    const { clientId } = (await createDraft(world, call)).app;
    const before = await validateAuthorizeUrl(world.deps, { url: urlOf(clientId) }, call);
    expect(before).toMatchObject({ app: { clientId, name: "Parcel Pilot" }, testOnly: true });
    expect(before.findings.map(({ code }) => code)).toEqual(["client_unusable", "pkce_missing"]);
    const em = world.orm.em.fork();
    em.create(Merchant, { id: `t-${clientId}`, name: "Test", test: true, developer: call.actor!.accountId });
    await em.flush();
    const after = await validateAuthorizeUrl(world.deps, { url: urlOf(clientId) }, call);
    expect(after.findings.map(({ code }) => code)).toEqual(["pkce_missing"]);
    expect(after.parameters).toContainEqual(["scope", "orders.read"]);
  });

  test.each([
    { state: "missing", codes: ["redirect_host_missing parcel.example"] },
    { state: "special", codes: ["redirect_host_special parcel.example"] },
    { state: "unknown", codes: [] },
    { state: "public", codes: [] },
  ] as const)("advises about a redirect host whose state in DNS is $state", async ({ state, codes }) => {
    const call = await developerCall(world);
    const { clientId } = (await createDraft(world, call)).app;
    const asked: string[] = [];
    const check = async (hosts: readonly string[]) => {
      asked.push(...hosts);
      return new Map(hosts.map((host) => [host, state] as const));
    };
    const deps = { ...world.deps, hosts: { check } };
    const { findings } = await validateAuthorizeUrl(deps, { url: urlOf(clientId) }, call);
    const advice = findings.filter(({ weight }) => weight === "ADVICE");
    expect(advice.map(({ code, detail }) => `${code} ${detail}`.trim())).toEqual(["pkce_missing", ...codes]);
    await validateAuthorizeUrl(deps, { url: urlOf(clientId, "https://other.example/callback") }, call);
    expect(asked).toEqual(["parcel.example"]);
  });

  test("reports another developer's app as unknown", async () => {
    const { clientId } = (await createDraft(world, await developerCall(world))).app;
    const found = await validateAuthorizeUrl(world.deps, { url: urlOf(clientId) }, await developerCall(world));
    expect(found).toMatchObject({ app: null, findings: [{ code: "client_unknown" }] });
  });
});
