import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { type Person, useCoreSite } from "./core-site.ts";
import { csrfIn, FORGED } from "./site.ts";

const site = useCoreSite();
let olga: Person;
let developer: Person;
beforeAll(async () => {
  olga = await site.person("Olga Operator", { operator: true });
  developer = await site.person("Dana Developer", { developer: true });
});

const submitted = async (profile: object = {}) => {
  const clientId = await site.draft(developer, profile);
  await site.core.apps.submitApp({ clientId }, site.byKey);
  return clientId;
};
const inReview = async (profile: object = {}) => {
  const clientId = await submitted(profile);
  await site.core.apps.startReview({ clientId }, site.byKey);
  return clientId;
};
const inDatabase = async (sql: string, values: unknown[]) => {
  const client = new pg.Client(site.databaseUrl);
  await client.connect();
  await client.query(sql, values).finally(() => client.end());
};
const pageOf = (clientId: string) => `/console/apps/${clientId}`;
const appOf = async (clientId: string) => (await site.core.apps.getApp({ clientId }, site.byKey)).app!;
/** Opens the app's page and sends one of its forms with the revision that the page shows. */
const step = async (clientId: string, name: string, fields: [string, string][] = []) => {
  const page = await olga.browser.get(pageOf(clientId));
  const revision = /name="revision" value="(\d+)"/.exec(page.body)?.[1] ?? "";
  const all: [string, string][] = [["csrf_token", csrfIn(page)], ["revision", revision], ...fields];
  return olga.browser.post(`${pageOf(clientId)}/${name}`, all);
};
const SAID: [string, string][] = [
  ["reason_code", "REDIRECT_URI"],
  ["reason_text", "The callback answers 404.\r\nPlease <b>mend</b> it."],
];

describe("a name that another app has", () => {
  test("is shown to the reviewer with a link, in both languages", async () => {
    const other = await site.person("Otto Other", { developer: true });
    const known = await site.draft(other, { name: "Tide Tables" });
    const clientId = await submitted({ name: "Ti\u0501e Tables" });
    const page = await olga.browser.get(pageOf(clientId));
    expect(page.body).toContain("Other apps or accounts have a similar name. Compare them before you decide:");
    expect(page.body).toContain(`<a href="${pageOf(known)}" dir="auto">Tide Tables</a>`);
    const german = await olga.browser.get(pageOf(clientId), { "accept-language": "de" });
    expect(german.body).toContain(
      "Andere Apps oder Konten haben einen ähnlichen Namen. Vergleichen Sie sie vor der Entscheidung:",
    );
    const plain = await olga.browser.get(pageOf(await submitted({ name: "Ebb and Flow" })));
    expect(plain.body).not.toContain("Other apps or accounts have a similar name. Compare them before you decide:");
  });
});

describe("access to the console", () => {
  test("is for operators; signed out redirects to sign-in; other accounts get 403", async () => {
    const clientId = await submitted();
    const pages = ["/console", "/console/templates", "/console/apps", pageOf(clientId), `${pageOf(clientId)}/suspend`];
    const outsider = await site.person("Nobody");
    for (const url of pages) {
      expect((await olga.browser.get(url)).statusCode, url).toBe(200);
      for (const { browser } of [developer, outsider]) expect((await browser.get(url)).statusCode, url).toBe(403);
      const { statusCode, headers } = await site.app.inject({ url });
      expect([statusCode, headers.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(url)}`]);
    }
    const csrf_token = csrfIn(await developer.browser.get("/sign-out"));
    for (const name of ["start-review", "approve", "request-changes", "reject", "resume", "suspend", "archive"]) {
      const answer = await developer.browser.post(`${pageOf(clientId)}/${name}`, { csrf_token, confirm: "yes" });
      expect(answer.statusCode, name).toBe(403);
    }
    expect((await appOf(clientId)).state).toBe(AppState.SUBMITTED);
  });

  test("only operators see its link", async () => {
    expect((await olga.browser.get("/")).body).toContain('href="/console"');
    expect((await developer.browser.get("/")).body).not.toContain('href="/console"');
  });
});

describe("C12 a forged form", () => {
  test.each(FORGED)("with %s is refused", async (_name, fields, headers) => {
    const clientId = await submitted();
    const csrf_token = csrfIn(await olga.browser.get(pageOf(clientId)));
    const answer = await olga.browser.post(`${pageOf(clientId)}/start-review`, fields ?? { csrf_token }, headers);
    expect(answer.statusCode).toBe(403);
    expect((await appOf(clientId)).state).toBe(AppState.SUBMITTED);
  });
});

describe("the queue", () => {
  const groupsOf = (body: string) =>
    Object.fromEntries(
      [...body.matchAll(/<section aria-labelledby="(mine|waiting|others)">(.*?)<\/section>/gs)].map(([, id, text]) => [
        id!,
        text!,
      ]),
    );

  test("lists apps without a reviewer, oldest first, revisions and unclaimed reviews included", async () => {
    const started = await submitted({ name: "Queue zero" });
    const first = await submitted({ name: "Queue one" });
    const live = await site.draft(developer, { name: "Queue two" });
    await site.approve(live);
    const { profile } = await appOf(live);
    await site.core.apps.updateApp({ clientId: live, profile: { ...profile!, purpose: "More." } }, site.byKey);
    await site.core.apps.submitApp({ clientId: live }, site.byKey);
    // A service key starts a review without a claim.
    await site.core.apps.startReview({ clientId: started }, site.byKey);
    const reviewed = await submitted({ name: "Queue three" });
    await step(reviewed, "start-review");
    const { waiting = "", mine = "", others } = groupsOf((await olga.browser.get("/console?name=queue")).body);
    const places = [started, first, live].map((clientId) => waiting.indexOf(clientId));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(waiting).toContain("Revision 2 of a live app");
    expect(waiting).not.toContain(reviewed);
    expect(mine).toContain(reviewed);
    expect(others).toBeUndefined();
  });

  test("claims an app from its row: a submitted one, and one in review", async () => {
    const oskar = await site.person("Oskar Reader", { operator: true });
    const fresh = await submitted({ name: "Claim me first" });
    const started = await submitted({ name: "Claim me second" });
    await site.core.apps.startReview({ clientId: started }, site.byKey);
    for (const [clientId, path] of [
      [fresh, `${pageOf(fresh)}/start-review`],
      [started, `${pageOf(started)}/claim`],
    ] as const) {
      const { waiting } = groupsOf((await olga.browser.get("/console?name=claim+me")).body);
      expect(waiting).toMatch(
        new RegExp(`<form method="post" action="${path}" data-once>.*?Claim<span class="sr"> Claim me`, "s"),
      );
      const answer = await olga.browser.submit("/console?name=claim+me", {}, path);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, pageOf(clientId)]);
      expect(groupsOf((await olga.browser.get("/console?name=claim+me")).body).mine).toContain(clientId);
    }
    const theirs = groupsOf((await oskar.browser.get("/console?name=claim+me")).body).others;
    expect(theirs).toContain(fresh);
    expect(theirs).toContain("Olga Operator");
    expect(theirs).not.toContain("<form");
  });

  test("does not offer the review of an app of the operator's own team", async () => {
    const both = await site.person("Bo Both", { operator: true, developer: true });
    const clientId = await site.draft(both, { name: "Own queue app" });
    await site.core.apps.submitApp({ clientId }, site.byKey);
    const { waiting } = groupsOf((await both.browser.get("/console?name=own+queue")).body);
    expect(waiting).toContain("Your team’s app");
    expect(waiting).not.toContain("<form");
  });

  test("shows how many scopes need care", async () => {
    const clientId = await submitted({ name: "Risky queue app" });
    const { profile } = await appOf(clientId);
    const { scopes } = await site.core.apps.listScopes({}, site.byKey);
    const sensitive = profile!.scopes.filter(
      ({ name }) => scopes.find((scope) => scope.name === name)?.sensitivity === ScopeSensitivity.SENSITIVE,
    ).length;
    const { waiting = "" } = groupsOf((await olga.browser.get("/console?name=risky+queue")).body);
    expect(waiting).toContain(`${profile!.scopes.length} scope`);
    expect(waiting.includes("sensitive")).toBe(sensitive > 0);
  });

  test("pages both lists independently", async () => {
    for (let n = 0; n < 26; n++) await submitted({ name: `Paged ${n}` });
    const first = await olga.browser.get("/console?name=paged");
    const next = /href="(\/console\?name=paged&amp;waiting=[^"]+)"/.exec(first.body)?.[1]?.replaceAll("&amp;", "&");
    const second = await olga.browser.get(next ?? "");
    const idsIn = (body: string) =>
      body.slice(body.indexOf("<table")).match(/href="\/console\/apps\/app_[^"]+"/g) ?? [];
    expect(idsIn(first.body)).toHaveLength(25);
    expect(idsIn(second.body)).toHaveLength(1);
    expect(idsIn(first.body)).not.toContain(idsIn(second.body)[0]);
  });
});

describe("all apps", () => {
  test("are filtered by name and state in the URL", async () => {
    const clientId = await submitted({ name: "Findable" });
    await submitted({ name: "Other thing" });
    const { body } = await olga.browser.get("/console/apps?name=find&state=submitted");
    expect(body).toContain(clientId);
    expect(body).not.toContain("Other thing");
    expect((await olga.browser.get("/console/apps?name=find&state=approved")).body).not.toContain(clientId);
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
    const { body } = await olga.browser.get(pageOf(clientId));
    expect(body).not.toContain("<img src=x");
    for (const letter of ["N", "P", "R"]) expect(body).toContain(`${letter} &lt;img src=x onerror=alert(1)&gt;`);
    for (const text of ["Move your money", "Restricted", "https://parcels.example/callback"]) {
      expect(body).toContain(text);
    }
  });

  test("lists sensitive scopes first", async () => {
    const { body } = await olga.browser.get(pageOf(await submitted()));
    expect(body.indexOf("See your customers")).toBeLessThan(body.indexOf("See your orders"));
  });

  test("shows only the changed lines of a revision", async () => {
    const clientId = await site.draft(developer, { name: "Diff" });
    await site.approve(clientId);
    const { profile } = await appOf(clientId);
    const redirectUris = [...profile!.redirectUris, "https://parcels.example/second"];
    const scopes = profile!.scopes.slice(0, 1);
    const changed = { ...profile!, redirectUris, scopes };
    await site.core.apps.updateApp({ clientId, profile: changed }, site.byKey);
    const { body } = await olga.browser.get(pageOf(clientId));
    const difference = body.slice(body.indexOf('class="difference"'), body.indexOf('id="profile"'));
    expect(difference).toMatch(/<ins>.*second/);
    expect(difference).toMatch(/<del>.*customers:read/);
    expect(difference).not.toContain("parcels.example/callback");
    expect(difference).not.toContain("Prints shipping labels");
  });

  test("of an unknown app is 404", async () => {
    for (const id of ["app_nobody", "x".repeat(90)]) expect((await olga.browser.get(pageOf(id))).statusCode).toBe(404);
  });
});

describe("the review", () => {
  test("starts and approves with the checked restricted scopes", async () => {
    const clientId = await submitted({ scopes: [{ name: "payouts:write", reason: "To pay." }] });
    expect((await step(clientId, "start-review")).headers.location).toBe(pageOf(clientId));
    expect((await step(clientId, "approve", [["restricted", "payouts:write"]])).statusCode).toBe(303);
    const app = await appOf(clientId);
    expect([app.state, app.restrictedScopesAllowed]).toEqual([AppState.APPROVED, ["payouts:write"]]);
    const { body } = await olga.browser.get(pageOf(clientId));
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
    const { body } = await olga.browser.get(pageOf(clientId));
    expect(body).toContain("Please &lt;b&gt;mend&lt;/b&gt; it.");
    // The conversation has the text; the history does not repeat it.
    expect(body.split("Please &lt;b&gt;mend&lt;/b&gt; it.")).toHaveLength(2);
  });

  test("of an outdated page keeps the input and decides nothing", async () => {
    const clientId = await inReview({ purpose: "Harmless." });
    const page = await olga.browser.get(pageOf(clientId));
    const revision = /name="revision" value="(\d+)"/.exec(page.body)![1]!;
    await site.core.apps.withdrawApp({ clientId }, site.byKey);
    const { profile } = await appOf(clientId);
    await site.core.apps.updateApp({ clientId, profile: { ...profile!, purpose: "Something else." } }, site.byKey);
    await site.core.apps.submitApp({ clientId }, site.byKey);
    await site.core.apps.startReview({ clientId }, site.byKey);
    const csrf: [string, string] = ["csrf_token", csrfIn(page)];
    for (const name of ["approve", "request-changes", "reject"]) {
      const answer = await olga.browser.post(`${pageOf(clientId)}/${name}`, [csrf, ["revision", revision], ...SAID]);
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
    const csrf_token = csrfIn(await olga.browser.get(pageOf(clientId)));
    const answer = await olga.browser.post(`${pageOf(clientId)}/approve`, { csrf_token, revision });
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
      expect((await olga.browser.get(pageOf(suspended))).body, state).toContain(`${pageOf(suspended)}/resume`);
    }
  });
});

describe("suspending", () => {
  test("shows the number of merchants, requires a reason and a confirmation, and is reverted by resuming", async () => {
    const owner = await site.person("Mia");
    const clientId = await site.draft(developer);
    await site.approve(clientId);
    for (const merchantId of ["hit-1", "hit-2"]) {
      const { accountId: ownerAccountId } = owner.account;
      await site.core.accounts.createMerchant({ merchantId, name: merchantId, ownerAccountId }, site.byKey);
      await site.install(clientId, merchantId, owner);
    }
    const path = `${pageOf(clientId)}/suspend`;
    const page = await olga.browser.get(path);
    expect(page.body).toContain("2 merchants have it installed");
    const csrf: [string, string] = ["csrf_token", csrfIn(page)];
    expect((await olga.browser.post(path, [csrf, ...SAID])).body).toContain('href="#confirm"');
    expect((await olga.browser.post(path, [csrf, ["confirm", "yes"]])).statusCode).toBe(400);
    expect((await appOf(clientId)).state).toBe(AppState.APPROVED);
    expect((await olga.browser.post(path, [csrf, ["confirm", "yes"], ...SAID])).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(AppState.SUSPENDED);
    expect((await step(clientId, "resume")).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(AppState.APPROVED);
  });

  test("or archiving twice reports an outdated page", async () => {
    const clientId = await site.draft(developer);
    await site.approve(clientId);
    const path = `${pageOf(clientId)}/archive`;
    const fields = { csrf_token: csrfIn(await olga.browser.get(path)), confirm: "yes" };
    expect((await olga.browser.post(path, fields)).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(AppState.ARCHIVED);
    const again = await olga.browser.post(path, fields);
    expect(again.statusCode).toBe(409);
    expect(again.body).toContain("The state of the app has changed");
  });
});

describe("a claimed review", () => {
  test("shows who reviews, lets no other operator decide, and can be released and claimed", async () => {
    const oskar = await site.person("Oskar Operator", { operator: true });
    const clientId = await submitted({ name: "Claimed" });
    expect((await step(clientId, "start-review")).statusCode).toBe(303);
    expect((await olga.browser.get(pageOf(clientId))).body).toContain("You have claimed this review.");
    const page = await oskar.browser.get(pageOf(clientId));
    expect(page.body).toMatch(/<a [^>]*>Olga Operator<\/a> has claimed this review\./);
    expect(page.body).toContain("You can decide after the claim ends");
    expect(page.body).not.toContain(`${pageOf(clientId)}/approve`);
    const queue = await oskar.browser.get("/console?name=claimed");
    expect(queue.body).toContain("Olga Operator");
    const csrf_token = csrfIn(await oskar.browser.get("/sign-out"));
    const revision = "1";
    const refused = await oskar.browser.post(`${pageOf(clientId)}/approve`, { csrf_token, revision });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("Another operator has claimed this review. Choose another app");
    await step(clientId, "release");
    expect((await oskar.browser.post(`${pageOf(clientId)}/claim`, { csrf_token })).statusCode).toBe(303);
    expect((await oskar.browser.post(`${pageOf(clientId)}/approve`, { csrf_token, revision })).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(AppState.APPROVED);
  });
});

describe("an unclaimed review", () => {
  test("offers the claim first and folds the decision, which can be submitted", async () => {
    const clientId = await inReview({ name: "Unclaimed" });
    const { body } = await olga.browser.get(pageOf(clientId));
    const folded = body.slice(body.indexOf('<details class="unclaimed" >'), body.indexOf('id="facts"'));
    expect(body.indexOf(`${pageOf(clientId)}/claim"`)).toBeLessThan(body.indexOf(folded));
    for (const name of ["approve", "request-changes", "reject"])
      expect(folded).toContain(`${pageOf(clientId)}/${name}"`);
    const refused = await step(clientId, "reject", [["reason_code", ""]]);
    expect(refused.body).toContain('<details class="unclaimed" open>');
    expect((await step(clientId, "approve")).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(AppState.APPROVED);
  });

  test("another operator takes over, and the audit trail has both", async () => {
    const oskar = await site.person("Otto Operator", { operator: true });
    const clientId = await submitted({ name: "Taken over" });
    await step(clientId, "start-review");
    const csrf_token = csrfIn(await oskar.browser.get(pageOf(clientId)));
    expect((await oskar.browser.post(`${pageOf(clientId)}/take-over`, { csrf_token })).statusCode).toBe(303);
    expect((await oskar.browser.get(pageOf(clientId))).body).toContain("You have claimed this review.");
    expect((await olga.browser.get(pageOf(clientId))).body).toMatch(/>Otto Operator<\/a> has claimed this review\./);
    const trail = await olga.browser.get(`/console/audit?app=${clientId}&action=review.claim`);
    expect(trail.body).toMatch(/Otto Operator.* claimed the review of .*Taken over.* from .*Olga Operator/);
  });
});

test("a page that shows the claim of an operator does not take over that of a later one", async () => {
  const [oskar, third] = [
    await site.person("Oda Operator", { operator: true }),
    await site.person("Ole Operator", { operator: true }),
  ];
  const clientId = await submitted({ name: "Taken twice" });
  await step(clientId, "start-review");
  const pages = [await oskar.browser.get(pageOf(clientId)), await third.browser.get(pageOf(clientId))] as const;
  const formIn = (page: (typeof pages)[number]) => ({
    csrf_token: csrfIn(page),
    from: /name="from" value="([^"]*)"/.exec(page.body)?.[1] ?? "",
  });
  expect((await oskar.browser.post(`${pageOf(clientId)}/take-over`, formIn(pages[0]))).statusCode).toBe(303);
  const refused = await third.browser.post(`${pageOf(clientId)}/take-over`, formIn(pages[1]));
  expect([refused.statusCode, refused.body.includes("Another operator has claimed this review.")]).toEqual([409, true]);
  expect((await oskar.browser.get(pageOf(clientId))).body).toContain("You have claimed this review.");
});

describe("the page of a second submission", () => {
  test("has the conversation and the changes since the last decision, then the checks", async () => {
    const clientId = await inReview({ name: "Second try", purpose: "First purpose." });
    await step(clientId, "request-changes", SAID);
    const { profile } = await appOf(clientId);
    await site.core.apps.updateApp({ clientId, profile: { ...profile!, purpose: "Second purpose." } }, site.byKey);
    await site.core.apps.submitApp({ clientId, note: "It answers 200 now." }, site.byKey);
    const { body } = await olga.browser.get(pageOf(clientId));
    const main = body.slice(body.indexOf("<main"));
    const order = ["Please &lt;b&gt;mend&lt;/b&gt; it.", "It answers 200 now.", "First purpose.", "Automatic checks"];
    const places = order.map((text) => main.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(main).toMatch(/<del>.*First purpose\..*<\/del>/);
    expect(main).toMatch(/<ins>.*Second purpose\..*<\/ins>/);
    expect(main).toContain("The developer has never installed it on a test merchant.");
    const results = main.slice(main.indexOf('<ul class="checks">'));
    expect(results.indexOf("never installed it")).toBeLessThan(results.indexOf("Every scope has a reason of its own."));
  });
});

describe("after a decision", () => {
  test("the page leads to the next app of the queue, whose size the navigation shows", async () => {
    const clientId = await inReview({ name: "Decided" });
    const page = await olga.browser.get(pageOf(clientId));
    expect(page.body).toMatch(/<span class="nav-count">\d+<span class="sr"> waiting for review<\/span>/);
    expect(page.body).not.toContain("Next in the queue");
    await step(clientId, "approve");
    const { body } = await olga.browser.get(pageOf(clientId));
    expect(body).toContain("Next in the queue");
    const next = /<a class="button *" href="(\/console\/apps\/[^"]+)">Open next app/.exec(body)?.[1];
    expect(next).not.toBe(pageOf(clientId));
    expect(body).toMatch(/Waiting for <time [^>]*data-age>1 minute</);
    expect((await olga.browser.get(next!)).body).toMatch(/Start review|Claim review/);
  });
});

describe("decision templates", () => {
  test("are written in the console and inserted in the developer's language", async () => {
    const form = await olga.browser.get("/console/templates/new");
    const csrf_token = csrfIn(form);
    const bare = await olga.browser.post("/console/templates/save", { csrf_token, name: "Callback" });
    expect(bare.statusCode).toBe(400);
    for (const field of ["reason_code", "text_en", "text_de"]) expect(bare.body).toContain(`href="#${field}"`);
    const summary = async (fields: Record<string, string>, language = "en") => {
      const headers = { "accept-language": language };
      const { body } = await olga.browser.post("/console/templates/save", { csrf_token, ...fields }, headers);
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
    expect((await olga.browser.post("/console/templates/save", { csrf_token, ...template })).statusCode).toBe(303);
    const list = await olga.browser.get("/console/templates");
    const id = /templates\/edit\?id=([^"]+)"/.exec(list.body)![1]!;
    const clientId = await inReview({ name: "Templated" });
    const page = await olga.browser.get(`${pageOf(clientId)}?template=${id}`);
    expect(page.body).toMatch(/<textarea id="reason_text"[^>]*>\nIt fails\.<\/textarea>/);
    expect(page.body).toContain('<option value="REDIRECT_URI" selected>');
    const edited = { csrf_token, id, ...template, text_en: "It still fails." };
    expect((await olga.browser.post("/console/templates/save", edited)).statusCode).toBe(303);
    expect((await olga.browser.get(`/console/templates/edit?id=${id}`)).body).toContain("It still fails.");
    expect((await olga.browser.post("/console/templates/delete", { csrf_token, id })).statusCode).toBe(303);
    expect((await olga.browser.get("/console/templates")).body).toContain("There are no templates yet");
  });
});
