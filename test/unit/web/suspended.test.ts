import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { Party } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { type Person, useCoreSite } from "./core-site.ts";
import { csrfIn, Visitor } from "./site.ts";

const site = useCoreSite();
let developer: Person;
let owner: Person;
let operator: Person;
let clientId: string;
let merchantId: string;
let installationId: string;
beforeAll(async () => {
  developer = await site.person("Dana Developer", { developer: true });
  owner = await site.person("Mia Owner");
  operator = await site.person("Olga Operator", { operator: true });
});

beforeEach(async () => {
  clientId = await site.draft(developer, { launchUrl: "https://parcels.example/launch" });
  await site.approve(clientId);
  merchantId = `shop-${randomUUID()}`;
  const merchant = { merchantId, name: "Harbour Coffee", ownerAccountId: owner.account.accountId };
  await site.core.accounts.createMerchant(merchant, site.byKey);
  ({ installationId } = await site.install(clientId, merchantId, owner));
});

const REASON = { reasonCode: "ABUSE", reasonText: "It sold addresses." };
const suspendApp = () => site.core.apps.suspendApp({ clientId, ...REASON }, site.byKey);
const suspendMerchant = () => site.core.accounts.suspendMerchant({ merchantId, ...REASON }, site.byKey);
const suspendInstallation = (party: Party) =>
  site.core.installations.suspendInstallation({ installationId, party, reasonCode: "PAUSED" }, site.byKey);

/** The row of the installation in "Connected apps". */
async function row(): Promise<string> {
  const { body } = await owner.browser.get(`/connected-apps?merchant=${merchantId}`);
  return body.split(`<li id="${installationId}"`)[1] ?? "";
}
/** The badges of a row without those of its permissions. */
const badgesIn = (text: string) => {
  const [head = ""] = text.split('class="app-scopes"');
  return [...head.matchAll(/<span class="badge[^"]*">([^<]*)</g)].map(([, badge]) => badge);
};

describe("the consent page of an app that the shop paused", () => {
  /** With only one shop, so that the page is about it. */
  let manager: Person;
  beforeEach(async () => {
    manager = await site.person("Max Manager");
    const membership = { merchantId, accountId: manager.account.accountId, role: MerchantRole.MANAGER };
    await site.core.accounts.upsertMembership(membership, site.byKey);
  });

  async function openConsent(): Promise<string> {
    const query = {
      ...{ client_id: clientId, redirect_uri: "https://parcels.example/callback", prompt: "consent" },
      ...{ response_type: "code", state: "s", scope: "orders:read customers:read", merchant_hint: merchantId },
    };
    const parameters = Object.entries(query).map(([name, value]) => ({ name, value }));
    const { outcome } = await site.core.consent.startAuthorization({ parameters });
    return `/interactions/${outcome.value as string}`;
  }

  test("resumes it and returns", async () => {
    await suspendInstallation(Party.MERCHANT);
    const path = await openConsent();
    const page = await manager.browser.get(path);
    expect(page.statusCode).toBe(403);
    const form = page.body.split('<form method="post" id="resume"')[1]!;
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(form)![1]!;
    expect(form).toContain(`action="/connected-apps/${installationId}/resume"`);
    const resumed = await manager.browser.post(`/connected-apps/${installationId}/resume`, { csrf_token, next: path });
    expect([resumed.statusCode, resumed.headers.location]).toEqual([303, path]);
    expect((await manager.browser.get(path)).body).toContain('value="approve"');
  });

  test("leads nowhere else after it was resumed", async () => {
    await suspendInstallation(Party.MERCHANT);
    const csrf_token = csrfIn(await manager.browser.get("/account"));
    const fields = { csrf_token, next: "//evil.example/interactions/x" };
    const resumed = await manager.browser.post(`/connected-apps/${installationId}/resume`, fields);
    expect(resumed.headers.location).toBe(`/connected-apps?installation=${installationId}`);
  });

  test("does not offer that if another party stopped it too", async () => {
    await suspendInstallation(Party.MERCHANT);
    await suspendInstallation(Party.OPERATOR);
    const { body } = await manager.browser.get(await openConsent());
    expect(body).not.toContain('id="resume"');
    expect(body).toContain("Resume it in “Connected apps” first.");
  });
});

describe("connected apps", () => {
  test("an app that works is Active", async () => {
    expect(badgesIn(await row())).toEqual(["Active"]);
  });

  test("a suspended app is not Active and shows who suspended it without the reason", async () => {
    await suspendApp();
    const shown = await row();
    expect(badgesIn(shown)).toEqual(["App suspended"]);
    expect(shown).toContain("Latchkey suspended it for all shops.");
    expect(shown).not.toContain(REASON.reasonText);
    await site.core.apps.resumeApp({ clientId }, site.byKey);
    expect(badgesIn(await row())).toEqual(["Active"]);
  });

  test("a connection that waits for a suspended app says so, and nothing offers to finish it", async () => {
    const waiting = await site.draft(developer, { name: "Review Robin" });
    await site.approve(waiting);
    const redirectUri = "https://parcels.example/callback";
    const { accountId } = owner.account;
    const asked = { clientId: waiting, redirectUri, scopes: ["orders:read"], state: "s", merchantId, accountId };
    await site.core.tokens.issue(asked, site.byKey);
    const list = async () => (await owner.browser.get(`/connected-apps?merchant=${merchantId}`)).body;
    const home = async () => (await owner.browser.get("/")).body;
    expect(await list()).toContain("Finish connecting to use it.");
    expect(await home()).toContain(">Finish connecting Review Robin<");
    await site.core.apps.suspendApp({ clientId: waiting, ...REASON }, site.byKey);
    const [, past = ""] = (await list()).split('<h2 id="waiting">Not completed</h2>');
    const [, href = ""] = /href="(\/connected-apps\/[^"]+)"><strong[^>]*>Review Robin/.exec(past) ?? [];
    for (const shown of [past, (await owner.browser.get(href)).body]) {
      expect(badgesIn(shown)[0]).toBe("App suspended");
      expect(shown).toContain("Latchkey suspended it for all shops.");
      for (const untrue of ["did not finish", "Finish"]) expect(shown).not.toContain(untrue);
    }
    const tasks = await home();
    expect(tasks).toContain(">See why Review Robin has no access<");
    expect(tasks).not.toContain("Finish connecting Review Robin");
  });

  test("a suspended merchant has no Active app and one notice", async () => {
    await suspendMerchant();
    const { body } = await owner.browser.get(`/connected-apps?merchant=${merchantId}`);
    expect(body.match(/Latchkey suspended Harbour Coffee on <time[^<]*<\/time>\./g)).toHaveLength(1);
    expect(body).toMatch(/class="notice notice-fault"><p>Latchkey suspended Harbour Coffee/);
    const shown = await row();
    expect(badgesIn(shown)).toEqual(["Shop suspended"]);
    expect(shown).toContain('Allowed once it is resumed</h3></div><ul class="ticks stopped">');
    const page = (await owner.browser.get(`/connected-apps/${/<li id="([^"]*)"/.exec(body)![1]}`)).body;
    expect(page).toContain("Allowed once it is resumed</h2>");
    for (const one of [shown, page]) expect(one).not.toContain("What it may do");
  });

  test("a suspended merchant without apps has the notice as well", async () => {
    const merchant = { merchantId: `empty-${merchantId}`, name: "Tea", ownerAccountId: owner.account.accountId };
    await site.core.accounts.createMerchant(merchant, site.byKey);
    await site.core.accounts.suspendMerchant({ merchantId: merchant.merchantId, ...REASON }, site.byKey);
    const { body } = await owner.browser.get(`/connected-apps?merchant=${merchant.merchantId}`);
    expect(body).toContain("Latchkey suspended Tea.");
  });

  test.each([
    [
      "the merchant",
      Party.MERCHANT,
      "You paused this app",
      "You also paused this app. It stays paused until you resume it.",
    ],
    ["the developer", Party.APP, "The developer paused this app for your shop", "The developer also paused it."],
    ["the platform", Party.OPERATOR, "Latchkey suspended it for your shop", "also suspended it for your shop."],
  ])(
    "an installation that %s suspended says whose pause it is, also while the app is suspended",
    async (_name, party, text, also) => {
      await suspendInstallation(party);
      const paused = await row();
      expect(badgesIn(paused)).toEqual([party === Party.OPERATOR ? "Suspended" : "Paused"]);
      expect(paused).toContain(text);
      await suspendApp();
      const both = await row();
      expect(badgesIn(both)).toEqual(["App suspended"]);
      expect(both).toContain("Latchkey suspended it for all shops.");
      expect(both).toContain(also);
      expect(both).not.toContain(text);
    },
  );

  test.each([
    ["Paused", Party.MERCHANT],
    ["Paused", Party.APP],
    ["Suspended", Party.OPERATOR],
  ])("merchant, developer and operator read %s for the same state (%i)", async (word, party) => {
    await suspendInstallation(party);
    expect(badgesIn(await row())[0]).toBe(word);
    const portal = await developer.browser.get(`/portal/apps/${clientId}/installations/${installationId}`);
    const console = await operator.browser.get(`/console/installations/${installationId}`);
    for (const { body } of [portal, console]) expect(badgesIn(body.split("<h1")[1] ?? "")[0]).toBe(word);
  });

  test("an unreviewed app on a test merchant is Active until it is rejected", async () => {
    const draft = await site.draft(developer);
    const { merchant } = await site.core.accounts.createMerchant(
      { name: "Test shop", test: true, ownerAccountId: developer.account.accountId },
      site.byKey,
    );
    const { installationId: id } = await site.install(draft, merchant!.merchantId, developer);
    const shown = async () => {
      const { body } = await developer.browser.get(`/connected-apps?merchant=${merchant!.merchantId}`);
      return badgesIn(body.split(`<li id="${id}"`)[1] ?? "");
    };
    expect(await shown()).toEqual(["Active", "Test"]);
    await site.core.apps.submitApp({ clientId: draft }, site.byKey);
    await site.core.apps.startReview({ clientId: draft }, site.byKey);
    await site.core.apps.rejectApp({ clientId: draft, reasonCode: "OTHER", reasonText: "No." }, site.byKey);
    expect(await shown()).toEqual(["App rejected", "Test"]);
  });
});

describe("the confirmation of a disconnection", () => {
  const question = async () => (await owner.browser.get(`/connected-apps/${installationId}/disconnect`)).body;
  const LATER = "You can connect it again later.";

  test("says that the app can be connected again if it can", async () => {
    expect(await question()).toContain(LATER);
    await suspendInstallation(Party.MERCHANT);
    expect(await question()).toContain(LATER);
  });

  test.each([
    ["the app is suspended", suspendApp],
    ["the merchant is suspended", suspendMerchant],
    ["the developer suspended the installation", () => suspendInstallation(Party.APP)],
  ])("does not promise a reconnection while %s", async (_name, suspend) => {
    await suspend();
    const shown = await question();
    expect(shown).not.toContain(LATER);
    expect(shown).toContain("You cannot connect it again while it is suspended.");
  });
});

describe("the install link of a suspended app", () => {
  beforeEach(suspendApp);

  test.each([
    ["a stranger", () => new Visitor({ app: site.app as never })],
    ["a merchant", () => owner.browser],
    ["its developer", () => developer.browser],
  ])("shows %s its names and that nothing was installed, but not the reason", async (_name, who) => {
    const page = await who().get(`/install/${clientId}`);
    expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.body).toContain("<h1>Parcel Pilot is suspended</h1>");
    expect(page.body).toContain("Latchkey has suspended Parcel Pilot by Dana Developer, so you cannot install it.");
    expect(page.body).toContain("Nothing was installed, and nothing was shared.");
    expect(page.body).toContain("it stays connected but gets no data");
    expect(page.body).toContain('href="/connected-apps">View connected apps</a>');
    const [, main = ""] = page.body.split("<main");
    for (const untold of ["new install link", REASON.reasonText, "<form"]) expect(main).not.toContain(untold);
  });

  test("is in German on request", async () => {
    const page = await owner.browser.get(`/install/${clientId}`, { "accept-language": "de" });
    expect(page.body).toContain("<h1>Parcel Pilot ist gesperrt</h1>");
  });

  test("shows the same for a form that was opened before", async () => {
    await site.core.apps.resumeApp({ clientId }, site.byKey);
    const open = await owner.browser.get(`/install/${clientId}`);
    await suspendApp();
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(open.body)?.[1] ?? "";
    const page = await owner.browser.post(`/install/${clientId}`, { csrf_token, merchant_id: merchantId });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain("<h1>Parcel Pilot is suspended</h1>");
  });

  test("other unavailable apps are 404 as unknown ones", async () => {
    const page = await owner.browser.get(`/install/${await site.draft(developer)}`);
    expect(page.statusCode).toBe(404);
    expect(page.body).not.toContain("suspended");
  });
});

test("the address for questions stands once, in the list and on the page of a suspended app", async () => {
  const asked = await site.draft(developer, { supportContact: "help@parcels.example" });
  await site.approve(asked);
  const { installationId: id } = await site.install(asked, merchantId, owner);
  const links = async (path: string) =>
    (await owner.browser.get(path)).body.match(/<a href="mailto:help@parcels.example"/g)?.length;
  const pages = [`/connected-apps?merchant=${merchantId}`, `/connected-apps/${id}`];
  expect(await Promise.all(pages.map(links))).toEqual([1, 1]);
  await site.core.apps.suspendApp({ clientId: asked, ...REASON }, site.byKey);
  expect(await Promise.all(pages.map(links))).toEqual([1, 1]);
  expect((await owner.browser.get(pages[1]!)).body).toContain("About the app: <a href=");
});

test("console and portal show suspensions of app and merchant on an active installation", async () => {
  await suspendApp();
  await suspendMerchant();
  const pages: [Person, string][] = [
    [operator, `/console/installations/${installationId}`],
    [operator, `/console/installations?merchant=${merchantId}`],
    [developer, `/portal/apps/${clientId}/installations`],
    [developer, `/portal/apps/${clientId}/installations/${installationId}`],
  ];
  for (const [person, url] of pages) {
    const { statusCode, body } = await person.browser.get(url);
    expect(statusCode, url).toBe(200);
    expect(body, url).toMatch(/<span class="badge badge-bad">App suspended<\/span> <span[^>]*>Merchant/);
    // Every page has one verdict, without the state of the installation itself.
    expect(body, url).not.toMatch(/Active<\/span> <span class="badge badge-bad">App/);
  }
});

test("the console's verdict leads to the step of each party: the suspended app and merchant, and the developer's account", async () => {
  const linksOf = async () => {
    const { body } = await operator.browser.get(`/console/installations/${installationId}`);
    const actions = /<div class="verdict-actions">(.*?)<\/section>/s.exec(body)?.[1] ?? "";
    return [...actions.matchAll(/<a class="button[^"]*" href="([^"]*)">([^<]*)</g)].map(([, href, text]) => [
      text,
      href,
    ]);
  };
  await suspendMerchant();
  expect(await linksOf()).toEqual([["Resume the merchant", `/console/merchants/view?id=${merchantId}#standing`]]);
  await suspendApp();
  expect(await linksOf()).toEqual([
    ["Resume the app", `/console/apps/${clientId}#state-changes`],
    ["Resume the merchant", `/console/merchants/view?id=${merchantId}#standing`],
  ]);
});

test("the console's verdict leads to the account of a developer who must act", async () => {
  await suspendInstallation(Party.APP);
  const { body } = await operator.browser.get(`/console/installations/${installationId}`);
  const account = `/console/accounts/${developer.account.accountId}`;
  expect(body).toMatch(
    new RegExp(
      `href="/console/apps/${clientId}">Open the app</a>\\s*<a class="button[^"]*" href="${account}">Open the dev`,
    ),
  );
});
