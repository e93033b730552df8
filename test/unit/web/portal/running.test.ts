import { randomUUID } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { csrfIn, PUBLIC_URL } from "../site.ts";
import {
  approve,
  COMPLETE,
  clientIdIn,
  type Developer,
  ORDERS,
  PASSWORD,
  secretIn,
  signUp,
  usePortalSite,
} from "./portal-site.ts";

const site = usePortalSite();

/** A developer with a live app; gives its page. */
async function withLiveApp(changes: Record<string, string> = {}) {
  const ada = await signUp(site);
  const made = await ada.upload("/portal/apps/new", { ...COMPLETE, ...changes, action: "submit" });
  const clientId = clientIdIn(made);
  await approve(site, clientId);
  return { ada, clientId, path: `/portal/apps/${clientId}`, secret: secretIn(made) };
}

const secretsOf = async (clientId: string) => (await site.core.apps.getApp({ clientId })).app!.secrets;

test("the page of an app has no summary while the core cannot read the statistics; other failures are errors", async () => {
  const { ada, path } = await withLiveApp();
  const read = vi.spyOn(site.pageClients.apps, "getAppStatistics");
  for (const code of [Code.Unavailable, Code.Unimplemented]) {
    read.mockRejectedValue(new ConnectError("no statistics", code));
    const { statusCode, body } = await ada.get(path);
    expect([statusCode, body.includes('id="secrets"'), body.includes('id="summary"')]).toEqual([200, true, false]);
  }
  read.mockRejectedValue(new ConnectError("a defect", Code.Internal));
  expect((await ada.get(path)).statusCode).toBe(500);
  read.mockRestore();
});

describe("secrets", () => {
  test("the page that retires the only one leads with another secret", async () => {
    const { ada, clientId, path } = await withLiveApp();
    const [secret] = await secretsOf(clientId);
    const page = async () => (await ada.get(`${path}/secrets/${secret!.secretId}`)).body;
    const add = new RegExp(
      `action="${path}/secrets"[^>]*>.*\\s*<button type="submit"\\s*(class="")?>Add secret</button>`,
    );
    expect(await page()).toMatch(add);
    expect(await page()).toContain('value="later" class="secondary outline"');
    await ada.submit(path, {}, `${path}/secrets`);
    expect(await page()).not.toContain("Add secret");
  });

  test("the first after all others were retired replaces none", async () => {
    const { ada, clientId, path } = await withLiveApp();
    const [only] = await secretsOf(clientId);
    await ada.submit(`${path}/secrets/${only!.secretId}`, { when: "now" });
    const made = await ada.follow(await ada.submit(path, {}, `${path}/secrets`));
    expect(made.body).toContain('role="status"><p>Secret added. Configure it on your server.</p>');
    expect(made.body).not.toContain("old secret");
  });

  test("a second is shown once, a third is 409, and one retires in 7 days or at once", async () => {
    const { ada, clientId, path } = await withLiveApp();
    const made = await ada.follow(await ada.submit(path, {}, `${path}/secrets`));
    expect([made.statusCode, made.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(secretIn(made)).not.toBe("");
    expect(made.body).toContain('role="status"><p>Secret added. Switch your server to it in the steps below.</p>');
    expect(made.body).toContain("Retire the old secret. It works for 7 more days.");
    expect((await ada.get(path)).body).not.toContain(secretIn(made));
    // Loaded again, the page of the new one shows it no more and makes no other.
    const again = await ada.get(`${path}/secret-made`);
    expect([again.statusCode, again.headers.location]).toEqual([303, `${path}#secrets`]);
    expect(await secretsOf(clientId)).toHaveLength(2);
    // By then the page has no button for it any more.
    const third = await ada.submit("/portal/check", {}, `${path}/secrets`);
    expect(third.statusCode).toBe(409);
    expect(third.body).toContain("Two secrets are already active");
    const [first, second] = await secretsOf(clientId);
    const later = await ada.submit(`${path}/secrets/${first!.secretId}`, { when: "later" });
    expect(later.headers.location).toBe(path);
    expect((await secretsOf(clientId))[0]!.endsAt).toBeDefined();
    await ada.submit(`${path}/secrets/${first!.secretId}`, { when: "now" });
    expect((await secretsOf(clientId)).map(({ secretId }) => secretId)).toEqual([second!.secretId]);
    expect((await ada.submit(`${path}/secrets/${second!.secretId}`, { when: "never" })).statusCode).toBe(400);
    const gone = await ada.submit("/portal/check", { when: "now" }, `${path}/secrets/${first!.secretId}`);
    expect(gone.statusCode).toBe(404);
    expect(gone.body).toContain(`<h1>Secret …\u2060${first!.hint} is retired</h1>`);
    expect(gone.body).toMatch(/has not worked since <time[^>]*>[^<]*<\/time>, retired <span dir="auto">by you \(Ada\)/);
    expect(gone.body).toContain(`href="${path}#secrets">Go to the secrets</a>`);
    const unknown = await ada.get(`${path}/secrets/${randomUUID()}`);
    expect([unknown.statusCode, unknown.body.includes("The app has no such secret.")]).toEqual([404, true]);
    const stranger = await (await signUp(site)).get(`${path}/secrets/${first!.secretId}`);
    expect([stranger.statusCode, stranger.body.includes(first!.hint)]).toEqual([404, false]);
  });

  test("C12 forged forms neither create nor retire one", async () => {
    const { ada, clientId, path } = await withLiveApp();
    const [secret] = await secretsOf(clientId);
    const url = `${path}/secrets/${secret!.secretId}`;
    expect((await ada.post(url, { when: "now" })).statusCode).toBe(403);
    const foreign = csrfIn(await (await signUp(site)).get("/portal/check"));
    expect((await ada.post(`${path}/secrets`, { csrf_token: foreign })).statusCode).toBe(403);
    expect((await ada.post(`${path}/archive`, { csrf_token: foreign, confirm: "yes" })).statusCode).toBe(403);
    expect(await secretsOf(clientId)).toHaveLength(1);
  });
});

describe("the pending revision of a live app", () => {
  test("is shown with its differences and can be discarded", async () => {
    const { ada, clientId, path } = await withLiveApp();
    const next = { ...COMPLETE, name: "Parcel Pro", "redirect_uri-1": "https://parcel.example/two", action: "save" };
    await ada.upload(`${path}/edit`, next);
    const page = (await ada.get(path)).body;
    expect(page).toContain("<del>Parcel Pilot</del>");
    expect(page).toContain("<ins>Parcel Pro</ins>");
    expect(page).toContain("<ins>https://parcel.example/<wbr>two</ins>");
    expect(page).not.toContain("<del>https://parcel.example/<wbr>callback</del>");
    expect((await ada.get(`${path}/edit`)).body).toContain('value="Parcel Pro"');
    await ada.submit(path, {}, `${path}/discard`);
    expect((await ada.get(path)).body).not.toContain("Parcel Pro");
    expect((await site.core.apps.getApp({ clientId })).app!.profile!.name).toBe("Parcel Pilot");
  });

  test("shows a change of the privacy policy, which the form can remove", async () => {
    const { ada, clientId, path } = await withLiveApp();
    expect((await ada.get(path)).body).toContain('<a href="https://parcel.example/privacy"');
    await ada.upload(`${path}/edit`, { ...COMPLETE, privacy_policy: "", action: "save" });
    expect((await ada.get(path)).body).toContain("<del>https://parcel.example/<wbr>privacy</del>");
    expect((await site.core.apps.getApp({ clientId })).app!.pending!.profile!.privacyPolicy).toBeUndefined();
  });

  test("fields without an input keep their value", async () => {
    const { ada, clientId, path } = await withLiveApp();
    const { app } = await site.core.apps.getApp({ clientId });
    await site.core.apps.updateApp({
      clientId,
      profile: { ...app!.profile!, webhookUrl: "https://parcel.example/hook" },
    });
    await ada.upload(`${path}/edit`, { ...COMPLETE, name: "Other", action: "save" });
    expect((await site.core.apps.getApp({ clientId })).app!.pending!.profile).toMatchObject({
      name: "Other",
      webhookUrl: "https://parcel.example/hook",
    });
  });
});

test("an app is archived only with the checkbox", async () => {
  const { ada, clientId, path } = await withLiveApp();
  const unconfirmed = await ada.submit(`${path}/archive`, {});
  expect(unconfirmed.statusCode).toBe(400);
  expect(unconfirmed.body).toContain("I understand the effect");
  expect((await site.core.apps.getApp({ clientId })).app!.state).toBe(5);
  await ada.submit(`${path}/archive`, { confirm: "yes" });
  expect((await site.core.apps.getApp({ clientId })).app!.state).toBe(8);
  expect((await ada.get(path)).body).toContain("The app is archived.");
});

const FAILED = /Token reused|Access revoked/;

describe("installations", () => {
  test("with their health: when refreshed, when and why it failed, days to expiry", async () => {
    const { ada, clientId, path, secret } = await withLiveApp();
    await install(clientId, secret);
    const read = async () => (await ada.get(`${path}/installations`)).body;
    // The service writes the time of a refresh after its response.
    await expect.poll(read).toContain("in the last hour");
    const page = await read();
    expect(page).toContain("Harbour &lt;Coffee&gt;");
    expect(page).toContain("Needs attention");
    expect(page).toMatch(FAILED);
    expect((await ada.get(`${path}/installations?state=uninstalled`)).body).toContain("No uninstalled merchants");
    expect((await ada.get(`${path}/installations?search=zzz`)).body).toContain("<strong>No results for “zzz”</strong>");
    expect((await ada.get(`${path}/installations?search=%3Cx%3E`)).statusCode).toBe(200);
  });

  test("one of them shows granted and declined scopes, and is paused and resumed for the app", async () => {
    const { ada, clientId, path, secret } = await withLiveApp();
    await install(clientId, secret);
    const [installation] = (await site.core.installations.listInstallations({ clientId })).installations;
    const address = `${path}/installations/${installation!.installationId}`;
    expect((await ada.get(`${path}/installations`)).body).toContain(`href="${address}"`);
    const page = (await ada.get(address)).body;
    for (const text of ["Harbour &lt;Coffee&gt;", "orders:read", "this page cannot show which ones your app uses"])
      expect(page).toContain(text);
    // A success that was recorded within the same hour hides the failure from the title.
    expect(page).toMatch(/Recovered from: (Token reused|Access revoked)\.|tokens were revoked<\/h2>/);
    expect(page).toMatch(/verdict-warn"[\s\S]*If you pause it too|verdict-good"[\s\S]*tokens of a paused installation/);
    const reason_text = "We move our servers.\r\nBack at noon.";
    expect((await ada.submit(address, { reason_text }, `${address}/pause`)).headers.location).toBe(address);
    const paused = async () => (await site.core.installations.getInstallation(idOf(installation!))).installation!;
    expect(await paused()).toMatchObject({
      suspendedByParties: [1],
      reasonText: "We move our servers.\nBack at noon.",
    });
    const body = (await ada.get(address)).body;
    expect(body).toMatch(/You paused this installation[\s\S]*We move our servers[\s\S]*Resume installation/);
    expect(body).not.toContain("Pause installation");
    expect((await ada.get(`${path}/installations`)).body).toContain("by you</small>");
    await site.core.installations.suspendInstallation({ ...idOf(installation!), party: 3, reasonCode: "ABUSE" });
    const both = (await ada.get(address)).body;
    expect(both).toMatch(
      /verdict-bad"[\s\S]*<h2 id="verdict">[^<]* suspended this installation[\s\S]*You also paused it/,
    );
    expect((await ada.submit(address, {}, `${address}/resume`)).headers.location).toBe(address);
    expect((await paused()).suspendedByParties).toEqual([3]);
    expect((await ada.submit(address, { reason_text: "x".repeat(2_001) }, `${address}/pause`)).statusCode).toBe(400);
  });

  test("one that was uninstalled while paused can be resumed, so that the merchant can connect again", async () => {
    const { ada, clientId, path, secret } = await withLiveApp();
    await install(clientId, secret);
    const [installation] = (await site.core.installations.listInstallations({ clientId })).installations;
    const address = `${path}/installations/${installation!.installationId}`;
    await ada.submit(address, { reason_text: "" }, `${address}/pause`);
    await site.core.installations.uninstall({ ...idOf(installation!), party: 2 });
    const page = (await ada.get(address)).body;
    expect(page).toContain(
      "You paused it before it was uninstalled. The merchant cannot connect the app again until you resume it.",
    );
    expect(page).not.toContain("its tokens work again");
    expect((await ada.get(`${path}/installations`)).body).toContain("0 active installations · 1 uninstalled</p>");
    await ada.submit(address, {}, `${address}/resume`);
    const { suspendedByParties } = (await site.core.installations.getInstallation(idOf(installation!))).installation!;
    expect(suspendedByParties).toEqual([]);
    expect((await ada.get(address)).body).not.toContain(`${address}/`);
  });

  test("of another app, or of another developer's, is not found, and a forged pause is refused", async () => {
    const { ada, clientId, path, secret } = await withLiveApp();
    await install(clientId, secret);
    const [installation] = (await site.core.installations.listInstallations({ clientId })).installations;
    const address = `${path}/installations/${installation!.installationId}`;
    const eve = await signUp(site);
    expect((await eve.get(address)).statusCode).toBe(404);
    expect((await ada.get(`${path}/installations/nothing`)).statusCode).toBe(404);
    const other = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, name: "Other", action: "save" }));
    expect((await ada.get(`/portal/apps/${other}/installations/${installation!.installationId}`)).statusCode).toBe(404);
    expect((await ada.post(`${address}/pause`, { reason_text: "", csrf_token: "no" })).statusCode).toBe(403);
    expect((await site.core.installations.getInstallation(idOf(installation!))).installation!.state).toBe(2);
  });

  const idOf = ({ installationId }: { installationId: string }) => ({ installationId });

  /** Installs the app and presents a spent token again. */
  async function install(clientId: string, clientSecret: string): Promise<void> {
    const { accounts, tokens } = site.core;
    const owner = (await accounts.createAccount({ email: `${randomUUID()}@example.com`, name: "Olga" })).account!
      .accountId;
    const { merchant } = await accounts.createMerchant({ name: "Harbour <Coffee>", ownerAccountId: owner });
    const redirectUri = COMPLETE["redirect_uri-0"];
    const about = { clientId, redirectUri, scopes: ["orders:read"], state: "s", accountId: owner };
    const { code } = await tokens.issue({ ...about, merchantId: merchant!.merchantId });
    const credentials = { clientId, proof: { case: "clientSecret", value: clientSecret } as const };
    const first = await tokens.exchange({ credentials, code, redirectUri });
    const second = await tokens.refresh({ credentials, refreshToken: first.refreshToken });
    await tokens.refresh({ credentials, refreshToken: second.refreshToken });
    const again = tokens.refresh({ credentials, refreshToken: first.refreshToken });
    await expect(again).rejects.toThrow();
    // Where the database is busy a note may be lost; the next refusal is noted, too, by then because the access has ended.
    const afterAnother = async () => {
      await tokens.refresh({ credentials, refreshToken: first.refreshToken }).catch(() => null);
      return health(clientId);
    };
    await expect.poll(afterAnother, { timeout: 60_000, interval: 500 }).toBeGreaterThan(0);
  }

  async function health(clientId: string): Promise<number> {
    const { installations } = await site.core.installations.listInstallations({ clientId });
    return installations[0]?.lastFailure ?? 0;
  }
});

describe("test merchants", () => {
  const made = async (ada: Developer) => {
    await ada.submit("/portal/test-merchants", { name: "Corner shop" });
    const { body } = await ada.get("/portal/test-merchants");
    return /test-merchants\/([^/"]+)\/install/.exec(body)?.[1] ?? /mer_[0-9a-f-]+/.exec(body)?.[0] ?? "";
  };

  test("belong to the developer, and an unapproved app is installed on them by its launch URL", async () => {
    const ada = await signUp(site);
    const launch = { launch_url: "https://parcel.example/launch" };
    const clientId = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, ...launch, action: "save" }));
    const merchantId = await made(ada);
    const action = `/portal/test-merchants/${merchantId}/install`;
    const started = await ada.submit("/portal/test-merchants", { client_id: clientId }, action);
    expect(started.statusCode).toBe(303);
    expect(started.headers.location).toMatch(/^https:\/\/parcel\.example\/launch\?iss=.*&install_token=lk_it_/);
    const eve = await signUp(site);
    expect((await eve.get("/portal/test-merchants")).body).not.toContain("Corner shop");
    await made(eve);
    expect((await eve.submit("/portal/test-merchants", { client_id: clientId }, action)).statusCode).toBe(404);
    expect((await site.app.inject({ url: `/install/${clientId}`, headers: cookieOf(ada) })).statusCode).toBe(404);
  });

  test("without a launch URL the page shows the authorization URL to begin with", async () => {
    const ada = await signUp(site);
    const clientId = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" }));
    const merchantId = await made(ada);
    const action = `/portal/test-merchants/${merchantId}/install`;
    const page = await ada.submit("/portal/test-merchants", { client_id: clientId }, action);
    expect(page.body).toContain(`&amp;state=<mark>STATE</mark>&amp;merchant_hint=${merchantId}</code>`);
    expect(page.body).toContain("<dt><mark>STATE</mark></dt><dd>A placeholder. The app replaces it");
  });

  test("need a name", async () => {
    const page = await (await signUp(site)).submit("/portal/test-merchants", { name: " " });
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('<a href="#name">');
  });

  function cookieOf(visitor: Developer) {
    return { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  }
});

describe("the check of authorization URLs", () => {
  test("shows all errors of an own app, and nothing about others", async () => {
    const { ada, clientId } = await withLiveApp();
    const url = `https://login.example/oauth/authorize?client_id=${clientId}&redirect_uri=https://parcel.example/&scope=payouts&response_type=token&state=<b>`;
    const page = await ada.submit("/portal/check", { url });
    expect(page.body).toContain("3 errors");
    expect(page.body).toContain("compared character by character");
    expect(page.body).toMatch(
      /https:\/\/parcel\.example\/<\/code><br>Registered: <br><code class="detail">https:\/\/parcel\.example<span class="nowrap">\/<mark>c<\/mark><\/span>allback<\/code>/,
    );
    expect(page.body).toContain("You sent “token”. Send “code”, or leave out the parameter.");
    expect(page.body.match(/The merchant sees an error page; your app receives nothing\./g)).toHaveLength(1);
    const corrected = new URLSearchParams({
      client_id: clientId,
      redirect_uri: COMPLETE["redirect_uri-0"]!,
      scope: "orders:read",
      response_type: "code",
      state: "<b>",
    });
    expect(page.body).toContain(
      `<code class="secret" id="corrected-url">${PUBLIC_URL}/oauth/authorize?${String(corrected).replaceAll("&", "&amp;")}</code>`,
    );
    const other = await ada.submit("/portal/check", { url: url.replace("parcel.example/", "parcel.example/cbllback") });
    expect(other.body).toContain(
      '<code class="detail">https://parcel.example/<span class="nowrap">c<mark>b</mark></span>llback</code>',
    );
    expect(page.body).toContain("<code>invalid_scope</code>");
    expect(page.body).toContain("&lt;b&gt;");
    const partly = await ada.submit("/portal/check", { url: `${url}&state=other`.replace("state=<b>", "state=x") });
    expect(partly.body).toContain("1 error is left, which only you can correct.");
    const foreign = await (await signUp(site)).submit("/portal/check", { url });
    expect(foreign.body).toContain("None of your apps has this client_id.");
    expect(foreign.body).not.toContain("Parcel Pilot");
    expect(foreign.body).not.toContain("Corrected URL");
    expect((await ada.submit("/portal/check", { url: "" })).statusCode).toBe(400);
  });

  test("recognizes the install link of an own app, and tells nothing about others", async () => {
    const { ada, clientId } = await withLiveApp();
    const url = `${PUBLIC_URL}/install/${clientId}`;
    const { body } = await ada.submit("/portal/check", { url });
    expect(body).toContain("This is an install link, not an authorization URL</h2>");
    expect(body).toContain(`<a href="/portal/apps/${clientId}">Parcel Pilot</a>`);
    expect(body).not.toContain("rejects this request");
    expect(body).toContain("The link works for all merchants. Merchants open this link");
    const foreign = await (await signUp(site)).submit("/portal/check", { url });
    expect(foreign.body).toContain("None of your apps has the client_id of this link.");
    expect(foreign.body).not.toContain("Parcel Pilot");
    await site.core.apps.suspendApp({ clientId, reasonCode: "ABUSE", reasonText: "It misbehaved." });
    expect((await ada.submit("/portal/check", { url })).body).toContain("Latchkey suspended this app.");
  });

  test("says that an app without approval has no install link yet", async () => {
    const ada = await signUp(site);
    const clientId = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" }));
    await ada.submit("/portal/test-merchants", { name: "Try-out" });
    const { body } = await ada.submit("/portal/check", { url: `${PUBLIC_URL}/install/${clientId}` });
    expect(body).toContain("The app gets its install link when it is approved.");
    expect(body).not.toContain("works for all merchants");
  });

  test("names the only difference of an address in a sentence", async () => {
    const { ada, clientId } = await withLiveApp();
    const checked = async (url: string) => (await ada.submit("/portal/check", { url })).body;
    const http = PUBLIC_URL.replace("https:", "http:");
    const install = await checked(`${http}/install/${clientId}`);
    expect(install).toContain("This is an install link, not an authorization URL</h2>");
    expect(install).toContain("Use https:// in place of http://.");
    expect(install).not.toContain("works for all merchants");
    const url = authorizeUrl(clientId);
    expect(await checked(url.replace("https:", "http:"))).toContain("Use https:// in place of http://.");
    expect(await checked(url.replace(PUBLIC_URL, `${PUBLIC_URL}:8443`))).toContain("Leave out the port 8443.");
    expect(await checked(url.replace("https://parcel", "https://Parcel"))).toContain(
      "Only upper and lower case differ.",
    );
    expect(await checked(url.replace("/oauth/", "/OAuth/"))).toContain("Only upper and lower case differ.");
  });

  test("names the &amp; of a URL from HTML and offers the URL without it", async () => {
    const { ada, clientId } = await withLiveApp();
    const url = authorizeUrl(clientId);
    const { body } = await ada.submit("/portal/check", { url: url.replaceAll("&", "&amp;") });
    expect(body).toContain("1 error</h2>");
    expect(body).toContain("The URL contains &amp;amp; in place of &amp;, as in HTML.");
    expect(body).not.toContain("<strong><code>client_id</code></strong>");
    expect(body).toContain(`id="corrected-url">${url.replaceAll("&", "&amp;")}</code>`);
  });

  test("names the registered scope that a misspelled one is close to", async () => {
    const { ada, clientId } = await withLiveApp();
    const asked = async (scope: string) =>
      (await ada.submit("/portal/check", { url: authorizeUrl(clientId).replace(/orders(:|%3A)read/, scope) })).body;
    expect(await asked("orders:raed")).toContain("Did you mean orders:read?");
    // The misspelled scope is not missing as well.
    expect(await asked("orders:raed nothing:such")).not.toContain("Registered as required");
    expect(await asked("products")).not.toContain("Did you mean");
  });

  test("says why an app cannot be connected, in a sentence for its state", async () => {
    const { ada, clientId } = await withLiveApp();
    const url = authorizeUrl(clientId);
    const reasonOf = async () =>
      /<ol class="findings"><li><p>([^<]*)/.exec((await ada.submit("/portal/check", { url })).body)?.[1];
    await site.core.apps.suspendApp({ clientId, reasonCode: "ABUSE", reasonText: "It misbehaved." });
    expect((await reasonOf())?.trim()).toBe(
      "Latchkey suspended this app. It cannot be connected until Latchkey resumes it.",
    );
    await site.core.apps.archiveApp({ clientId });
    expect((await reasonOf())?.trim()).toBe("This app is archived. It can never be connected again.");
    const draft = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" }));
    const { body } = await ada.submit("/portal/check", { url: authorizeUrl(draft) });
    expect(body).toContain(
      'works on your test merchants only, and you have none. <a href="/portal/test-merchants">Create a test merchant</a>',
    );
    expect(body).not.toContain("DRAFT");
    await ada.submit(`/portal/apps/${draft}`, {}, `/portal/apps/${draft}/submit`);
    await site.core.apps.startReview({ clientId: draft });
    await site.core.apps.rejectApp({ clientId: draft, reasonCode: "OTHER", reasonText: "Not yet." });
    const rejected = await ada.submit("/portal/check", { url: authorizeUrl(draft) });
    expect(rejected.body).toContain("Latchkey rejected this app.");
  });

  test("reads a URL that was wrapped over several lines", async () => {
    const { ada, clientId } = await withLiveApp();
    const url = ` ${authorizeUrl(clientId)}\r\n`
      .replace("client_id", "cl \r\n  ient_id")
      .replace("redirect", "re\r\ndirect");
    const { body } = await ada.submit("/portal/check", { url });
    expect(body).toContain("The URL is valid");
    expect(body).toMatch(/<textarea[^>]*>\s*https:[^\s]*<\/textarea>/);
    const spaced = await ada.submit("/portal/check", { url: authorizeUrl(clientId, "orders:read payouts") });
    expect(spaced.body).toContain('<code class="detail">payouts</code>');
  });

  test("tells a refused scope from one that is not registered", async () => {
    const payouts = Buffer.from("payouts").toString("base64url");
    const restricted = { [`scope-${payouts}`]: "yes", [`why-${payouts}`]: "To pay the carrier." };
    const { ada, clientId } = await withLiveApp(restricted);
    const scope = "orders:read payouts nothing:such";
    const { body } = await ada.submit("/portal/check", { url: authorizeUrl(clientId, scope) });
    expect(body).toContain("2 errors");
    expect(body).toMatch(/Not registered for the app:\s*<br><code class="detail">nothing:such<\/code>/);
    expect(body).toMatch(/Refused by Latchkey\. Merchants cannot grant it:\s*<br><code class="detail">payouts<\/code>/);
  });

  function authorizeUrl(clientId: string, scope = "orders:read") {
    return `${PUBLIC_URL}/oauth/authorize?client_id=${clientId}&redirect_uri=${COMPLETE["redirect_uri-0"]}&scope=${scope}&state=0123456789abcdef`;
  }
});

describe("lists", () => {
  test("are searched, filtered by state and paged in the URL", async () => {
    const ada = await signUp(site);
    for (let n = 0; n < 21; n++) await ada.upload("/portal/apps/new", { name: `App ${n + 10}`, action: "save" });
    const first = (await ada.get("/portal")).body;
    expect(first).toContain("App 10");
    expect(first).not.toContain("App 30");
    const next = /href="(\/portal\?page=[^"]+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await ada.get(next)).body).toContain("App 30");
    const found = (await ada.get("/portal?q=app%2012")).body;
    expect(found).toContain("App 12");
    expect(found).not.toContain("App 13");
    expect((await ada.get("/portal?state=approved")).body).toContain("Change or clear the filters.");
  });
});

test("the list of apps counts installations that need attention, and its next step is the one of the app's page", async () => {
  const { ada, clientId, path } = await withLiveApp();
  const { account } = await site.core.accounts.createAccount({ email: `${randomUUID()}@shop.example`, name: "Olga" });
  const accountId = account!.accountId;
  const { merchant } = await site.core.accounts.createMerchant({ name: "Corner shop", ownerAccountId: accountId });
  const about = { clientId, redirectUri: COMPLETE["redirect_uri-0"]!, scopes: ["orders:read"], state: "s", accountId };
  await site.core.tokens.issue({ ...about, merchantId: merchant!.merchantId });
  const list = async () => (await ada.get("/portal")).body;
  expect(await list()).not.toContain("1 needs attention");
  expect(await list()).toContain("Share the install link.");
  const sql = new pg.Client({ connectionString: site.databaseUrl });
  await sql.connect();
  await sql.query(
    `update installation set state = 'ACTIVE', tokens_expire_at = now() - interval '2 hours'
     where app_id = (select id from app where client_id = $1)`,
    [clientId],
  );
  await sql.end();
  const link = `<a class="figure-warn nowrap" href="${path}/installations?health=needs_attention">1 needs attention</a>`;
  expect(await list()).toContain(link);
  expect(await list()).toContain("Check the installations that need attention.");
  expect((await ada.get(path)).body).toContain("The app is live, but 1 installation needs attention");
  await ada.upload(`${path}/edit`, { ...COMPLETE, name: "Parcel Pro", action: "save" });
  expect(await list()).toContain(link);
  expect(await list()).toContain("Check the installations that need attention.");
  expect(await list()).not.toContain("Submit or discard your changes.");
  const task = /: 1 installation needs attention<\/strong>[^\n]*?<a class="row-act" href="([^"]*)"/.exec(await list());
  expect(task?.[1]).toBe(`${path}/installations?health=needs_attention`);
  const page = (await ada.get(path)).body;
  expect(page.indexOf("<h3>Do this first</h3>")).toBeLessThan(page.indexOf("Your changes are a draft."));
});

describe("the account", () => {
  test("changes the password with the current one; a wrong one is an error of its field", async () => {
    const ada = await signUp(site);
    const wrong = await ada.submit("/account", {
      current_password: "not this one",
      new_password: "another long password",
    });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('<a href="#current_password">');
    const short = await ada.submit("/account", { current_password: PASSWORD, new_password: "short" });
    expect(short.body).toContain('<a href="#new_password">');
    const done = await ada.submit("/account", { current_password: PASSWORD, new_password: "another long password" });
    expect(done.headers.location).toBe("/account?changed=yes");
    expect((await ada.post("/account", { current_password: "x", new_password: "y" })).statusCode).toBe(403);
    const again = await ada.submit("/sign-in", { email: ada.email, password: "another long password" });
    expect(again.statusCode).toBe(303);
  });
});

test("every page is available in German", async () => {
  const { ada, path } = await withLiveApp({ [`optional-${ORDERS}`]: "yes" });
  for (const url of ["/portal", path, `${path}/edit`, `${path}/installations`, "/portal/check", "/account"]) {
    const page = await ada.get(url, { "accept-language": "de" });
    expect([url, page.statusCode, page.headers["content-language"]]).toEqual([url, 200, "de"]);
    expect(page.body).toMatch(/<html lang="de">/);
  }
  const refused = await ada.upload(
    `${path}/edit`,
    { ...COMPLETE, "redirect_uri-0": "https://a.example/#b", action: "save" },
    undefined,
    { "accept-language": "de" },
  );
  expect(refused.body).toContain("Entfernen Sie das Fragment (#).");
});
