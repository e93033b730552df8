import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { AccountState, MerchantRole, MerchantState } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { InstallationState, Party } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { type Person, useCoreSite } from "./core-site.ts";
import { csrfIn, openedIn, type Page } from "./site.ts";

const HOSTILE = `<img src=x onerror=alert(1)>"'`;
const SHOWN = "&lt;img src=x onerror=alert(1)&gt;";

const site = useCoreSite();
let olga: Person;
let developer: Person;
let owner: Person;
let clientId: string;
beforeAll(async () => {
  olga = await site.person("Olga Operator", { operator: true });
  developer = await site.person(`Dana ${HOSTILE}`, { developer: true });
  owner = await site.person("Mia Owner");
  clientId = await site.draft(developer, { name: `Pilot ${HOSTILE}` });
  await site.approve(clientId);
});

let shops = 0;
const shop = async (name = "Shop") => {
  shops += 1;
  const merchantId = `shop-${shops}`;
  const ownerAccountId = owner.account.accountId;
  await site.core.accounts.createMerchant({ merchantId, name: `${name} ${shops}`, ownerAccountId }, site.byKey);
  return merchantId;
};
const installed = async () => {
  const merchantId = await shop();
  return { merchantId, ...(await site.install(clientId, merchantId, owner)) };
};
const isActive = async (token: string) =>
  (await site.core.tokens.introspect({ token, consistency: 2 }, site.byKey)).active;
/** Sends a form of the page at `from`. */
const send = (from: string, action: string, fields: Record<string, string> | [string, string][]): Promise<Page> =>
  olga.browser.submit(from, fields, action);

test("every page is for operators, and the sign-in comes back to it", async () => {
  const { installationId, merchantId } = await installed();
  const key = await site.core.accounts.createServiceKey({ name: "k", permissions: ["apps:read"] }, site.byKey);
  const invited = await site.core.accounts.createInvitation({ email: "x@people.example", developer: true }, site.byKey);
  const pages = [
    "/console/scopes",
    "/console/scopes/new",
    "/console/scopes/edit?name=orders:read",
    "/console/merchants",
    "/console/merchants/new",
    `/console/merchants/view?id=${merchantId}`,
    `/console/merchants/close?id=${merchantId}`,
    "/console/accounts",
    "/console/accounts/invite",
    `/console/accounts/${owner.account.accountId}`,
    "/console/installations",
    `/console/installations/${installationId}`,
    `/console/installations/${installationId}/uninstall`,
    "/console/invitations",
    `/console/invitations/${invited.invitationId}/made`,
    "/console/webhooks",
    "/console/webhooks/new",
    "/console/keys",
    "/console/keys/new",
    `/console/keys/${key.serviceKey!.serviceKeyId}/made`,
    `/console/keys/${key.serviceKey!.serviceKeyId}/revoke`,
    "/console/audit",
    "/console/tokens",
    `/console/tokens/end?subject=merchant&id=${merchantId}`,
  ];
  for (const url of pages) {
    const page = await olga.browser.get(url);
    expect(page.statusCode, url).toBe(200);
    // Names of others are on many of them, and text on all.
    expect(page.body, url).not.toContain("<img src=x");
    for (const { browser } of [developer, owner]) expect((await browser.get(url)).statusCode, url).toBe(403);
    expect((await site.app.inject({ url })).headers.location, url).toMatch(/^\/sign-in\?next=/);
  }
});

test("C12 every form requires its token", async () => {
  const { installationId, merchantId, accessToken } = await installed();
  const forms = [
    "/console/scopes/save",
    "/console/merchants/new",
    "/console/merchants/role",
    "/console/merchants/remove",
    "/console/merchants/suspend",
    "/console/merchants/resume",
    "/console/merchants/invite",
    "/console/merchants/close",
    `/console/invitations/${installationId}/revoke`,
    "/console/accounts/invite",
    `/console/accounts/${owner.account.accountId}/roles`,
    `/console/accounts/${owner.account.accountId}/suspend`,
    `/console/accounts/${owner.account.accountId}/resume`,
    `/console/installations/${installationId}/suspend`,
    `/console/installations/${installationId}/resume`,
    `/console/installations/${installationId}/uninstall`,
    "/console/keys/new",
    `/console/keys/${installationId}/revoke`,
    "/console/tokens/end",
  ];
  const fields = { merchant_id: merchantId, confirm: "yes", subject: "everything", reason_code: "OTHER" };
  for (const url of forms) {
    expect((await olga.browser.post(url, { ...fields, csrf_token: "z".repeat(43) })).statusCode, url).toBe(403);
    // The token of a session without the operator role.
    const csrf_token = csrfIn(await owner.browser.get("/sign-out"));
    expect((await owner.browser.post(url, { ...fields, csrf_token })).statusCode, url).toBe(403);
  }
  expect(await isActive(accessToken)).toBe(true);
});

describe("the scope catalogue", () => {
  test("adds a scope, refuses a duplicate name, edits and retires it", async () => {
    const fields = { fresh: "yes", name: "stock:read", title: `Stock ${HOSTILE}`, sensitivity: "sensitive" };
    const made = await send("/console/scopes/new", "/console/scopes/save", fields);
    expect(made.statusCode).toBe(303);
    expect((await olga.browser.get(made.headers.location!)).body).toContain(`Stock ${SHOWN}`);
    const again = await send("/console/scopes/new", "/console/scopes/save", fields);
    expect(again.statusCode).toBe(400);
    expect(again.body).toContain('<a href="#name">A scope with this name already exists. Edit it instead.');
    const edit = "/console/scopes/edit?name=stock:read";
    expect((await olga.browser.get("/console/scopes/new")).body).not.toContain('name="retired"');
    const form = (await olga.browser.get(edit)).body;
    for (const part of ['name="retired"', "Normal: ", "Sensitive: ", "Restricted: "]) expect(form).toContain(part);
    const changed = { name: "stock:read", title: "Stock", sensitivity: "normal", retired: "yes" };
    expect((await send(edit, "/console/scopes/save", changed)).statusCode).toBe(303);
    expect((await olga.browser.get("/console/scopes")).body).toContain(
      "Scope retired. New apps cannot request it; apps that have it keep it.",
    );
    const { scopes } = await site.core.apps.listScopes({ includeRetired: true }, site.byKey);
    expect(scopes.find(({ name }) => name === "stock:read")).toMatchObject({ title: "Stock", retired: true });
  });

  test("an entry that another operator has changed since the form was opened is merged, and asks about fields that both changed", async () => {
    const made = { fresh: "yes", name: "late:read", title: "See", sensitivity: "normal" };
    await send("/console/scopes/new", "/console/scopes/save", made);
    const edit = "/console/scopes/edit?name=late:read";
    const opened = openedIn(await olga.browser.get(edit));
    const save = (fields: object) =>
      send(edit, "/console/scopes/save", { name: "late:read", sensitivity: "normal", ...fields });
    expect((await save({ ...opened, title: "See stock", title_de: "Bestand sehen" })).statusCode).toBe(303);
    const refused = await save({ ...opened, title: "See all stock" });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(/Changed by <a [^>]+>Olga Operator<\/a>/);
    expect(refused.body).toContain('class="notice notice-fault" role="alert"');
    expect(refused.body).toMatch(/replaces the saved values:<\/p><ul><li><a href="#title">Title<\/a><\/li><\/ul>/);
    expect(refused.body).toMatch(/its values:<\/p><ul><li><a href="#title_de">Title \(German\)<\/a><\/li><\/ul>/);
    expect(refused.body).toContain('value="See all stock"');
    expect(refused.body).toContain('id="title_de" name="title_de" type="text" value="Bestand sehen"');
    expect(refused.body).toMatch(
      /name="stored-title" value="See stock"[\s\S]*?Use the saved value instead: See stock</,
    );
    expect((await olga.browser.get(edit)).body).toContain('value="See stock"');
    expect(openedIn(await save({ ...opened, title: "" }))).toEqual(opened);
    const chosen = { ...openedIn(refused), title: "See all stock", "stored-title": "See stock", title_de: "Lager" };
    // An error of another field keeps the choice.
    const faulty = await save({ ...chosen, title_en: "", description_en: "A title is missing." });
    expect(faulty.body).toContain('id="title" name="title" type="text" value="See stock"');
    expect((await save(chosen)).statusCode).toBe(303);
    const { scopes } = await site.core.apps.listScopes({ includeRetired: true, untranslated: true }, site.byKey);
    expect(scopes.find(({ name }) => name === "late:read")).toMatchObject({
      title: "See stock",
      texts: [{ language: "de", title: "Lager" }],
    });
  });

  test("an entry of which two windows changed different fields is merged with a notice that is no alarm", async () => {
    const made = { name: "apart:read", title: "See", description: "One\r\nTwo", sensitivity: "normal" };
    await send("/console/scopes/new", "/console/scopes/save", { fresh: "yes", ...made });
    const edit = "/console/scopes/edit?name=apart:read";
    const opened = openedIn(await olga.browser.get(edit));
    const save = (fields: object) => send(edit, "/console/scopes/save", { ...made, ...opened, ...fields });
    expect((await save({ sensitivity: "restricted", retired: "yes" })).statusCode).toBe(303);
    const merged = await save({ title: "See all" });
    expect(merged.statusCode).toBe(409);
    expect(merged.body).toContain('class="notice notice-warn" role="alert"');
    expect(merged.body).not.toContain("Both windows changed");
    expect(merged.body).toMatch(
      /<ul><li><a href="#sensitivity">Sensitivity<\/a><\/li><li><a href="#retired">Retired<\/a><\/li><\/ul>/,
    );
    expect(merged.body).toContain('<option value="restricted" selected>');
    expect(merged.body).toMatch(/name="retired" value="yes" checked/);
    expect(merged.body).toContain('value="See all"');
  });

  test("a decision template that two windows changed is merged", async () => {
    const edit = async () => {
      const list = (await olga.browser.get("/console/templates")).body;
      return /href="(\/console\/templates\/edit\?id=[^"]+)" dir="auto">Late</.exec(list)![1]!;
    };
    const first = { name: "Late", reason_code: "PURPOSE", text_en: "Say why.\r\nSay how.", text_de: "Warum?" };
    await send("/console/templates/new", "/console/templates/save", first);
    const path = await edit();
    const id = path.split("=")[1]!;
    const opened = openedIn(await olga.browser.get(path));
    const save = (fields: object) => send(path, "/console/templates/save", { ...first, id, ...opened, ...fields });
    expect((await save({ text_de: "Wozu?", reason_code: "SCOPES" })).statusCode).toBe(303);
    const merged = await save({ text_en: "Say which.", reason_code: "POLICY" });
    expect(merged.statusCode).toBe(409);
    expect(merged.body).toContain("Wozu?</textarea>");
    expect(merged.body).toContain("Say which.</textarea>");
    expect(merged.body).toMatch(
      /name="stored-reason_code" value="SCOPES"[\s\S]*?Use the saved value instead: Requests scopes/,
    );
    expect((await save({ ...openedIn(merged), text_de: "Wozu?", "stored-reason_code": "SCOPES" })).statusCode).toBe(
      303,
    );
    const { templates } = await site.core.reviews.listDecisionTemplates({}, site.byKey);
    expect(templates.find(({ templateId }) => templateId === id)).toMatchObject({
      textDe: "Wozu?",
      reasonCode: "SCOPES",
    });
  });

  test("shows errors at the fields and keeps the input", async () => {
    const fields = { fresh: "yes", name: "a b", title: "", description: "Kept." };
    const page = await send("/console/scopes/new", "/console/scopes/save", fields);
    expect(page.statusCode).toBe(400);
    for (const text of ['<a href="#name">', '<a href="#title">', "Kept.", 'value="a b"']) {
      expect(page.body).toContain(text);
    }
  });
});

describe("merchants", () => {
  const viewOf = (merchantId: string) => `/console/merchants/view?id=${encodeURIComponent(merchantId)}`;
  const merchantOf = async (merchantId: string) => site.core.accounts.getMerchant({ merchantId }, site.byKey);

  test("are created with an existing owner, also with an id like a path", async () => {
    const fields = { name: "Two dots", merchant_id: "..", owner_email: owner.account.email };
    const made = await send("/console/merchants/new", "/console/merchants/new", fields);
    expect(made.headers.location).toBe("/console/merchants/view?id=..");
    expect((await olga.browser.get(made.headers.location!)).body).toContain("Two dots");
    for (const owner_email of ["", "nobody@people.example"]) {
      const answer = await send("/console/merchants/new", "/console/merchants/new", { name: "No owner", owner_email });
      expect(answer.statusCode).toBe(400);
    }
    expect((await olga.browser.get("/console/merchants?name=no+owner")).body).toContain(
      "No merchant matches “no owner”",
    );
  });

  test("have members with roles; the last owner cannot be removed", async () => {
    const merchantId = await shop();
    const { accountId } = developer.account;
    await site.core.accounts.upsertMembership({ merchantId, accountId, role: MerchantRole.MEMBER }, site.byKey);
    const member = { merchant_id: merchantId, account_id: accountId };
    const saved = await send(viewOf(merchantId), "/console/merchants/role", { ...member, role: "manager" });
    const said = (await olga.browser.get(saved.headers.location!)).body;
    expect(said).toMatch(/Role saved\. The role of Dana .* is now Manager\./);
    expect((await merchantOf(merchantId)).members.map(({ role }) => role)).toEqual([
      MerchantRole.OWNER,
      MerchantRole.MANAGER,
    ]);
    const list = (await olga.browser.get(viewOf(merchantId))).body;
    expect(list).not.toContain('action="/console/merchants/remove"');
    const [, ask = ""] = new RegExp(`href="([^"]*/merchants/remove[^"]*${accountId})"`).exec(list) ?? [];
    const question = (await olga.browser.get(ask.replace("&amp;", "&"))).body;
    // The title has the name alone, and the text the address.
    expect(question).toMatch(/<h1[^>]*>Remove [^@]* from .*\?<\/h1>/);
    expect(question).toContain(`<p>E-mail: ${developer.account.email}</p>`);
    expect(question).toContain("They lose access to this merchant at once.");
    expect((await merchantOf(merchantId)).members).toHaveLength(2);
    const removed = await send(viewOf(merchantId), "/console/merchants/remove", member);
    const gone = (await olga.browser.get(removed.headers.location!)).body;
    expect(gone).toMatch(/Member removed\. Dana .* has no access any more\./);
    expect((await merchantOf(merchantId)).members).toHaveLength(1);
    const last = { merchant_id: merchantId, account_id: owner.account.accountId };
    const refused = await send(viewOf(merchantId), "/console/merchants/remove", last);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("A merchant needs at least one owner. Add another owner first.");
  });

  test("have no question about a removal without an id", async () => {
    const { accountId } = developer.account;
    expect((await olga.browser.get(`/console/merchants/remove?account_id=${accountId}`)).statusCode).toBe(404);
  });

  test("for tests have fixed members: the question about a removal leads to the merchant", async () => {
    const { accountId } = developer.account;
    const made = { name: "Test shop", test: true, ownerAccountId: accountId };
    const { merchantId } = (await site.core.accounts.createMerchant(made, site.byKey)).merchant!;
    const answer = await olga.browser.get(`/console/merchants/remove?id=${merchantId}&account_id=${accountId}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, viewOf(merchantId)]);
  });

  test("are suspended with a reason, resumed, and closed after a confirmation", async () => {
    const { merchantId, accessToken } = await installed();
    const merchant = { merchant_id: merchantId };
    expect((await send(viewOf(merchantId), "/console/merchants/suspend", merchant)).statusCode).toBe(400);
    await send(viewOf(merchantId), "/console/merchants/suspend", { ...merchant, reason_code: "ABUSE" });
    expect(await isActive(accessToken)).toBe(false);
    expect((await olga.browser.get(viewOf(merchantId))).body).toContain("Abuse");
    await send(viewOf(merchantId), "/console/merchants/resume", merchant);
    expect(await isActive(accessToken)).toBe(true);
    const close = `/console/merchants/close?id=${merchantId}`;
    expect((await olga.browser.get(close)).body).toMatch(/1 app is uninstalled\.[\s\S]*1 member is removed\./);
    const revoke = await olga.browser.get(`/console/tokens/end?subject=merchant&id=${merchantId}`);
    expect(revoke.body).toContain("1 installation loses its tokens.");
    expect((await send(close, "/console/merchants/close", merchant)).body).toContain('href="#confirm"');
    await send(close, "/console/merchants/close", { ...merchant, confirm: "yes" });
    expect((await merchantOf(merchantId)).merchant!.state).toBe(MerchantState.CLOSED);
    expect((await olga.browser.get(viewOf(merchantId))).body).not.toContain('<form method="post"');
  });

  test("get members by an invitation, whose link is shown", async () => {
    const fields = { merchant_id: await shop(), email: "new@people.example", invited_role: "manager" };
    const made = await send(viewOf(fields.merchant_id), "/console/merchants/invite", fields);
    const page = await olga.browser.get(made.headers.location!);
    expect(page.body).toMatch(
      /<code class="secret" id="invitation-link">https:\/\/login\.example\/invitations\/[\w-]{43}<\/code>/,
    );
  });
});

describe("accounts", () => {
  test("are found by e-mail; one is suspended, resumed, and given roles", async () => {
    const { accountId, email } = (await site.person("Someone")).account;
    expect((await olga.browser.get(`/console/accounts?email=${email.slice(0, 12)}`)).body).toContain(email);
    const path = `/console/accounts/${accountId}`;
    const read = async () => (await site.core.accounts.getAccount({ accountId }, site.byKey)).account!;
    await send(path, `${path}/suspend`, { reason_code: "SECURITY", reason_text: "Lost phone." });
    expect((await read()).state).toBe(AccountState.SUSPENDED);
    await send(path, `${path}/resume`, {});
    expect((await read()).state).toBe(AccountState.ACTIVE);
    expect((await olga.browser.get(path)).body).toContain("This account has no two-step verification.");
    await send(path, `${path}/roles`, { developer: "yes" });
    expect(await read()).toMatchObject({ developer: true, operator: false });
  });

  test("operators cannot remove their own role", async () => {
    const path = `/console/accounts/${olga.account.accountId}`;
    const refused = await send(path, `${path}/roles`, { developer: "yes" });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("This is your own account.");
  });

  test("are invited with roles", async () => {
    const fields = { email: "second@people.example", operator: "yes" };
    const made = await send("/console/accounts/invite", "/console/accounts/invite", fields);
    expect((await olga.browser.get(made.headers.location!)).body).toContain("https://login.example/invitations/");
  });
});

describe("installations", () => {
  test("are found by app, by merchant and by state", async () => {
    const { merchantId, installationId } = await installed();
    for (const query of [
      `merchant=${merchantId}`,
      `app=${clientId}`,
      `app=${clientId}&merchant=${merchantId}&state=active`,
    ]) {
      expect((await olga.browser.get(`/console/installations?${query}`)).body, query).toContain(installationId);
    }
    const ended = await olga.browser.get(`/console/installations?merchant=${merchantId}&state=uninstalled`);
    expect(ended.body).not.toContain(installationId);
  });

  test("are suspended, resumed and uninstalled by the operator", async () => {
    const { installationId, accessToken } = await installed();
    const path = `/console/installations/${installationId}`;
    await send(path, `${path}/suspend`, { reason_code: "SECURITY" });
    expect(await isActive(accessToken)).toBe(false);
    const suspended = (await olga.browser.get(path)).body;
    expect(suspended).toMatch(
      /<section class="verdict verdict-bad"[\s\S]*<h2 id="verdict">Latchkey suspended this installation/,
    );
    expect(suspended).toMatch(/Reason<\/dt><dd><strong>Security<\/strong>/);
    expect(suspended).toContain(`Suspended by</dt><dd><a href="/console/accounts/${olga.account.accountId}"`);
    expect(suspended).toMatch(/Who must act<\/dt><dd>You \(an operator\)</);
    expect(suspended).toMatch(/Resume<\/button><\/form>\s*<small class="muted">Its tokens then work again/);
    const pause = { installationId, party: Party.MERCHANT, reasonCode: "REQUEST" };
    await site.core.installations.suspendInstallation(pause, site.byKey);
    expect((await olga.browser.get(path)).body).toContain(
      "Its tokens stay blocked until its other suspensions and pauses",
    );
    await site.core.installations.resumeInstallation(pause, site.byKey);
    expect(suspended).toContain(`href="/console/audit?installation=${installationId}"`);
    expect(suspended).toMatch(
      /<ol class="timeline"><li class="event-bad">[\s\S]*<strong>Suspended by Latchkey<\/strong>/,
    );
    await send(path, `${path}/resume`, {});
    expect(await isActive(accessToken)).toBe(true);
    for (const [fields, missing] of [
      [{}, ["Choose a reason.", "Select the checkbox to confirm."]],
      [{ reason_code: "ABUSE" }, ["Select the checkbox to confirm."]],
      [{ confirm: "yes" }, ["Choose a reason."]],
    ] as const) {
      const refused = await send(`${path}/uninstall`, `${path}/uninstall`, { ...fields });
      expect(refused.statusCode).toBe(400);
      for (const text of missing) expect(refused.body).toContain(text);
    }
    const why = { reason_code: "ABUSE", reason_text: "Far too many calls.", confirm: "yes" };
    await send(`${path}/uninstall`, `${path}/uninstall`, why);
    const found = await site.core.installations.getInstallation({ installationId }, site.byKey);
    expect(found.installation!.state).toBe(InstallationState.UNINSTALLED);
    expect((await olga.browser.get(path)).body).toMatch(
      /event-bad">[\s\S]*Uninstalled by Latchkey<\/strong>[\s\S]*· Abuse[\s\S]*Far too many calls\./,
    );
  });
});

describe("service keys", () => {
  test("have their creation and expiry in the list, which is marked within 30 days", async () => {
    const inDays = (days: number) => timestampFromMs(Date.now() + days * 86_400_000);
    const permissions = ["tokens:introspect"];
    await site.core.accounts.createServiceKey({ name: "Soon API", permissions, expiresAt: inDays(29) }, site.byKey);
    await site.core.accounts.createServiceKey({ name: "Late API", permissions, expiresAt: inDays(32) }, site.byKey);
    const rowOf = async (name: string) => {
      const { body } = await olga.browser.get(`/console/keys?name=${name}`);
      return /<table[\s\S]*<\/table>/.exec(body)![0];
    };
    expect(await rowOf("Soon")).toMatch(
      /Created <time[^>]*>[^<]+<\/time> by <b dir="auto">[^<]+<\/b> <span class="nowrap">\(service key\)<\/span><\/small>/,
    );
    expect(await rowOf("Soon")).toMatch(/Created <time[\s\S]*badge-good">Active<[\s\S]*badge-warn"><time/);
    expect(await rowOf("Late")).not.toContain("badge-warn");
  });

  test("with far-reaching permissions need action without an expiry", async () => {
    const permissions = ["tokens:introspect", "accounts:write"];
    await site.core.accounts.createServiceKey({ name: "Reaching API", permissions }, site.byKey);
    const { body } = await olga.browser.get("/console/keys?name=Reaching");
    expect(body).toMatch(
      /<span class="badge badge-warn" title="The key has far-reaching permissions [^"]+"><span class="says-itself">Never expires<\/span> · far-reaching</,
    );
    await site.core.accounts.createServiceKey({ name: "Near API", permissions: ["tokens:introspect"] }, site.byKey);
    expect((await olga.browser.get("/console/keys?name=Near")).body).not.toContain("far-reaching");
  });

  test("are marked without an expiry, and if they were not used for 30 days", async () => {
    const permissions = ["tokens:introspect"];
    await site.core.accounts.createServiceKey({ name: "Endless API", permissions }, site.byKey);
    const list = "/console/keys?name=Endless";
    const fresh = (await olga.browser.get(list)).body;
    expect(fresh).toMatch(
      /data-label="Expires"><div><span class="muted" title="[^"]+"><span class="says-itself">Never expires</,
    );
    expect(fresh).toMatch(/data-label="Last used"><div><span class="says-itself">Never used</);
    const sql = new pg.Client({ connectionString: site.databaseUrl });
    await sql.connect();
    await sql.query("update service_key set created_at = now() - interval '31 days' where name = 'Endless API'");
    await sql.end();
    const old = (await olga.browser.get(list)).body;
    expect(old).toMatch(
      /data-label="Last used"><div><span class="badge badge-plain"><span class="says-itself">Never used</,
    );
    const revoke = /href="(\/console\/keys\/[^"]+\/revoke)"/.exec(old)![1]!;
    await olga.browser.submit(revoke, {}, revoke);
    const revoked = (await olga.browser.get(`${list}&ended=yes`)).body;
    expect(revoked).toContain("Endless API");
    expect(revoked).not.toContain("badge-warn");
  });

  test("have their permissions in groups, the sensitive ones marked, each with its own hint", async () => {
    const { body } = await olga.browser.get("/console/keys/new");
    const groups = [...body.matchAll(/<fieldset class="permission-group"><legend>(.*?)<\/legend>(.*?)<\/fieldset>/gs)];
    const names = (text: string) => [...text.matchAll(/name="permissions" value="([^"]+)"/g)].map(([, right]) => right);
    expect(groups.map(([, legend, boxes]) => [legend!.replaceAll(/<[^>]*>/g, ""), names(boxes!).length])).toEqual([
      ["Read", 7],
      ["Write and act", 5],
      ["Far-reaching Sensitive", 4],
    ]);
    expect(names(groups[2]![2]!)).toContain("web:act");
    expect(body).toMatch(/<code>web:act<\/code><\/label> <small[^>]*>[^<]*Only for gateways/);
  });

  test("are created with the checked permissions, shown once, and revoked after a confirmation", async () => {
    const fields: [string, string][] = [
      ["name", "Orders API"],
      ["permissions", "tokens:introspect"],
      ["permissions", "apps:read"],
    ];
    const made = await send("/console/keys/new", "/console/keys/new", fields);
    const page = await olga.browser.get(made.headers.location!);
    const listed = (await olga.browser.get("/console/keys?name=Orders")).body;
    expect(listed).toMatch(/Created <time[^>]*>[^<]+<\/time> by <b dir="auto">Olga Operator<\/b>/);
    const [, revocation] = /href="(\/console\/keys\/[^"]+\/revoke)"/.exec(listed)!;
    expect((await olga.browser.get(revocation!)).body).toMatch(
      /Created<\/dt><dd><time[^>]*>[^<]+<\/time> by <b dir="auto">Olga Operator<\/b>/,
    );
    const secret = /<code class="secret" id="service-key">(lk_sk_\w+)<\/code>/.exec(page.body)?.[1];
    const headers = { authorization: `Bearer ${secret}` };
    expect((await site.core.apps.listApps({}, { headers })).apps.length).toBeGreaterThan(0);
    const list = await olga.browser.get("/console/keys");
    expect(list.body).not.toContain(secret);
    const revoke = [...list.body.matchAll(/href="([^"]*\/revoke)" aria-label="Revoke … Orders API"/g)][0]![1]!;
    expect((await olga.browser.get(revoke)).body).toMatch(
      /Ends with<[\s\S]*Permissions<[\s\S]*Created<[\s\S]*Expires<[\s\S]*>Never<[\s\S]*Last used<[\s\S]*Never/,
    );
    expect((await olga.browser.submit(revoke, {}, revoke)).statusCode).toBe(303);
    await expect(site.core.apps.listApps({}, { headers })).rejects.toThrow();
    expect((await olga.browser.get("/console/keys?ended=yes")).body).toContain("Revoked");
  });

  test.each([
    ["no right", "name=k", 'href="#permissions"'],
    ["web:act beside others", "name=k&permissions=web:act&permissions=apps:read", 'href="#permissions"'],
    ["no name", "permissions=apps:read", 'href="#name"'],
    ["an end in the past", "name=k&permissions=apps:read&expires_at=2020-01-01", 'href="#expires_at"'],
    ["an end that is no day", "name=k&permissions=apps:read&expires_at=soon", 'href="#expires_at"'],
    ["an end that does not exist", "name=k&permissions=apps:read&expires_at=2099-02-31", 'href="#expires_at"'],
  ])("with %s are refused at the field", async (_name, query, link) => {
    const fields = [...new URLSearchParams(query)];
    const page = await send("/console/keys/new", "/console/keys/new", fields);
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain(link);
  });
});

describe("the audit trail", () => {
  test("is filtered by app, merchant, installation, account and action, in the address", async () => {
    const { merchantId, installationId } = await installed();
    await send(`/console/installations/${installationId}`, `/console/installations/${installationId}/suspend`, {
      reason_code: "SECURITY",
    });
    const rowsOf = async (query: string) => {
      const { body } = await olga.browser.get(`/console/audit?${query}`);
      return [...body.matchAll(/<li class="event">.*?<summary><span class="sr">Details: ([^<]*)/gs)].map(
        ([, action]) => action,
      );
    };
    for (const query of [
      `merchant=${merchantId}`,
      `installation=${installationId}`,
      `app=${clientId}`,
      `account=${olga.account.accountId}`,
      "action=installation.suspend",
    ]) {
      expect((await rowsOf(query))[0], query).toBe("Installation paused or suspended");
    }
    expect(await rowsOf(`merchant=${merchantId}&action=installation.suspend`)).toEqual([
      "Installation paused or suspended",
    ]);
    const { body } = await olga.browser.get(`/console/audit?installation=${installationId}`);
    for (const text of ["Olga Operator", clientId, merchantId]) expect(body).toContain(text);
  });

  test("is paged with its filter", async () => {
    for (let n = 0; n < 51; n++) await shop("Audited");
    const first = await olga.browser.get("/console/audit?action=merchant.create");
    // The limit of the file stands below the list.
    expect(first.body).toMatch(/<nav class="pager"[\s\S]*The export contains the newest 100,000 matching events\./);
    const next = /href="(\/console\/audit\?action=merchant\.create&amp;page=[^"]+)"/.exec(first.body)?.[1];
    const second = await olga.browser.get((next ?? "").replaceAll("&amp;", "&"));
    expect(second.statusCode).toBe(200);
    expect(second.body).toMatch(/<small>51–\d+ of \d+<\/small>/);
    expect(second.body).toContain('<a rel="prev" href="/console/audit?action=merchant.create">Previous page</a>');
  });
});

describe("ending tokens", () => {
  test("of a merchant or an app requires a confirmation and affects only these", async () => {
    const one = await installed();
    const other = await installed();
    const path = `/console/tokens/end?subject=merchant&id=${one.merchantId}`;
    const subject = { subject: "merchant", id: one.merchantId };
    expect((await send(path, "/console/tokens/end", subject)).body).toContain('href="#confirm"');
    expect(await isActive(one.accessToken)).toBe(true);
    await send(path, "/console/tokens/end", { ...subject, confirm: "yes" });
    expect([await isActive(one.accessToken), await isActive(other.accessToken)]).toEqual([false, true]);
    const ofApp = `/console/tokens/end?subject=app&id=${clientId}`;
    const question = (await olga.browser.get(ofApp)).body;
    expect(question).toMatch(/\d+ installations? (loses its|lose their) tokens/);
    expect(question).toContain("The app stays installed, but cannot access data until each merchant consents again.");
    await send(ofApp, "/console/tokens/end", { subject: "app", id: clientId, confirm: "yes" });
    expect(await isActive(other.accessToken)).toBe(false);
  });

  test("of all apps requires a confirmation", async () => {
    const { accessToken } = await installed();
    const page = await olga.browser.get("/console/tokens/end?subject=everything");
    expect(page.body).toContain("Revoke the tokens of all apps and merchants?");
    const done = await send("/console/tokens/end?subject=everything", "/console/tokens/end", {
      subject: "everything",
      confirm: "yes",
    });
    expect(done.headers.location).toBe("/console/audit?action=token.revoke_before");
    expect(await isActive(accessToken)).toBe(false);
  });

  test("of an unknown subject is an error", async () => {
    expect((await olga.browser.get("/console/tokens/end?subject=app&id=app_nobody")).body).toContain(
      "No app or merchant found.",
    );
    expect((await olga.browser.get("/console/tokens/end?subject=merchant&id=")).body).toContain(
      "Enter an app or a merchant.",
    );
  });
});
