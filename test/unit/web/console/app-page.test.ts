import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { AppState, RegisteredScopeSchema } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { csrfIn } from "../site.ts";
import { pageOf, SAID, useReviewSite } from "./review-site.ts";

const { site, people, submitted, appOf, step } = useReviewSite();

test("a suspension by a service key names it in lower case within the sentence", async () => {
  const clientId = await site.draft(people.developer, { name: "Stopped by a key" });
  await site.approve(clientId);
  await site.core.apps.suspendApp({ clientId, reasonCode: "ABUSE", reasonText: "Spam." }, site.byKey);
  const bodyIn = async (language: string) =>
    (await people.olga.browser.get(pageOf(clientId), { "accept-language": language })).body;
  expect(await bodyIn("en")).toMatch(
    /<div class="notice notice-fault"><p>Suspended by service key <a [^>]*>demo<\/a>,/,
  );
  expect(await bodyIn("de")).toMatch(/<p>Gesperrt von Dienstschlüssel <a [^>]*>demo<\/a>,/);
});

describe("a name that another app has", () => {
  test("is shown to the reviewer with a link, in both languages", async () => {
    const other = await site.person("Otto Other", { developer: true });
    const known = await site.draft(other, { name: "Tide Tables" });
    const clientId = await submitted({ name: "Ti\u0501e Tables" });
    const page = await people.olga.browser.get(pageOf(clientId));
    expect(page.body).toContain("Other apps or accounts have a similar name. Compare them before you decide:");
    expect(page.body).toContain(`<a href="${pageOf(known)}" dir="auto">Tide Tables</a>`);
    expect(page.body).toContain('similar to <a href="#profile" dir="auto">Ti\u0501e Tables</a> (this app)');
    expect(page.body).toContain("<li>Cyrillic \u0501 (U+0501) looks like Latin d</li>");
    const german = await people.olga.browser.get(pageOf(clientId), { "accept-language": "de" });
    expect(german.body).toContain(
      "Andere Apps oder Konten haben einen ähnlichen Namen. Vergleichen Sie sie vor der Entscheidung:",
    );
    expect(german.body).toContain("<li>\u0501 (kyrillisch, U+0501) sieht aus wie d (lateinisch)</li>");
    const plain = await people.olga.browser.get(pageOf(await submitted({ name: "Ebb and Flow" })));
    expect(plain.body).not.toContain("Other apps or accounts have a similar name. Compare them before you decide:");
  });

  test("has what tells it from others of the same name: developer, state and client ID, or the address", async () => {
    const other = await site.person("Twin Tools", { developer: true });
    const [draft, live] = [
      await site.draft(other, { name: "Twin Tools" }),
      await site.draft(other, { name: "Twin Tools" }),
    ];
    await site.approve(live);
    const { body } = await people.olga.browser.get(pageOf(await submitted({ name: "Twin Tools" })));
    const by = "<li><bdi>by Twin Tools</bdi> ·";
    expect(body).toContain(`${by} Draft · <code>${draft}</code></li><li>The names are the same.</li>`);
    expect(body).toContain(`${by} Approved · <code>${live}</code></li><li>The names are the same.</li>`);
    expect(body).toContain(`<li>${other.account.email}</li><li>The names are the same.</li>`);
  });
});

describe("a name that resembles the developer's", () => {
  test("is compared with it, also if only case and spaces differ", async () => {
    const dora = await site.person("Dora Dune", { developer: true });
    const other = await site.person("Odo Other", { developer: true });
    await site.draft(other, { name: "DORA-DUNE" });
    const clientId = await site.draft(dora, { name: "Sand and Sea" });
    await site.core.apps.submitApp({ clientId }, site.byKey);
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).toContain(
      `similar to <a href="/console/accounts/${dora.account.accountId}" dir="auto">Dora Dune</a> (its developer)`,
    );
    expect(body).toContain("<li>The names differ only in case, spaces, punctuation or symbols.</li>");
  });
});

describe("all apps", () => {
  test("are filtered by name and state in the URL", async () => {
    const clientId = await submitted({ name: "Findable" });
    await submitted({ name: "Other thing" });
    const { body } = await people.olga.browser.get("/console/apps?name=find&state=submitted");
    expect(body).toContain(clientId);
    expect(body).not.toContain("Other thing");
    expect((await people.olga.browser.get("/console/apps?name=find&state=approved")).body).not.toContain(clientId);
  });
});

describe("the state of an app", () => {
  /** The tab, the row and the page. */
  const wordsOf = async (clientId: string, state: string) => {
    const list = await people.olga.browser.get(`/console/apps?state=${state}&name=${clientId}`);
    const page = await people.olga.browser.get(pageOf(clientId));
    const row = list.body.slice(list.body.indexOf(`<strong dir="auto">`));
    return {
      tab: /aria-current="true">([^<]+)</.exec(list.body.slice(list.body.indexOf("list-tabs")))?.[1]?.trim(),
      row: /<span class="badge badge-warn">([^<]+)</.exec(row)?.[1],
      note: /<small class="row-note">(.*?)<\/small>/.exec(row)?.[1]?.replaceAll(/<[^>]+>/g, ""),
      page: /<span class="badge badge-warn">([^<]+)</.exec(page.body)?.[1],
    };
  };

  test("has one word on its tab, in its row and on its page, with and without a claim", async () => {
    const clientId = await submitted({ name: "One word" });
    const word = (text: string) => ({ tab: text, row: text, page: text });
    expect(await wordsOf(clientId, "submitted")).toEqual({ ...word("Submitted"), note: undefined });
    await site.core.apps.startReview({ clientId }, site.byKey);
    expect(await wordsOf(clientId, "in_review")).toEqual({ ...word("In review"), note: "Not claimed" });
    await step(clientId, "claim");
    expect(await wordsOf(clientId, "in_review")).toEqual({ ...word("In review"), note: "Claimed by Olga Operator" });
  });
});

describe("an app's page", () => {
  test("C7 shows the developer's input as text", async () => {
    const hostile = `<img src=x onerror=alert(1)>"'`;
    const clientId = await submitted({
      name: `N ${hostile}`,
      purpose: `P ${hostile}`,
      scopes: [{ name: "payouts:write", reason: `R ${hostile}` }],
    });
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).not.toContain("<img src=x");
    for (const letter of ["N", "P", "R"]) expect(body).toContain(`${letter} &lt;img src=x onerror=alert(1)&gt;`);
    for (const text of ["Move your money", "Restricted", "https://parcels.example/callback"]) {
      expect(body).toContain(text);
    }
  });

  test("lists the scopes before the profile, sensitive ones first", async () => {
    const { body } = await people.olga.browser.get(pageOf(await submitted()));
    expect(body.indexOf("See your customers")).toBeLessThan(body.indexOf("See your orders"));
    expect(body.indexOf("See your orders")).toBeLessThan(body.indexOf('<h2 id="profile">'));
  });

  test("has the decision between the scopes and the profile, as on a phone", async () => {
    const { body } = await people.olga.browser.get(pageOf(await submitted()));
    const order = ['<h2 id="scopes">', '<h2 id="decide">', '<h2 id="profile">', '<h2 id="history">'];
    const places = order.map((heading) => body.indexOf(heading));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("has the consent page as a folded preview, which cannot be operated", async () => {
    const { body } = await people.olga.browser.get(pageOf(await submitted({ name: "Seen Before" })));
    const preview = body.slice(body.indexOf('id="preview"'), body.indexOf('<h2 id="history">'));
    expect(preview).toMatch(/<summary><h2>Preview of the consent page<\/h2>/);
    expect(preview).toMatch(/<div class="fold-content" inert>[\s\S]*<article class="card consent">/);
    for (const text of ["Seen Before", "See your customers", "https://parcels.example", "by Dana Developer"])
      expect(preview).toContain(text);
    expect(body).not.toMatch(/<details[^>]*id="preview"[^>]* open/);
  });

  test("shows only the changed lines of a revision", async () => {
    const clientId = await site.draft(people.developer, { name: "Diff" });
    await site.approve(clientId);
    const { profile } = await appOf(clientId);
    const redirectUris = [...profile!.redirectUris, "https://parcels.example/second"];
    const scopes = profile!.scopes.slice(0, 1);
    const changed = { ...profile!, redirectUris, scopes, privacyPolicy: "https://parcels.example/privacy" };
    await site.core.apps.updateApp({ clientId, profile: changed }, site.byKey);
    const { body } = await people.olga.browser.get(pageOf(clientId));
    const difference = body.slice(body.indexOf('class="difference"'), body.indexOf('id="profile"'));
    expect(difference).toMatch(/<ins>.*second/);
    expect(difference).toMatch(/Privacy policy<\/dt>.*<ins>.*parcels.example\/privacy/s);
    expect(difference).toMatch(/<del>.*customers:read/);
    expect(difference).not.toContain("parcels.example/callback");
    expect(difference).not.toContain("Prints shipping labels");
  });

  test("marks the changed words of the purpose and of the reason of a scope, and no words of URLs", async () => {
    const clientId = await site.draft(people.developer, { name: "Words" });
    await site.approve(clientId);
    const { profile } = await appOf(clientId);
    const [first, ...others] = profile!.scopes;
    const scopes = [{ ...first!, optional: true, reason: "To know what to pack and ship." }, ...others];
    const changed = { ...profile!, purpose: "Prints many labels.", scopes, launchUrl: "https://parcels.example/other" };
    await site.core.apps.updateApp({ clientId, profile: changed }, site.byKey);
    const { body } = await people.olga.browser.get(pageOf(clientId));
    const difference = body.slice(body.indexOf('class="difference"'), body.indexOf('id="profile"'));
    const lines = [...difference.matchAll(/<li class="(.*?)"><(del|ins)>(.*?)<\/\2><\/li>/gs)];
    const texts = lines.map(
      ([, extent, tag, line = ""]) => `${extent} ${tag} ${line.replaceAll(/<(?!\/?mark)[^>]*>/g, "")}`,
    );
    expect(texts).toEqual([
      "in-part del removed: Prints <mark>shipping</mark> labels.",
      "in-part ins added: Prints <mark>many</mark> labels.",
      " ins added: https://parcels.example/other",
      "in-part del removed: orders:read (<mark>Required</mark>): To know what to ship.",
      "in-part ins added: orders:read (<mark>Optional</mark>): To know what to <mark>pack and</mark> ship.",
    ]);
  });

  test("lists the added scopes of a revision first, with their sensitivity, and strikes the name of a removed one", async () => {
    const scopesOf = (names: string[]) =>
      names.map((name) => create(RegisteredScopeSchema, { name, reason: "To ship." }));
    const before = scopesOf(["customers:read"]);
    const clientId = await site.draft(people.developer, { name: "Grown", scopes: before });
    await site.approve(clientId);
    const { profile } = await appOf(clientId);
    const scopes = scopesOf(["orders:read", "payouts:write"]);
    await site.core.apps.updateApp({ clientId, profile: { ...profile!, scopes } }, site.byKey);
    const { body } = await people.olga.browser.get(pageOf(clientId));
    const difference = body.slice(body.indexOf('class="difference"'), body.indexOf('id="profile"'));
    const lines = [...difference.matchAll(/<li class="(.*?)"><(del|ins)>(.*?)<\/\2><\/li>/gs)];
    expect(lines.map(([, extent, , line = ""]) => `${extent} ${line.replaceAll(/<(?!\/?mark)[^>]*>/g, "")}`)).toEqual([
      " added: payouts:write Restricted (Required): To ship.",
      " added: orders:read Normal (Required): To ship.",
      "in-part removed: <mark>customers:read</mark> (Required): To ship.",
    ]);
    expect(difference).toContain('payouts:write <span class="badge badge-warn badge-strong">Restricted</span>');
  });

  test("of an unknown app is 404", async () => {
    for (const id of ["app_nobody", "x".repeat(90)])
      expect((await people.olga.browser.get(pageOf(id))).statusCode).toBe(404);
  });
});

describe("suspending", () => {
  test("shows the number of merchants, requires a reason and a confirmation, and is reverted by resuming", async () => {
    const owner = await site.person("Mia");
    const clientId = await site.draft(people.developer);
    await site.approve(clientId);
    for (const merchantId of ["hit-1", "hit-2"]) {
      const { accountId: ownerAccountId } = owner.account;
      await site.core.accounts.createMerchant({ merchantId, name: merchantId, ownerAccountId }, site.byKey);
      await site.install(clientId, merchantId, owner);
    }
    const path = `${pageOf(clientId)}/suspend`;
    const page = await people.olga.browser.get(path);
    expect(page.body).toContain("2 merchants have it installed");
    expect(page.body).toMatch(
      new RegExp(`<nav class="crumbs".*href="/console/apps" .*>Apps<.*href="${pageOf(clientId)}" .*>Parcel Pilot<`),
    );
    const csrf: [string, string] = ["csrf_token", csrfIn(page)];
    const unconfirmed = (await people.olga.browser.post(path, [csrf, ...SAID])).body;
    expect(unconfirmed).toContain('href="#confirm"');
    expect(unconfirmed).toMatch(
      /<p class="fault" id="confirm-fault">[^<]+<\/p>.*aria-describedby="confirm-fault" aria-invalid="true"/s,
    );
    expect((await people.olga.browser.post(path, [csrf, ["confirm", "yes"]])).statusCode).toBe(400);
    expect((await appOf(clientId)).state).toBe(AppState.APPROVED);
    expect((await people.olga.browser.post(path, [csrf, ["confirm", "yes"], ...SAID])).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(AppState.SUSPENDED);
    expect((await step(clientId, "resume")).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(AppState.APPROVED);
  });

  test("and resuming again from an outdated window say by whom it was done, keep the reason to copy, and audit nothing", async () => {
    const otto = await site.person("Otto Operator", { operator: true });
    const clientId = await site.draft(people.developer);
    await site.approve(clientId);
    const path = pageOf(clientId);
    const csrf_token = csrfIn(await people.olga.browser.get(`${path}/suspend`));
    const own = csrfIn(await otto.browser.get(`${path}/suspend`));
    const reason = { confirm: "yes", reason_code: "ABUSE" };
    expect((await step(clientId, "resume")).body).not.toContain("already");
    await otto.browser.post(`${path}/suspend`, { csrf_token: own, ...reason, reason_text: "Spam." });
    const late = { csrf_token, ...reason, reason_text: "It sends spam\r\nto guests." };
    const again = await people.olga.browser.post(`${path}/suspend`, late);
    expect(again.body).toMatch(
      /<div class="notice" role="status"><p>Already suspended by <a [^>]+>Otto Operator<\/a>, <time [^>]+>[^<]+<\/time>\. Your reason was not saved\./,
    );
    expect(again.body).toMatch(/<textarea id="unsent-text"[^>]*>\nIt sends spam\nto guests\.<\/textarea>/);
    // The same form sent twice has lost nothing.
    const twice = await otto.browser.post(`${path}/suspend`, { csrf_token: own, ...reason, reason_text: "Spam." });
    expect(twice.body).toContain("Already suspended");
    expect(twice.body).not.toMatch(/not saved|unsent-text/);
    await otto.browser.post(`${path}/resume`, { csrf_token: own });
    const resumed = await people.olga.browser.post(`${path}/resume`, { csrf_token });
    expect(resumed.statusCode).toBe(200);
    expect(resumed.body).toMatch(
      /<div class="notice" role="status"><p>The app was already resumed by <bdi>Otto Operator<\/bdi>, <time /,
    );
    const { events } = await site.core.audit.listAuditEvents({ clientId }, site.byKey);
    expect(events.filter(({ action }) => /suspend|resume/.test(action))).toHaveLength(2);
  });

  test("or archiving twice reports an outdated page", async () => {
    const clientId = await site.draft(people.developer);
    await site.approve(clientId);
    const path = `${pageOf(clientId)}/archive`;
    const fields = { csrf_token: csrfIn(await people.olga.browser.get(path)), confirm: "yes" };
    expect((await people.olga.browser.post(path, fields)).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(AppState.ARCHIVED);
    const again = await people.olga.browser.post(path, fields);
    expect(again.statusCode).toBe(409);
    expect(again.body).toContain("The state of the app has changed");
  });
});

test("an app that was never approved has no tokens to revoke until it is installed", async () => {
  const offersRevocation = async (clientId: string) =>
    (await people.olga.browser.get(pageOf(clientId))).body.includes("Revoke all tokens …");
  const clientId = await submitted({ name: "Without tokens" });
  expect(await offersRevocation(clientId)).toBe(false);
  const { accountId: ownerAccountId } = people.developer.account;
  const test = { name: "Test shop", test: true, ownerAccountId };
  const { merchant } = await site.core.accounts.createMerchant(test, site.byKey);
  await site.install(clientId, merchant!.merchantId, people.developer);
  expect(await offersRevocation(clientId)).toBe(true);
  const approved = await submitted({ name: "Approved once" });
  await step(approved, "start-review");
  await step(approved, "approve");
  expect(await offersRevocation(approved)).toBe(true);
  await site.core.apps.suspendApp({ clientId: approved, reasonCode: "ABUSE", reasonText: "Stopped." }, site.byKey);
  expect(await offersRevocation(approved)).toBe(true);
});

test("the card of an app that can only be archived has this title", async () => {
  const titleOf = async (clientId: string, language = "en") => {
    const { body } = await people.olga.browser.get(pageOf(clientId), { "accept-language": language });
    return /<h2 id="state-changes">([^<]*)</.exec(body)?.[1];
  };
  const clientId = await submitted({ name: "First review" });
  expect([await titleOf(clientId), await titleOf(clientId, "de")]).toEqual(["Archive the app", "App archivieren"]);
  await step(clientId, "start-review");
  await step(clientId, "approve");
  expect(await titleOf(clientId)).toBe("Tokens and state of the app");
});
