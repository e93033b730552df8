import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Merchant } from "../../../../src/model/merchant.ts";
import {
  addAccount,
  callOf,
  createDraft,
  createFixture,
  developerCall,
  type Fixture,
  NO_SETTINGS,
  PUBLIC_URL,
  profile,
} from "../fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const EMPTY = { ...profile(), name: "", purpose: "", redirectUris: [], scopes: [] };

describe("checking a profile", () => {
  test("names all that a submission would name, with codes, and stores nothing", async () => {
    const call = await developerCall(fixture);
    const asked = { ...EMPTY, redirectUris: ["http://x.example/#a"], website: "ftp://x" };
    const found = await fixture.apps.check(
      { profile: asked, confidential: true, settings: NO_SETTINGS, clientId: null },
      call,
    );
    expect(found.map(({ field, reason }) => [field, reason])).toEqual([
      ["profile.name", "REQUIRED"],
      ["profile.purpose", "REQUIRED"],
      ["profile.website", "NOT_HTTPS"],
      ["profile.redirect_uris[0]", "FRAGMENT"],
      ["profile.scopes", "REQUIRED"],
    ]);
    expect(
      (
        await fixture.apps.list(
          { state: null, developerAccountId: null, namePrefix: null },
          { pageSize: 0, pageToken: "" },
          call,
        )
      ).items,
    ).toEqual([]);
  });

  test("of an app that there is, its own secret counts, and it has to be one's own", async () => {
    const call = await developerCall(fixture);
    const { clientId } = await createDraft(fixture, call);
    const asked = {
      profile: profile({ redirectUris: ["com.example.app:/cb"] }),
      confidential: false,
      settings: NO_SETTINGS,
    };
    expect(await fixture.apps.check({ ...asked, clientId: null }, call)).toEqual([]);
    expect(await fixture.apps.check({ ...asked, clientId }, call)).toMatchObject([
      { reason: "SCHEME_NEEDS_PUBLIC_APP" },
    ]);
    await expect(fixture.apps.check({ ...asked, clientId }, await developerCall(fixture))).rejects.toMatchObject({
      reason: "NOT_FOUND",
    });
  });

  test("is for developers", async () => {
    const nobody = callOf(await addAccount(fixture));
    const asked = { profile: profile(), confidential: true, settings: NO_SETTINGS, clientId: null };
    await expect(fixture.apps.check(asked, nobody)).rejects.toMatchObject({ reason: "DEVELOPER_ONLY" });
    await expect(fixture.apps.validateAuthorizeUrl("x", nobody)).rejects.toMatchObject({ reason: "DEVELOPER_ONLY" });
  });
});

describe("checking an authorization URL", () => {
  const urlOf = (clientId: string) =>
    `${PUBLIC_URL}/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: "https://parcel.example/callback",
      scope: "orders.read",
      state: "0123456789abcdef",
    })}`;

  test("one's own draft works once there is a test merchant", async () => {
    const call = await developerCall(fixture);
    const { clientId } = await createDraft(fixture, call);
    const before = await fixture.apps.validateAuthorizeUrl(urlOf(clientId), call);
    expect(before).toMatchObject({ app: { clientId, name: "Parcel Pilot" }, testOnly: true });
    expect(before.findings.map(({ code }) => code)).toEqual(["client_unusable", "pkce_missing"]);
    const em = fixture.orm.em.fork();
    em.create(Merchant, { id: `t-${clientId}`, name: "Test", test: true, developer: call.actor!.accountId });
    await em.flush();
    const after = await fixture.apps.validateAuthorizeUrl(urlOf(clientId), call);
    expect(after.findings.map(({ code }) => code)).toEqual(["pkce_missing"]);
    expect(after.parameters).toContainEqual(["scope", "orders.read"]);
  });

  test("another developer's app is told like one that is not there", async () => {
    const { clientId } = await createDraft(fixture, await developerCall(fixture));
    const found = await fixture.apps.validateAuthorizeUrl(urlOf(clientId), await developerCall(fixture));
    expect(found).toMatchObject({ app: null, findings: [{ code: "client_unknown" }] });
  });
});
