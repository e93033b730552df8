import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Merchant } from "../../../../src/model/merchant.ts";
import { validateAuthorizeUrl } from "../../../../src/service/apps/validate-authorize-url.ts";
import { createDraft, createFixture, developerCall, type Fixture, PUBLIC_URL } from "../fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const urlOf = (clientId: string) =>
  `${PUBLIC_URL}/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: "https://parcel.example/callback",
    scope: "orders.read",
    state: "0123456789abcdef",
  })}`;

describe("validateAuthorizeUrl", () => {
  test("checks the caller's draft, which works with a test merchant", async () => {
    const call = await developerCall(fixture);
    const { clientId } = (await createDraft(fixture, call)).app;
    const before = await validateAuthorizeUrl(fixture.apps, { url: urlOf(clientId) }, call);
    expect(before).toMatchObject({ app: { clientId, name: "Parcel Pilot" }, testOnly: true });
    expect(before.findings.map(({ code }) => code)).toEqual(["client_unusable", "pkce_missing"]);
    const em = fixture.orm.em.fork();
    em.create(Merchant, { id: `t-${clientId}`, name: "Test", test: true, developer: call.actor!.accountId });
    await em.flush();
    const after = await validateAuthorizeUrl(fixture.apps, { url: urlOf(clientId) }, call);
    expect(after.findings.map(({ code }) => code)).toEqual(["pkce_missing"]);
    expect(after.parameters).toContainEqual(["scope", "orders.read"]);
  });

  test("reports another developer's app as unknown", async () => {
    const { clientId } = (await createDraft(fixture, await developerCall(fixture))).app;
    const found = await validateAuthorizeUrl(fixture.apps, { url: urlOf(clientId) }, await developerCall(fixture));
    expect(found).toMatchObject({ app: null, findings: [{ code: "client_unknown" }] });
  });
});
