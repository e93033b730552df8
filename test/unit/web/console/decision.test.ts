import { describe, expect, test } from "vitest";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { csrfIn, openedIn } from "../site.ts";
import { pageOf, SAID, useReviewSite } from "./review-site.ts";

const { site, people, submitted, inReview, inDatabase, appOf, step } = useReviewSite();

describe("the review", () => {
  test("starts and approves with the checked restricted scopes", async () => {
    const clientId = await submitted({ scopes: [{ name: "payouts:write", reason: "To pay." }] });
    expect((await step(clientId, "start-review")).headers.location).toBe(pageOf(clientId));
    const { body: review } = await people.olga.browser.get(pageOf(clientId));
    expect(review).toContain("The developer is notified; you need not give a reason.");
    expect((await step(clientId, "approve", [["restricted", "payouts:write"]])).statusCode).toBe(303);
    const app = await appOf(clientId);
    expect([app.state, app.restrictedScopesAllowed]).toEqual([AppState.APPROVED, ["payouts:write"]]);
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).toContain("Review started");
    expect(body).toContain("Olga Operator");
  });

  test.each([
    ["request-changes", AppState.CHANGES_REQUESTED],
    ["reject", AppState.REJECTED],
  ])("%s requires a reason code and text and stores both in the history", async (name, state) => {
    const clientId = await inReview();
    const bare = await step(clientId, name, [
      ["reason_code", ""],
      ["reason_text", ""],
    ]);
    expect(bare.statusCode).toBe(400);
    expect(bare.body).toContain('<a href="#reason_code">Choose a reason.</a>');
    expect(bare.body).toContain('<a href="#reason_text">');
    expect((await appOf(clientId)).state).toBe(AppState.IN_REVIEW);
    expect((await step(clientId, name, SAID)).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(state);
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).toContain("Please &lt;b&gt;mend&lt;/b&gt; it.");
    // The conversation has the text; the history does not repeat it.
    expect(body.split("Please &lt;b&gt;mend&lt;/b&gt; it.")).toHaveLength(2);
  });

  test("begins with the number of findings, and does not lead to approval with a blocker", async () => {
    const decisionOf = async (profile: object) => {
      const { body } = await people.olga.browser.get(pageOf(await inReview(profile)));
      return body.slice(body.indexOf('<h2 id="decide">'), body.indexOf(">Approve<"));
    };
    const returnButton = async (profile: object) => {
      const { body } = await people.olga.browser.get(pageOf(await inReview(profile)));
      return /<button type="submit"([^>]*) formaction="[^"]*">Request changes</.exec(body)?.[1]?.trim();
    };
    expect(await returnButton({ redirectUris: ["https://10.0.0.1/callback"] })).toBe("");
    expect(await returnButton({ redirectUris: ["https://93.184.216.34/callback"] })).toBe('class="secondary"');
    const blocked = await decisionOf({ redirectUris: ["https://10.0.0.1/callback"] });
    expect(blocked).toMatch(
      /^<h2 id="decide">Decision<\/h2>\s*<p class="checks-summary">.*<a href="#checks">1 blocker, \d notes?<\/a>/,
    );
    expect(blocked).toMatch(/<button type="submit" class="secondary"$/);
    const open = await decisionOf({ redirectUris: ["https://93.184.216.34/callback"] });
    expect(open).toMatch(/<a href="#checks">\d notes?<\/a>/);
    expect(open).toMatch(/<button type="submit" *$/);
  });

  test("says what each decision does, and which of the revisions it was", async () => {
    const clientId = await inReview();
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).toMatch(
      /and can submit again\.<.*<small>Test merchants can keep using the app\.<\/small><\/p><button type="submit"[^>]*>Request changes<.*<small>The app stops working at test merchants too\.<\/small><\/p><button[^>]*\/reject">Reject</s,
    );
    await step(clientId, "approve");
    const { profile } = await appOf(clientId);
    await site.core.apps.updateApp({ clientId, profile: { ...profile!, purpose: "Another." } }, site.byKey);
    await site.core.apps.submitApp({ clientId }, site.byKey);
    await site.core.apps.startReview({ clientId }, site.byKey);
    const second = (await people.olga.browser.get(pageOf(clientId))).body;
    expect(second).toMatch(/<small>Refuses this revision\. The live one stays\.<\/small><\/p><button[^>]*>Reject</);
    expect(second).toContain("revision 1 of 2");
    expect(second).toContain("revision 2 of 2");
  });

  test("of an outdated page keeps the input and decides nothing", async () => {
    const clientId = await inReview({ purpose: "Harmless." });
    const page = await people.olga.browser.get(pageOf(clientId));
    const revision = /name="revision" value="(\d+)"/.exec(page.body)![1]!;
    await site.core.apps.withdrawApp({ clientId }, site.byKey);
    const { profile } = await appOf(clientId);
    await site.core.apps.updateApp({ clientId, profile: { ...profile!, purpose: "Something else." } }, site.byKey);
    await site.core.apps.submitApp({ clientId }, site.byKey);
    await site.core.apps.startReview({ clientId }, site.byKey);
    const csrf: [string, string] = ["csrf_token", csrfIn(page)];
    for (const name of ["approve", "request-changes", "reject"]) {
      const answer = await people.olga.browser.post(`${pageOf(clientId)}/${name}`, [
        csrf,
        ["revision", revision],
        ...SAID,
      ]);
      expect(answer.statusCode).toBe(409);
      expect(answer.body).toContain(
        "The developer has submitted another revision since you opened this page. Read it before you decide.",
      );
      expect(answer.body).toContain("Something else.");
      expect(answer.body).toContain("The callback answers 404.");
    }
    expect((await appOf(clientId)).state).toBe(AppState.IN_REVIEW);
  });

  test.each(["", "0", "-1", "x"])("with the revision %j decides nothing", async (revision) => {
    const clientId = await inReview();
    const csrf_token = csrfIn(await people.olga.browser.get(pageOf(clientId)));
    const answer = await people.olga.browser.post(`${pageOf(clientId)}/approve`, { csrf_token, revision });
    expect(answer.statusCode).toBe(409);
    expect((await appOf(clientId)).state).toBe(AppState.IN_REVIEW);
  });

  test("of one's own app is not possible", async () => {
    const both = await site.person("Both", { operator: true, developer: true });
    const clientId = await site.draft(both);
    await site.core.apps.submitApp({ clientId }, site.byKey);
    const page = await both.browser.get(pageOf(clientId));
    expect(page.body).toContain("Another operator has to review it");
    await site.core.accounts.setAccountRoles(
      { accountId: both.account.accountId, operator: true, developer: false },
      site.byKey,
    );
    expect((await both.browser.get(pageOf(clientId))).body).toContain("Another operator has to review it");
    const csrf_token = csrfIn(await both.browser.get("/sign-out"));
    expect((await both.browser.post(`${pageOf(clientId)}/start-review`, { csrf_token })).statusCode).toBe(403);
  });

  test("of a team is not possible for its members, also while the team's account is suspended", async () => {
    const owner = await site.person("Tina Team", { developer: true });
    const member = await site.person("Max Member", { operator: true });
    await inDatabase("insert into team_member (account_id, team_id, role) values ($1, $2, 'MEMBER')", [
      member.account.accountId,
      owner.account.accountId,
    ]);
    const waiting = await site.draft(owner);
    await site.core.apps.submitApp({ clientId: waiting }, site.byKey);
    const suspended = await site.draft(owner, { name: "Tide Times" });
    await site.approve(suspended);
    await site.core.apps.suspendApp({ clientId: suspended, reasonCode: "ABUSE", reasonText: "Spam." }, site.byKey);
    const request = { accountId: owner.account.accountId, reasonCode: "ABUSE" };
    for (const state of ["active", "suspended"]) {
      if (state === "suspended") await site.core.accounts.suspendAccount(request, site.byKey);
      const page = await member.browser.get(pageOf(waiting));
      expect(page.body, state).toContain("Another operator has to review it");
      expect(page.body, state).not.toContain(`${pageOf(waiting)}/start-review`);
      expect((await member.browser.get(pageOf(suspended))).body, state).not.toContain(`${pageOf(suspended)}/resume`);
      expect((await people.olga.browser.get(pageOf(suspended))).body, state).toContain(`${pageOf(suspended)}/resume`);
    }
  });
});

test("the next app of the queue has its ID if its name is like that of the app", async () => {
  const next = await submitted({ name: "Twin Tally" });
  await inDatabase("update app set submitted_at = submitted_at - interval '30 days' where client_id = $1", [next]);
  const cardOf = async (clientId: string) =>
    /<h2 id="next">[\s\S]*?<\/section>/.exec((await people.olga.browser.get(pageOf(clientId))).body)![0];
  expect(await cardOf(await inReview({ name: "Tw\u0456n Tally" }))).toContain(
    `<strong dir="auto">Twin Tally</strong><br><code>${next}</code>`,
  );
  const other = await cardOf(await inReview({ name: "Unlike it" }));
  expect([other.includes("Twin Tally"), other.includes("<code>")]).toEqual([true, false]);
  await site.core.apps.withdrawApp({ clientId: next }, site.byKey);
});

describe("after a decision", () => {
  test("the page leads to the next app of the queue, whose size the navigation shows", async () => {
    const clientId = await inReview({ name: "Decided" });
    const page = await people.olga.browser.get(pageOf(clientId));
    expect(page.body).toMatch(/<span class="nav-count">\d+<span class="sr"> waiting for review<\/span>/);
    // Before the decision, the way to it stands below the form.
    expect(page.body.indexOf('<h2 id="next">Next in the queue</h2>')).toBeGreaterThan(page.body.indexOf(">Reject<"));
    expect(page.body).toMatch(/<a class="button secondary *" href="\/console\/apps\/[^"]+">Open next app/);
    await step(clientId, "approve");
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).toContain("Next in the queue");
    const next = /<a class="button *" href="(\/console\/apps\/[^"]+)">Open next app/.exec(body)?.[1];
    expect(next).not.toBe(pageOf(clientId));
    expect(body).toMatch(/Waiting for <time [^>]*data-age>&lt; 1 minute</);
    expect((await people.olga.browser.get(next!)).body).toMatch(/<button type="submit"[^>]*>Claim</);
    // The message of the decision is gone after a reload; the way to the next app stays, for this reviewer only.
    expect((await people.olga.browser.get(pageOf(clientId))).body).toContain("Open next app");
    const otto = await site.person("Otto Operator", { operator: true });
    expect((await otto.browser.get(pageOf(clientId))).body).not.toContain("Next in the queue");
  });
});

describe("a text typed before an approval", () => {
  test("is on the page after it, once and outside the message of the approval", async () => {
    const clientId = await inReview({ name: "Praised" });
    await step(clientId, "approve", SAID);
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).toMatch(/<div class="notice notice-good" role="status"><p>Approved\. [^<]*<\/p><\/div>/);
    expect(body).not.toMatch(/role="status"><p>[^<]*not sent/);
    expect(body).toContain('<div class="notice"><p>Your text was not sent to the developer and is not saved.');
    expect(body).toMatch(/<textarea id="unsent-text"[^>]*>\nThe callback answers 404\.\nPlease/);
    expect((await people.olga.browser.get(pageOf(clientId))).body).not.toContain("unsent-text");
  });

  test("is cut where the cookie of the message ends", async () => {
    const clientId = await inReview({ name: "Praised at length" });
    await step(clientId, "approve", [["reason_text", "ä".repeat(2000)]]);
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).toMatch(/<textarea id="unsent-text"[^>]*>\nä{500,}…<\/textarea>/);
  });

  test("is kept if the approval is refused, also after the decision of another caller", async () => {
    const clientId = await inReview({ name: "Decided before" });
    const page = await people.olga.browser.get(pageOf(clientId));
    await site.core.apps.rejectApp({ clientId, revision: 1, reasonCode: "PURPOSE", reasonText: "No." }, site.byKey);
    const fields: [string, string][] = [["csrf_token", csrfIn(page)], ["revision", "1"], ...SAID];
    const { statusCode, body } = await people.olga.browser.post(`${pageOf(clientId)}/approve`, fields);
    expect(statusCode).toBe(409);
    expect(body).toMatch(/<textarea id="unsent-text"[^>]*>\nThe callback answers 404\.\nPlease/);
  });
});

test("a retired scope that the app would get anew is a note among the checks", async () => {
  const scope = { name: "old:read", title: "See old things" };
  await site.core.apps.upsertScope({ scope }, site.byKey);
  const clientId = await inReview({ name: "Late", scopes: [{ name: "old:read", reason: "To show them." }] });
  const text = "The app requests retired scopes, which new apps cannot request:";
  expect((await people.olga.browser.get(pageOf(clientId))).body).not.toContain(text);
  await site.core.apps.upsertScope({ scope: { ...scope, retired: true } }, site.byKey);
  const { body } = await people.olga.browser.get(pageOf(clientId));
  expect(body).toMatch(new RegExp(`Note</span><div>${text} <ul><li><code dir="auto">old:read</code>`));
  expect(body).toMatch(/<span class="badge badge-warn">Retired<\/span>/);
});

describe("after a withdrawal", () => {
  test("the page says who withdrew, names the revision by its state, and leads to the next app", async () => {
    const clientId = await site.draft(people.developer, { name: "Undecided" });
    await site.approve(clientId);
    const { profile } = await appOf(clientId);
    await site.core.apps.updateApp({ clientId, profile: { ...profile!, purpose: "Changed." } }, site.byKey);
    await site.core.apps.submitApp({ clientId }, site.byKey);
    expect((await people.olga.browser.get(pageOf(clientId))).body).toContain("Revision 2 (for review)");
    await people.developer.browser.submit(`/portal/apps/${clientId}`, {}, `/portal/apps/${clientId}/withdraw`);
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).toMatch(/<bdi>Dana Developer<\/bdi> withdrew the submission, <time[^>]*>now<\/time>\./);
    expect(body).toContain("Revision 2 (Draft)");
    expect(body).not.toContain("(for review)");
    expect(body).toContain("Open next app");
  });
});

describe("decision templates", () => {
  test("are written in the console and inserted in the developer's language", async () => {
    const form = await people.olga.browser.get("/console/templates/new");
    const csrf_token = csrfIn(form);
    const bare = await people.olga.browser.post("/console/templates/save", { csrf_token, name: "Callback" });
    expect(bare.statusCode).toBe(400);
    for (const field of ["reason_code", "text_en", "text_de"]) expect(bare.body).toContain(`href="#${field}"`);
    const missing = [...bare.body.matchAll(/<li><a href="#text_\w\w">([^<]*)/g)].map(([, text]) => text);
    expect(missing).toEqual([
      "Enter an explanation in English of 1 to 2,000 characters.",
      "Enter an explanation in German of 1 to 2,000 characters.",
    ]);
    const summary = async (fields: Record<string, string>, language = "en") => {
      const headers = { "accept-language": language };
      const { body } = await people.olga.browser.post("/console/templates/save", { csrf_token, ...fields }, headers);
      return [...body.matchAll(/<li><a href="#(?:name|text_de)">([^<]*)/g)].map(([, text]) => text);
    };
    expect(await summary({ name: "", text_de: "Gut." })).toEqual([
      "Enter a name of 1 to 60 characters, such as “Redirect URI does not answer”.",
    ]);
    expect(await summary({ name: "x".repeat(61), text_de: "x\u202ey" })).toEqual([
      "Name: Shorten this to at most 60 characters.",
      expect.stringMatching(/^Explanation in German: Remove control characters and invisible characters\./),
    ]);
    expect(await summary({ name: "x".repeat(61), text_de: "x".repeat(2001) }, "de")).toEqual([
      "Name: Kürzen Sie das auf höchstens 60 Zeichen.",
      "Erläuterung auf Deutsch: Kürzen Sie das auf höchstens 2.000 Zeichen.",
    ]);
    const template = {
      name: "Callback",
      reason_code: "REDIRECT_URI",
      text_en: "It fails.",
      text_de: "Er schlägt fehl.",
    };
    expect((await people.olga.browser.post("/console/templates/save", { csrf_token, ...template })).statusCode).toBe(
      303,
    );
    const list = await people.olga.browser.get("/console/templates");
    const id = /templates\/edit\?id=([^"]+)"/.exec(list.body)![1]!;
    const clientId = await inReview({ name: "Templated" });
    const insert = async (typed: Record<string, string>) =>
      (await people.olga.browser.post(`${pageOf(clientId)}/insert-template`, { csrf_token, template: id, ...typed }))
        .body;
    const page = await insert({ reason_code: "", reason_text: "" });
    expect(page).toMatch(/<textarea id="reason_text"[^>]*>\nIt fails\.<\/textarea>/);
    expect(page).toContain('<option value="REDIRECT_URI" selected>');
    // Words and a reason that the reviewer entered before stay.
    const added = await insert({ reason_code: "PURPOSE", reason_text: "Hello.\r\nThank you." });
    expect(added).toMatch(/<textarea id="reason_text"[^>]*>\nHello\.\nThank you\.\n\nIt fails\.<\/textarea>/);
    expect(added).toContain('<option value="PURPOSE" selected>');
    const opened = openedIn(await people.olga.browser.get(`/console/templates/edit?id=${id}`));
    const edited = { csrf_token, id, ...opened, ...template, text_en: "It still fails." };
    expect((await people.olga.browser.post("/console/templates/save", edited)).statusCode).toBe(303);
    expect((await people.olga.browser.get(`/console/templates/edit?id=${id}`)).body).toContain("It still fails.");
    expect((await people.olga.browser.get(`/console/templates/edit?id=${id}`)).body).toMatch(
      /earlier decisions keep their text\.<\/small><\/p>\s*<details class="more more-danger"><summary>Delete template<\/summary>\s*<p>This cannot be undone\.<\/p>\s*<form method="post" action="\/console\/templates\/delete"/i,
    );
    // A form that was opened before that change replaces nothing.
    const stale = { ...edited, text_en: "It fails often." };
    const refused = await people.olga.browser.post("/console/templates/save", stale);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('<ul><li><a href="#text_en">Explanation in English</a></li></ul>');
    expect(refused.body).toMatch(/Changed by <a [^>]+>Olga Operator<\/a>.*\nIt fails often\.<\/textarea>/s);
    const again = { ...stale, ...openedIn(refused) };
    expect((await people.olga.browser.post("/console/templates/save", again)).statusCode).toBe(303);
    expect((await people.olga.browser.post("/console/templates/delete", { csrf_token, id })).statusCode).toBe(303);
    expect((await people.olga.browser.get("/console/templates")).body).toContain("There are no templates yet");
  });
});

describe("a finding of a check", () => {
  test("is added to the explanation in words for the developer, by the operator who decides", async () => {
    const clientId = await inReview({ redirectUris: ["https://10.0.0.1/callback"] });
    expect((await people.olga.browser.get(pageOf(clientId))).body).not.toContain("/insert-check");
    await step(clientId, "claim");
    const page = await people.olga.browser.get(pageOf(clientId));
    const button =
      /<button type="submit" form="decision-form"[^>]* name="check" value="(\d+)"[^>]*aria-describedby="(check-\d+)"/;
    const [, check = "", described = ""] = button.exec(page.body) ?? [];
    expect(page.body).toMatch(new RegExp(`<div id="${described}">These hosts of the redirect URIs have private`));
    const insert = (fields: Record<string, string>) =>
      people.olga.browser.post(`${pageOf(clientId)}/insert-check`, { csrf_token: csrfIn(page), check, ...fields });
    const text =
      "Merchants’ browsers cannot reach 10.0.0.1, which is a private or special address. Please use a public host in the redirect URIs.";
    const { body } = await insert({ reason_code: "", reason_text: "Hello." });
    expect(body).toContain(`>\nHello.\n\n${text}</textarea>`);
    expect(body).toContain('<option value="REDIRECT_URI" selected>');
    expect((await insert({ reason_code: "PURPOSE", reason_text: "" })).body).toContain(
      '<option value="PURPOSE" selected>',
    );
    expect((await insert({ reason_code: "", reason_text: `Hello.\r\n\r\n${text}` })).body).toContain(
      `>\nHello.\n\n${text}</textarea>`,
    );
    // A check that has no finding adds nothing.
    const none = await insert({ check: "99", reason_code: "", reason_text: "Hello." });
    expect([none.statusCode, none.body.includes(">\nHello.</textarea>")]).toEqual([200, true]);
  });

  test("is also a similar name, of which the developer reads only the own one", async () => {
    await submitted({ name: "Quiet Quay" });
    const clientId = await inReview({ name: "Qui\u0435t Quay" });
    expect((await people.olga.browser.get(pageOf(clientId))).body).not.toContain('name="check" value="names"');
    await step(clientId, "claim");
    expect((await people.olga.browser.get(pageOf(clientId))).body).toMatch(
      /<div id="check-names">Other apps or accounts have a similar name\..*name="check" value="names"[^>]*aria-describedby="check-names"/s,
    );
    const { body } = await step(clientId, "insert-check", [["check", "names"]]);
    expect(body).toContain(
      ">\nPlease choose a name that merchants cannot confuse with the name of another app or account: Qui\u0435t Quay.</textarea>",
    );
    expect(body).toContain('<option value="LOGO" selected>');
    const other = await inReview({ name: "Nothing like it" });
    const none = await step(other, "insert-check", [["check", "names"]]);
    expect([none.statusCode, none.body.includes("Please choose a name")]).toEqual([200, false]);
  });
});

describe("a restricted scope that the reviewer will not allow", () => {
  const SCOPES = ["payouts:write", "customers:read", "orders:read"].map((name) => ({ name, reason: `For ${name}.` }));
  const OFFERED: [string, string][] = [["restricted_offered", "payouts:write"]];
  const REFUSED: [string, string][] = [...OFFERED, ["restricted_scopes_refused", "yes"]];

  test.each([
    ["request-changes", "Changes requested, payouts:write refused"],
    ["reject", "Rejected, payouts:write refused"],
  ])("is refused by %s without its tick, which both sides see", async (name, title) => {
    const clientId = await inReview({ name: "Payer", scopes: SCOPES });
    const { body: page } = await people.olga.browser.get(pageOf(clientId));
    const offered = /<input type="hidden" name="restricted_offered" value="([^"]*)"/g;
    expect([...page.matchAll(offered)].map(([, scope]) => scope)).toEqual(["payouts:write"]);
    expect(page).toMatch(/<input type="checkbox" id="restricted_scopes_refused"[^>]* value="yes" +aria/);
    expect((await step(clientId, name, [...SAID, ...REFUSED])).statusCode).toBe(303);
    expect((await appOf(clientId)).restrictedScopesRefused).toEqual(["payouts:write"]);
    expect((await people.olga.browser.get(pageOf(clientId))).body).toContain(title);
    const own = `/portal/apps/${clientId}`;
    const app = (await people.developer.browser.get(own)).body;
    expect(app).toContain(title);
    expect(app).toMatch(/<code>payouts:write<\/code> [^\n]*Refused by/);
    const form = (await people.developer.browser.get(`${own}/edit`)).body;
    expect(form.split("Refused by")).toHaveLength(2);
    const german = (await people.developer.browser.get(own, { "accept-language": "de" })).body;
    expect(german).toContain("payouts:write abgelehnt");
  });

  test.each([
    ["has a tick", [...REFUSED, ["restricted", "payouts:write"]]],
    ["is not to be refused", OFFERED],
  ] as [string, [string, string][]][])("is not refused if it %s", async (_, fields) => {
    const clientId = await inReview({ scopes: SCOPES });
    await step(clientId, "request-changes", [...SAID, ...fields]);
    const { state, restrictedScopesRefused } = await appOf(clientId);
    expect([state, restrictedScopesRefused]).toEqual([AppState.CHANGES_REQUESTED, []]);
  });

  test("cannot be refused if the app does not request it, and the choice stays", async () => {
    const clientId = await inReview({ scopes: SCOPES });
    const { statusCode, body } = await step(clientId, "reject", [
      ...SAID,
      ["restricted_offered", "orders:read"],
      ["restricted_scopes_refused", "yes"],
    ]);
    expect(statusCode).toBe(400);
    expect(body).toContain('<a href="#restricted_scopes_refused">Choose only restricted scopes that the app requests.');
    expect(body).toMatch(/id="restricted_scopes_refused"[^>]* checked/);
  });

  test("is no choice for an app that requests none", async () => {
    const clientId = await inReview();
    expect((await people.olga.browser.get(pageOf(clientId))).body).not.toContain("restricted_scopes_refused");
  });
});

describe("the choice of restricted scopes", () => {
  test("says what approval without a tick does, also to a scope that the app requires", async () => {
    const clientId = await submitted({ scopes: [{ name: "payouts:write", reason: "To pay." }] });
    await step(clientId, "start-review");
    const { body } = await people.olga.browser.get(pageOf(clientId));
    const hint = "You can approve without a tick. Merchants then cannot grant the scope, and the app’s requests for it";
    expect(body).toContain(`<p class="muted"><small>${hint} are refused.</small></p>`);
    expect(body).toContain("Required by the app.");
    const form = body.slice(body.indexOf('id="decision-form"')).split("</form>")[0]!;
    expect([form.split("are refused.").length - 1, form.includes("notice-warn")]).toEqual([1, false]);
    // The style sheet hides this line until each box of a required scope is ticked.
    expect(body).toContain('<p class="muted all-allowed">Merchants can then install the app.</p>');
    const german = await people.olga.browser.get(pageOf(clientId), { "accept-language": "de" });
    expect(german.body).toContain("Sie können auch ohne Häkchen freigeben.");
    await step(clientId, "approve");
    const app = await appOf(clientId);
    expect([app.state, app.restrictedScopesAllowed]).toEqual([AppState.APPROVED, []]);
  });

  test("stays when a template or a finding is inserted, and when a decision is rejected", async () => {
    const clientId = await submitted({
      scopes: [
        { name: "payouts:write", reason: "To pay." },
        { name: "customers:read", reason: "To write." },
      ],
    });
    await step(clientId, "start-review");
    const page = await people.olga.browser.get(pageOf(clientId));
    // One form has the ticks and all decisions.
    const form = page.body.slice(page.body.indexOf('id="decision-form"')).split("</form>")[0]!;
    for (const name of ["restricted", "reason_text"]) expect(form).toContain(`name="${name}"`);
    for (const action of ["approve", "request-changes", "reject"]) expect(form).toContain(`/${action}"`);
    const typed: [string, string][] = [
      ["restricted", "payouts:write"],
      ["reason_text", "Hello."],
    ];
    for (const name of ["insert-template", "insert-check", "request-changes"]) {
      const { body } = await step(clientId, name, typed);
      expect(body, name).toMatch(/<input[^>]* value="payouts:write"[^>]* checked/);
      expect(body, name).toContain("\nHello.</textarea>");
    }
    expect((await step(clientId, "insert-template")).body).not.toMatch(/value="payouts:write"[^>]* checked/);
  });

  test("does not say of an optional scope that the app requires it", async () => {
    const clientId = await submitted({ scopes: [{ name: "payouts:write", reason: "To pay.", optional: true }] });
    await step(clientId, "start-review");
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).toContain("requests for it are refused.");
    expect(body).not.toContain("Required by the app.");
  });
});

test("an app that comes back unchanged is marked, and one with changes is not", async () => {
  const clientId = await submitted({ name: "Boomerang" });
  await step(clientId, "start-review");
  await step(clientId, "request-changes", SAID);
  expect((await people.olga.browser.get(pageOf(clientId))).body).not.toContain("Submitted again");
  await site.core.apps.submitApp({ clientId }, site.byKey);
  const same = await people.olga.browser.get(pageOf(clientId));
  expect(same.body).toContain('<p class="notice notice-warn">Submitted again without changes.</p>');
  await site.core.apps.withdrawApp({ clientId }, site.byKey);
  const { profile } = await appOf(clientId);
  await site.core.apps.updateApp({ clientId, profile: { ...profile!, purpose: "New." } }, site.byKey);
  await site.core.apps.submitApp({ clientId }, site.byKey);
  expect((await people.olga.browser.get(pageOf(clientId))).body).not.toContain("Submitted again without changes.");
});

test("an app that was withdrawn during its review and submitted again shows what changed since", async () => {
  const clientId = await submitted({ name: "Second thoughts", purpose: "Prints labels." });
  const changedTo = async (purpose: string) => {
    await site.core.apps.withdrawApp({ clientId }, site.byKey);
    const { profile } = await appOf(clientId);
    await site.core.apps.updateApp({ clientId, profile: { ...profile!, purpose } }, site.byKey);
    const draft = (await people.olga.browser.get(pageOf(clientId))).body;
    await site.core.apps.submitApp({ clientId }, site.byKey);
    return [draft, (await people.olga.browser.get(pageOf(clientId))).body];
  };
  const heading = '<h2 id="difference-withdrawn">Changes since the withdrawal</h2>';
  // No reviewer had read the first version.
  expect((await changedTo("Prints parcel labels."))[1]).not.toContain(heading);
  await step(clientId, "start-review");
  const [draft, again] = await changedTo("Prints large labels.");
  expect(draft).not.toContain(heading);
  expect(again).toMatch(new RegExp(`${heading}\\s*<p class="muted">Withdrawn during the review · <time`));
  expect(again).toMatch(/<del>.*Prints <mark>parcel<\/mark> labels\..*<ins>.*Prints <mark>large<\/mark> labels\./s);
  // The changes since the last decision come first.
  await step(clientId, "start-review");
  await step(clientId, "request-changes", SAID);
  await site.core.apps.submitApp({ clientId }, site.byKey);
  await step(clientId, "start-review");
  const [, both] = await changedTo("Prints small labels.");
  expect(both!.indexOf("Changes since the last decision")).toBeGreaterThan(0);
  expect(both!.indexOf("Changes since the last decision")).toBeLessThan(both!.indexOf(heading));
  const german = await people.olga.browser.get(pageOf(clientId), { "accept-language": "de" });
  expect(german.body).toContain("Änderungen seit dem Zurückziehen</h2>");
});

test("the questions before a suspension and the end of an app say who sees what, and what stays", async () => {
  const clientId = await submitted({ name: "Stopped" });
  const suspend = (await people.olga.browser.get(`${pageOf(clientId)}/suspend`)).body;
  expect(suspend).toContain("The developer sees the reason and the explanation.");
  const archive = (await people.olga.browser.get(`${pageOf(clientId)}/archive`)).body;
  expect(archive).toContain("The audit trail stays.");
  expect(archive).toContain("<p>No mail is sent. The developer sees the app as archived.</p>");
  const { accountId: ownerAccountId } = people.olga.account;
  await site.core.accounts.createMerchant({ merchantId: "quay", name: "Quay", ownerAccountId }, site.byKey);
  await step(clientId, "start-review");
  await step(clientId, "approve");
  await site.install(clientId, "quay", people.olga);
  expect((await people.olga.browser.get(`${pageOf(clientId)}/archive`)).body).toContain(
    "<p>1 merchant loses the app at once.</p><p>No mail is sent. The developer sees the app as archived, and merchants see it as uninstalled.</p>",
  );
  const close = (await people.olga.browser.get("/console/merchants/close?id=quay")).body;
  expect(close).toContain("<p>1 member is removed.</p><p>No mail is sent: tell the members yourself.</p>");
});
