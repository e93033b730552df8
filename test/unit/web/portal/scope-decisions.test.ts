import { describe, expect, test } from "vitest";
import { COMPLETE, clientIdIn, type Developer, signUp, usePortalSite } from "./portal-site.ts";

const PAYOUTS = Buffer.from("payouts").toString("base64url");
const RESTRICTED = { ...COMPLETE, [`scope-${PAYOUTS}`]: "yes", [`why-${PAYOUTS}`]: "To pay the carrier." };

const site = usePortalSite();

/** A submitted app that asks for a restricted scope. */
async function submitted() {
  const ada = await signUp(site);
  const clientId = clientIdIn(await ada.upload("/portal/apps/new", { ...RESTRICTED, action: "submit" }));
  return { ada, clientId, path: `/portal/apps/${clientId}` };
}

async function approve(clientId: string, restrictedScopesAllowed: string[]): Promise<void> {
  await site.core.apps.startReview({ clientId });
  await site.core.apps.approveApp({ clientId, restrictedScopesAllowed });
}

/** The restricted scope on the profile's page. */
async function payoutsOn(ada: Developer, path: string): Promise<string> {
  const { body } = await ada.get(path);
  return /<li><strong>(?:(?!<\/li>)[\s\S])*<code>payouts<\/code>[\s\S]*?<\/li>/.exec(body)?.[0] ?? "";
}

describe("a restricted scope in the developer's profile", () => {
  test("that the operator refused has a badge", async () => {
    const { ada, clientId, path } = await submitted();
    await approve(clientId, []);
    const item = await payoutsOn(ada, path);
    expect(item).toContain("Refused by Latchkey");
    expect(item).toContain("Merchants do not see it");
    expect(item).not.toContain("Not allowed yet");
  });

  test("that a revision is refused has a badge in the form and on the revision's side of the difference only", async () => {
    const { ada, clientId, path } = await submitted();
    await approve(clientId, ["payouts"]);
    await ada.upload(`${path}/edit`, { ...RESTRICTED, [`why-${PAYOUTS}`]: "To pay others.", action: "submit" });
    await site.core.apps.startReview({ clientId });
    const refusal = { reasonCode: "SCOPES", reasonText: "Not for others.", restrictedScopesRefused: ["payouts"] };
    await site.core.apps.requestChanges({ clientId, ...refusal });
    const { body } = await ada.get(path);
    expect(body).toContain("<del>payouts (required): To pay the carrier.</del>");
    expect(body).toContain("<ins>payouts (required, refused by Latchkey): To pay others.</ins>");
    expect((await ada.get(`${path}/edit`)).body).toContain("Refused by Latchkey");
  });

  test("that the operator allowed has a badge", async () => {
    const { ada, clientId, path } = await submitted();
    await approve(clientId, ["payouts"]);
    const item = await payoutsOn(ada, path);
    expect(item).toContain("Allowed by Latchkey");
    expect(item).not.toContain("refused");
  });

  test("of an app under review is not decided yet", async () => {
    const { ada, path } = await submitted();
    const item = await payoutsOn(ada, path);
    expect(item).toContain("Not allowed yet");
    expect(item).not.toContain("refused");
  });

  test("is in the preview of the consent page unless the operator refused it", async () => {
    const { ada, clientId, path } = await submitted();
    await site.core.apps.startReview({ clientId });
    await site.core.apps.requestChanges({ clientId, reasonCode: "SCOPES", reasonText: "Why?" });
    const preview = async () => /<div id="preview" inert>([\s\S]*)/.exec((await ada.get(`${path}/edit`)).body)![1]!;
    expect(await preview()).toContain("Pay out money");
    await site.core.apps.submitApp({ clientId });
    await approve(clientId, []);
    expect(await preview()).toContain("See your orders");
    expect(await preview()).not.toContain("Pay out money");
  });

  test("that was refused stays refused on the live side of a revision's difference, and while the app is suspended", async () => {
    const { ada, clientId, path } = await submitted();
    await approve(clientId, []);
    const { [`scope-${PAYOUTS}`]: _, ...without } = RESTRICTED;
    await ada.upload(`${path}/edit`, { ...without, action: "save" });
    const { body } = await ada.get(path);
    expect(body).toMatch(/<del>payouts \(required, refused by Latchkey\): To pay the carrier\.<\/del>/);
    await site.core.apps.suspendApp({ clientId, reasonCode: "ABUSE", reasonText: "It misbehaved." });
    expect(await payoutsOn(ada, path)).toContain("Refused by Latchkey");
  });
});

test("scopes of an app in another order than the catalogue are no change, and keep their order", async () => {
  const ada = await signUp(site);
  const { account } = await site.core.accounts.getAccount({ email: ada.email });
  const scopes = [
    { name: "payouts", reason: "To pay the carrier.", optional: false },
    { name: "orders:read", reason: "To know what to ship.", optional: false },
  ];
  const profile = {
    name: COMPLETE.name,
    purpose: COMPLETE.purpose,
    website: COMPLETE.website,
    supportContact: COMPLETE.support_contact,
    privacyPolicy: COMPLETE.privacy_policy,
    redirectUris: [COMPLETE["redirect_uri-0"]],
    scopes,
  };
  const { app } = await site.core.apps.createApp({
    developerAccountId: account!.accountId,
    confidential: true,
    profile,
  });
  const { clientId } = app!;
  const path = `/portal/apps/${clientId}`;
  await site.core.apps.submitApp({ clientId });
  await approve(clientId, []);
  const opened = /name="opened" value="([^"]*)"/
    .exec((await ada.get(`${path}/edit`)).body)![1]!
    .replaceAll("&amp;", "&");
  expect(
    (await ada.upload(`${path}/edit`, { ...RESTRICTED, purpose: "Another purpose.", action: "save" })).statusCode,
  ).toBe(303);
  const { pending } = (await site.core.apps.getApp({ clientId })).app!;
  expect(pending!.profile!.scopes.map(({ name }) => name)).toEqual(["payouts", "orders:read"]);
  const difference = async () => /class="difference">([\s\S]*?)<\/table>/.exec((await ada.get(path)).body)![1];
  expect(await difference()).not.toContain("Scopes");
  // A client of the API may send another order.
  const reordered = { ...profile, purpose: "A third purpose.", scopes: scopes.toReversed() };
  await site.core.apps.updateApp({ clientId, profile: reordered });
  expect(await difference()).not.toContain("Scopes");
  const mine = { purpose: "A fourth purpose.", [`why-${PAYOUTS}`]: "To pay another carrier." };
  const stale = await ada.upload(`${path}/edit`, { ...RESTRICTED, ...mine, revision: "1", opened, action: "save" });
  const [, touched] = /replaces the saved values:<\/p><ul>(.*?)<\/ul>/.exec(stale.body)!;
  expect(touched).toBe('<li><a href="#purpose">Purpose</a></li>');
});
