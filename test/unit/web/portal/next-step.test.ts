import pg from "pg";
import { describe, expect, test } from "vitest";
import {
  approve,
  COMPLETE,
  clientIdIn,
  type Developer,
  signUp,
  signUpUnverified,
  usePortalSite,
} from "./portal-site.ts";

const site = usePortalSite();

const REASON = { reasonCode: "PURPOSE", reasonText: "Say which carriers." };

async function addApp(developer: Developer, action: "save" | "submit") {
  const clientId = clientIdIn(await developer.upload("/portal/apps/new", { ...COMPLETE, action }));
  return { clientId, path: `/portal/apps/${clientId}` };
}

/** A row of the open tasks. */
const taskOf = (label: string, href: string) =>
  new RegExp(`<strong dir="auto">${label}</strong><small>[^<]*</small><a class="row-act" href="${href}"`);

/** Marks a secret as used now. */
async function use(secretId: string): Promise<void> {
  const sql = new pg.Client({ connectionString: site.databaseUrl });
  await sql.connect();
  await sql.query("update app_secret set last_used_at = now() where id = $1", [secretId]);
  await sql.end();
}

/** The primary and the other ones among the next steps of the app's page and the actions of its header. */
async function stepsOn(developer: Developer, path: string) {
  const { body } = await developer.get(path);
  const [, section = ""] = /aria-labelledby="next-step">(.*?)<\/section>/s.exec(body) ?? [];
  const [, actions = ""] = /<div class="page-actions">(.*?)<\/div>/s.exec(body) ?? [];
  expect(actions).toMatch(/>(Edit app|Withdraw from review)</);
  const steps = [...(actions + section).matchAll(/<(?:button|a class="button)([^>]*)>([^<]*)</g)];
  const isPrimary = (attributes = "") => !/secondary|quiet|outline/.test(attributes);
  const textsOf = (found: RegExpExecArray[]) => found.map(([, , text]) => text);
  return {
    primary: textsOf(steps.filter(([, attributes]) => isPrimary(attributes))),
    others: textsOf(steps.filter(([, attributes]) => !isPrimary(attributes))),
  };
}

describe("the page of an app has one primary next step", () => {
  test("verifies the e-mail address before it submits a draft", async () => {
    const ada = await signUpUnverified(site);
    const { path } = await addApp(ada, "save");
    expect(await stepsOn(ada, path)).toEqual({ primary: ["Verify e-mail address"], others: ["Edit app"] });
  });

  test("from the draft to the live app", async () => {
    const ada = await signUp(site);
    const { clientId, path } = await addApp(ada, "save");
    expect(await stepsOn(ada, path)).toEqual({ primary: ["Submit for review"], others: ["Edit app"] });
    await site.core.apps.submitApp({ clientId });
    const waiting = { primary: ["Try it on a test merchant"], others: ["Withdraw from review"] };
    expect(await stepsOn(ada, path)).toEqual(waiting);
    const submitted = await ada.get(path);
    expect(submitted.body).toMatch(/withdraw it first\. Submitted: <time/);
    expect(submitted.body).toContain('<span class="badge badge-plain">Submitted</span>');
    await site.core.apps.startReview({ clientId });
    expect(await stepsOn(ada, path)).toEqual(waiting);
    await site.core.apps.requestChanges({ clientId, ...REASON });
    expect(await stepsOn(ada, path)).toEqual({ primary: ["Edit app"], others: ["Submit again"] });
    await site.core.apps.submitApp({ clientId });
    await site.core.apps.startReview({ clientId });
    await site.core.apps.rejectApp({ clientId, ...REASON });
    expect(await stepsOn(ada, path)).toEqual({ primary: ["Edit app"], others: ["Submit again"] });
    await site.core.apps.submitApp({ clientId });
    await approve(site, clientId);
    expect(await stepsOn(ada, path)).toEqual({ primary: ["Copy install link"], others: ["Edit app"] });
    const atApp = "start the connection on its website, because the app has no launch URL.";
    const live = (await ada.get(path)).body;
    expect([live.match(/no launch URL/g)?.length, live.includes(atApp)]).toEqual([1, true]);
    expect(live).toContain("The app is live. Share its install link with merchants.");
    const entry = /Created<\/strong> <span[^>]*>by you \(Ada\)<\/span><\/span> <small[^>]*><time[^>]*>[^<]*, \d\d:\d\d/;
    expect((await ada.get(path)).body).toMatch(entry);
    const launched = await addApp(ada, "save");
    await ada.upload(`${launched.path}/edit`, {
      ...COMPLETE,
      launch_url: "https://parcel.example/go",
      action: "submit",
    });
    await approve(site, launched.clientId);
    const { body } = await ada.get(launched.path);
    expect([body.includes("Share its install link"), body.includes(atApp)]).toEqual([true, false]);
  });

  test("for the changes of a live app", async () => {
    const ada = await signUp(site);
    const { clientId, path } = await addApp(ada, "submit");
    await approve(site, clientId);
    await ada.upload(`${path}/edit`, { ...COMPLETE, name: "Parcel Pro", action: "save" });
    const others = ["Edit app", "Discard changes"];
    expect(await stepsOn(ada, path)).toEqual({ primary: ["Submit for review"], others });
    expect((await ada.get("/portal")).body).toContain("Submit or discard your changes.");
    expect((await ada.get(`${path}/edit`)).body).toContain('value="save" class="secondary">Save as draft<');
    await site.core.apps.submitApp({ clientId });
    expect(await stepsOn(ada, path)).toEqual({ primary: [], others: ["Withdraw from review"] });
  });
});

test("a note goes to the reviewer with the first submission, and stays in the form if the app is incomplete", async () => {
  const ada = await signUp(site);
  const { clientId, path } = await addApp(ada, "save");
  const page = (await ada.get(path)).body;
  expect(page).toMatch(
    /<summary>Add a note to the reviewer<\/summary>[\s\S]*<textarea id="note"[^>]* form="submit-app"/,
  );
  expect(page).toMatch(/<form method="post" action="[^"]*\/submit" id="submit-app"/);
  await site.core.apps.updateApp({ clientId, profile: { name: "Parcel" } });
  const refused = await ada.submit(path, { note: "Our first app." }, `${path}/submit`);
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toMatch(/<textarea id="note"[^>]*>\s*Our first app\.<\/textarea>/);
  const sent = await addApp(ada, "save");
  await ada.submit(sent.path, { note: "Our first app." }, `${sent.path}/submit`);
  const { history } = await site.core.apps.getApp({ clientId: sent.clientId });
  expect(history[0]).toMatchObject({ action: "submit", reasonText: "Our first app." });
});

describe("the page of an app names what else needs the developer", () => {
  test("a rotation that is not finished, beside the draft of a live app", async () => {
    const ada = await signUp(site);
    const { clientId, path } = await addApp(ada, "submit");
    await approve(site, clientId);
    await ada.upload(`${path}/edit`, { ...COMPLETE, name: "Parcel Pro", action: "save" });
    const alsoOn = async () => /<ul class="also">(.*?)<\/ul>/s.exec((await ada.get(path)).body)?.[1] ?? "";
    const secrets = async () => (await site.core.apps.getApp({ clientId })).app!.secrets;
    expect(await alsoOn()).toBe("");
    const [old] = await secrets();
    await ada.submit(`${path}/secrets/${old!.secretId}`, { when: "later" });
    const ends = new RegExp(`…${old!.hint} stops working on <time[^>]*>[^<]*</time>`);
    expect(await alsoOn()).toContain('<a href="#secrets">Add secret</a>');
    expect(await alsoOn()).toMatch(ends);
    await ada.submit(path, {}, `${path}/secrets`);
    const [, fresh] = await secrets();
    expect(await alsoOn()).toContain(`<a href="#secrets">Switch your server to secret …${fresh!.hint}</a>`);
    expect(await alsoOn()).toMatch(ends);
    expect(await stepsOn(ada, path)).toMatchObject({ primary: ["Submit for review"] });
    expect(await alsoOn()).not.toContain("still uses");
    await use(old!.secretId);
    expect(await alsoOn()).toContain(`Your server still uses secret …${old!.hint}, which stops working on`);
    expect(await stepsOn(ada, path)).toMatchObject({ primary: ["Open secrets"] });
    await use(fresh!.secretId);
    expect(await alsoOn()).toBe("");
  });
});

test("failing webhook endpoints come before the draft of a live app, on its page and in the list", async () => {
  const ada = await signUp(site);
  const { clientId, path } = await addApp(ada, "submit");
  await approve(site, clientId);
  await ada.upload(`${path}/edit`, { ...COMPLETE, name: "Parcel Pro", action: "save" });
  const request = { clientId, url: "https://hooks.example/in" };
  const { endpoint } = await site.core.webhooks.createWebhookEndpoint(request);
  expect((await ada.get(path)).body).not.toContain("Do this first");
  const before = (await ada.get("/portal")).body;
  expect(before).not.toContain("Open tasks");
  expect(before).toContain('<a class="button " href="/portal/apps/new">');
  const sql = new pg.Client({ connectionString: site.databaseUrl });
  await sql.connect();
  await sql.query("update webhook_endpoint set failing_since = now() where id = $1", [endpoint!.endpointId]);
  await sql.end();
  const { body } = await ada.get(path);
  expect(body).toContain(
    `<a href="${path}/webhooks/${endpoint!.endpointId}">Check the webhook endpoint hooks.example/in</a>`,
  );
  expect(body).toMatch(/Its deliveries have failed since <time/);
  expect(body.indexOf("Do this first")).toBeLessThan(body.indexOf("Your changes are a draft."));
  // The first task has the primary button, and the draft can wait.
  expect(await stepsOn(ada, path)).toMatchObject({ primary: ["Open this endpoint"] });
  const list = (await ada.get("/portal")).body;
  expect(list).toContain('<a class="button secondary" href="/portal/apps/new">');
  expect(list).toContain('<h2 id="tasks">Open tasks ');
  expect(list).toMatch(taskOf("Parcel Pilot: 1 webhook endpoint fails", `${path}/webhooks`));
  expect(list).toContain("Check the webhook endpoints that fail.");
  expect(list).toContain("An app with a revision is in two tabs");
  expect((await ada.get("/portal?state=approved")).body).not.toContain("Open tasks");
});

test("a row of the list has the client ID with a button that copies it", async () => {
  const ada = await signUp(site);
  const { clientId } = await addApp(ada, "save");
  const { body } = await ada.get("/portal");
  expect(body).toContain(`<code id="id-${clientId}">${clientId}</code>`);
  expect(body).toContain(`data-copy="id-${clientId}"`);
  expect(body).toContain('aria-label="Copy: Client ID of Parcel Pilot"');
});

test("an app that was returned or suspended is a task above the list, and installations of a new app are on test merchants", async () => {
  const ada = await signUp(site);
  const { clientId, path } = await addApp(ada, "submit");
  await site.core.apps.startReview({ clientId });
  await site.core.apps.requestChanges({ clientId, ...REASON });
  const list = async () => (await ada.get("/portal")).body;
  expect(await list()).toMatch(taskOf("Changes requested: Parcel Pilot", path));
  expect(await list()).not.toContain("An app with a revision");
  expect(await list()).not.toContain("on test merchants");
  await ada.submit("/portal/test-merchants", { name: "Trial shop" });
  const { account } = await site.core.accounts.getAccount({ email: ada.email });
  const [, merchantId = ""] =
    /\/test-merchants\/([^/"]+)\/install"/.exec((await ada.get("/portal/test-merchants")).body) ?? [];
  const about = { clientId, redirectUri: COMPLETE["redirect_uri-0"]!, scopes: ["orders:read"], state: "s" };
  await site.core.tokens.issue({ ...about, merchantId, accountId: account!.accountId });
  const sql = new pg.Client({ connectionString: site.databaseUrl });
  await sql.connect();
  await sql.query("update installation set state = 'ACTIVE', connected_at = now() where merchant_id = $1", [
    merchantId,
  ]);
  await sql.end();
  expect(await list()).toMatch(/1<br><small class="muted">on test merchants<\/small>/);
  await site.core.apps.submitApp({ clientId });
  await approve(site, clientId);
  await site.core.apps.suspendApp({ clientId, reasonCode: "ABUSE", reasonText: "Stop." });
  expect(await list()).toMatch(taskOf("Parcel Pilot is suspended", path));
});

test("each secret shows its state, age and end, and asks to be replaced after a year", async () => {
  const ada = await signUp(site);
  const { clientId, path } = await addApp(ada, "save");
  const secrets = async () => (await ada.get(path)).body.split('id="secrets"')[1] ?? "";
  const fresh = await secrets();
  expect(fresh).toMatch(
    /Active<\/span>.*Created: <time.*<time[^>]*>&lt; 1 minute<\/time> old, <span[^>]*>by you \(Ada\)<\/span>.*Last used: never.*Does not expire/s,
  );
  expect(fresh).not.toContain("Older than a year");
  const sql = new pg.Client({ connectionString: site.databaseUrl });
  await sql.connect();
  await sql.query(
    "update app_secret set created_at = now() - interval '400 days' where app_id = (select id from app where client_id = $1)",
    [clientId],
  );
  await sql.end();
  expect(await secrets()).toContain("Older than a year. Add a new secret, then retire this one.");
  const [secret] = (await site.core.apps.getApp({ clientId })).app!.secrets;
  const question = `${path}/secrets/${secret!.secretId}`;
  const asked = (await ada.get(question)).body;
  expect(asked).toContain('class="danger outline">Retire now');
  expect(asked).toMatch(/<h2>To replace it<\/h2><p>[^<]*<\/p><button[^>]*value="later"[^>]*>Retire in 7 days</);
  expect(asked).toMatch(/<h2>If it has leaked<\/h2><p>[^<]*<\/p><button[^>]*value="now"/);
  expect(asked).not.toContain('type="checkbox"');
  await ada.submit(question, { when: "later" });
  const ending = await secrets();
  expect(ending).toMatch(/Ends soon<\/span>.*Works until: <time/s);
  expect(ending).not.toContain("Older than a year");
  // The last valid secret is not retired before another one is added.
  expect((await ada.get(question)).body).toMatch(/class="danger outline">Retire now/);
});

test("a secret that ends names its replacement while a server still uses only the old one", async () => {
  const ada = await signUp(site);
  const { clientId, path } = await addApp(ada, "save");
  const secrets = async () => (await site.core.apps.getApp({ clientId })).app!.secrets;
  const [old] = await secrets();
  const question = `${path}/secrets/${old!.secretId}`;
  expect((await ada.get(question)).body).toContain('<p class="notice notice-fault">This is the only active secret.');
  await ada.submit(path, {}, `${path}/secrets`);
  const [, fresh] = await secrets();
  const asked = (await ada.get(question)).body;
  expect(asked).not.toContain("This is the only active secret.");
  expect(asked).toMatch(/<p>This secret is …\u2060\w{4}\. Last used: /);
  expect(asked).toContain(`The other active secret is …\u2060${fresh!.hint}. Last used: never`);
  await ada.submit(question, { when: "later" });
  const note = `Before it ends, switch to <code class="nowrap">…${fresh!.hint}</code>.`;
  const ending = (await ada.get(path)).body;
  expect(ending).not.toContain(note);
  expect(ending).toMatch(new RegExp(`…${old!.hint} still works until <time[^>]*>[^<]*</time>\\. After that`));
  expect(ending).not.toContain("Two secrets are already active");
  await use(old!.secretId);
  expect((await ada.get(question)).body).toContain(`…\u2060${fresh!.hint} has never been used. Deploy it first:`);
  expect((await ada.get(path)).body).toContain(note);
  await use(fresh!.secretId);
  expect((await ada.get(question)).body).not.toContain("has never been used");
  expect((await ada.get(path)).body).not.toContain(note);
});

test("an app without a launch URL says how its installation on a test merchant starts", async () => {
  const ada = await signUp(site);
  const { clientId, path } = await addApp(ada, "save");
  await ada.submit("/portal/test-merchants", { name: "Corner shop" });
  const list = (await ada.get("/portal/test-merchants")).body;
  const [, action = ""] = /action="(\/portal\/test-merchants\/[^"]+\/install)"/.exec(list) ?? [];
  const { body } = await ada.submit("/portal/test-merchants", { client_id: clientId }, action);
  expect(body).toContain("Parcel Pilot has no launch URL, so Latchkey cannot open it for you.");
  expect(body).toContain(`href="${path}/edit#section-start">Add a launch URL</a>`);
  expect(body).toContain('href="/portal/test-merchants">Back to test merchants</a>');
  expect(body).toMatch(/<button type="button" data-copy="authorize-url"[^>]*>Copy authorization URL<\/button>/);
});

test("the profile of an app shows its refresh tokens, and has a link to edit it except during a review", async () => {
  const ada = await signUp(site);
  const { clientId, path } = await addApp(ada, "save");
  const profile = async () => /<h2>Profile<\/h2>(.*?)<\/section>/s.exec((await ada.get(path)).body)?.[1] ?? "";
  const edit = `<a class="button secondary button-small" href="${path}/edit" aria-label="Edit profile">Edit</a>`;
  expect(await profile()).toContain(edit);
  expect(await profile()).toContain("<dt>Refresh tokens</dt><dd>Rotate (recommended)</dd>");
  await site.core.apps.submitApp({ clientId });
  expect(await profile()).not.toContain(edit);
});

test("a test merchant links to its connected apps", async () => {
  const ada = await signUp(site);
  expect((await ada.get("/portal/test-merchants")).body).toContain(
    "Create one here, then choose an app and install it.",
  );
  await ada.submit("/portal/test-merchants", { name: "Corner shop" });
  const { body } = await ada.get("/portal/test-merchants");
  const [, href = ""] =
    /href="(\/connected-apps\?merchant=[^"]*)" aria-label="View connected apps of Corner shop"/.exec(body) ?? [];
  const apps = await ada.get(href);
  expect([apps.statusCode, apps.body.includes("No app is connected to Corner shop")]).toEqual([200, true]);
});

test("the check of a link says what the endpoint does", async () => {
  const ada = await signUp(site);
  const { body } = await ada.submit("/portal/check", { url: "https://elsewhere.example/" });
  expect(body).toContain('<p class="notice notice-fault">The authorization endpoint rejects this request.');
  expect(body).toContain('<h2 id="result" tabindex="-1" data-focus>');
});
