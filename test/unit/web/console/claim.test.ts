import { describe, expect, test } from "vitest";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { csrfIn } from "../site.ts";
import { pageOf, SAID, useReviewSite } from "./review-site.ts";

const { site, people, submitted, inReview, appOf, step } = useReviewSite();

const SCOPE = { name: "orders:read", reason: "Prints the orders of the day." };

describe("a claimed review", () => {
  test("shows who reviews, lets no other operator decide, and can be released and claimed", async () => {
    const oskar = await site.person("Oskar Operator", { operator: true });
    const clientId = await submitted({ name: "Claimed" });
    expect((await step(clientId, "start-review")).statusCode).toBe(303);
    expect((await people.olga.browser.get(pageOf(clientId))).body).toMatch(
      /You have claimed this review\.<\/p>\s*<p class="muted"><small>Claimed just now, /,
    );
    const page = await oskar.browser.get(pageOf(clientId));
    expect(page.body).toMatch(/<a [^>]*>Olga Operator<\/a> has claimed this review\./);
    expect(page.body).toContain("You can decide after the claim ends");
    expect(page.body).toMatch(/<nav class="crumbs"[^>]*><ol><li><a href="\/console" [^>]*>Review queue</);
    expect(page.body).toMatch(/<a href="\/console" aria-current="true">/);
    expect(page.body).not.toMatch(/<a href="\/console\/apps" aria-current/);
    expect(page.body).not.toContain(`${pageOf(clientId)}/approve`);
    const queue = await oskar.browser.get("/console?name=claimed");
    expect(queue.body).toContain("Olga Operator");
    const csrf_token = csrfIn(await oskar.browser.get("/sign-out"));
    const revision = "1";
    const refused = await oskar.browser.post(`${pageOf(clientId)}/approve`, { csrf_token, revision });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(
      /<bdi>Olga Operator<\/bdi> has claimed this review \(<time[^>]*>now<\/time>\)\. Choose another app, or take the review over\./,
    );
    await step(clientId, "release");
    expect((await oskar.browser.post(`${pageOf(clientId)}/claim`, { csrf_token })).statusCode).toBe(303);
    expect((await oskar.browser.post(`${pageOf(clientId)}/approve`, { csrf_token, revision })).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(AppState.APPROVED);
  });
});

describe("an unclaimed review", () => {
  test("offers the claim first and folds the decision, which can be submitted", async () => {
    const clientId = await inReview({ name: "Unclaimed" });
    const { body } = await people.olga.browser.get(pageOf(clientId));
    const folded = body.slice(body.indexOf('<details class="unclaimed" >'), body.indexOf('id="facts"'));
    expect(body.indexOf(`${pageOf(clientId)}/claim"`)).toBeLessThan(body.indexOf(folded));
    for (const name of ["approve", "request-changes", "reject"])
      expect(folded).toContain(`${pageOf(clientId)}/${name}"`);
    const refused = await step(clientId, "reject", [["reason_code", ""]]);
    expect(refused.body).toContain('<details class="unclaimed" open>');
    expect((await step(clientId, "approve")).statusCode).toBe(303);
    expect((await appOf(clientId)).state).toBe(AppState.APPROVED);
  });

  test("whose operator has not decided names that operator, and waits in the queue", async () => {
    const clientId = await submitted({ name: "Left open" });
    await step(clientId, "start-review");
    await step(clientId, "release");
    const { body } = await people.olga.browser.get(pageOf(clientId));
    expect(body).toMatch(/>Olga Operator<\/a> started the review <time[^>]*>[^<]*<\/time> and has not decided\./);
    expect(body).not.toContain("No operator has claimed this review.");
    const queue = await people.olga.browser.get("/console?name=left+open");
    expect(queue.body).toContain('<small class="name-note">New app · Review started · Not claimed</small>');
    const byKey = await people.olga.browser.get(pageOf(await inReview({ name: "Left by a key" })));
    expect(byKey.body).toContain("No operator has claimed this review.");
  });

  test("another operator takes over, and the audit trail has both", async () => {
    const oskar = await site.person("Otto Operator", { operator: true });
    const clientId = await submitted({ name: "Taken over" });
    await step(clientId, "start-review");
    const csrf_token = csrfIn(await oskar.browser.get(pageOf(clientId)));
    expect((await oskar.browser.post(`${pageOf(clientId)}/take-over`, { csrf_token })).statusCode).toBe(303);
    expect((await oskar.browser.get(pageOf(clientId))).body).toContain("You have claimed this review.");
    expect((await people.olga.browser.get(pageOf(clientId))).body).toMatch(
      />Otto Operator<\/a> has claimed this review\./,
    );
    const trail = await people.olga.browser.get(`/console/audit?app=${clientId}&action=review.claim`);
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
  expect([refused.statusCode, /<bdi>Oda Operator<\/bdi> has claimed this review \(/.test(refused.body)]).toEqual([
    409,
    true,
  ]);
  expect((await oskar.browser.get(pageOf(clientId))).body).toContain("You have claimed this review.");
});

describe("the page of a second submission", () => {
  test("says that the checks leave out loopback addresses, if the app has one", async () => {
    const checksOf = async (redirectUris: string[]) => {
      const profile = { name: "Native", purpose: "Prints.", redirectUris, scopes: [SCOPE] };
      const developerAccountId = people.developer.account.accountId;
      const { app } = await site.core.apps.createApp({ profile, developerAccountId, confidential: false }, site.byKey);
      const { clientId } = app!;
      await site.core.apps.submitApp({ clientId }, site.byKey);
      await site.core.apps.startReview({ clientId }, site.byKey);
      const { body } = await people.olga.browser.get(pageOf(clientId));
      return body.slice(body.indexOf('<ul class="checks">'));
    };
    const without = "No host of the redirect URIs has a private address.";
    const found = await checksOf(["http://127.0.0.1:4001/callback"]);
    expect(found).toContain("except loopback addresses such as http://127.0.0.1.");
    expect(found).not.toContain(without);
    expect(await checksOf(["https://127.example.com/callback"])).toContain(without);
  });

  test("has the conversation and the changes since the last decision, then the checks", async () => {
    const clientId = await inReview({ name: "Second try", purpose: "First purpose." });
    await step(clientId, "request-changes", SAID);
    const { profile } = await appOf(clientId);
    await site.core.apps.updateApp({ clientId, profile: { ...profile!, purpose: "Second purpose." } }, site.byKey);
    await site.core.apps.submitApp({ clientId, note: "It answers 200 now." }, site.byKey);
    const { body } = await people.olga.browser.get(pageOf(clientId));
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

test("the link to the decision has the name of the step there, and the queue says what a claim does", async () => {
  const other = await site.person("Olaf Operator", { operator: true });
  const clientId = await submitted({ name: "Where it leads" });
  const linkFor = async (person: typeof other) =>
    /<a class="button secondary jump" href="(.*?)<\/a>/
      .exec((await person.browser.get(pageOf(clientId))).body)?.[1]
      ?.split('">');
  expect(await linkFor(people.olga)).toEqual(["#decide", "Claim"]);
  await submitted({ name: "Waits" });
  await step(clientId, "start-review");
  expect(await linkFor(people.olga)).toEqual(["#decide", "Decide"]);
  // An operator who cannot decide reviews another app first.
  expect(await linkFor(other)).toEqual([expect.stringMatching(/^\/console\/apps\//), "Open next app"]);
  const nextOf = async () => (await site.core.reviews.getReviewQueue({ exceptClientId: clientId }, site.byKey)).next;
  for (let next = await nextOf(); next !== undefined; next = await nextOf())
    await site.core.apps.withdrawApp({ clientId: next.clientId }, site.byKey);
  expect(await linkFor(other)).toEqual(["#decide", "Take over"]);
  await step(clientId, "release");
  expect(await linkFor(other)).toEqual(["#decide", "Claim"]);
  const { body } = await other.browser.get("/console");
  expect(body).toContain("A claim reserves the review of an app for you for two hours.");
});

test("the queue shows how long an app with a reviewer has waited, and how long the claim still lasts", async () => {
  const clientId = await submitted({ name: "Two hours" });
  await step(clientId, "start-review");
  for (const { browser } of [people.olga, await site.person("Other", { operator: true })]) {
    const { body } = await browser.get("/console?name=two+hours");
    const [, heading, row] = /id="(?:mine|others)".*?<th[^>]*>(Waiting for)<\/th>(.*?)<\/section>/s.exec(body)!;
    expect(heading).toBe("Waiting for");
    expect(row).toMatch(/data-age>[^<]+<\/time><small class="row-note">Claim ends <time[^>]*>in (1 h 59 min|2 hours)</);
  }
});

test("the review of a revision says which revision stays live until then, in both languages", async () => {
  const clientId = await submitted({ name: "Live already" });
  await step(clientId, "start-review");
  await step(clientId, "approve");
  const { profile } = await appOf(clientId);
  await site.core.apps.updateApp({ clientId, profile: { ...profile!, purpose: "More." } }, site.byKey);
  await site.core.apps.submitApp({ clientId }, site.byKey);
  const { body } = await people.olga.browser.get(pageOf(clientId));
  expect(body).toContain("Revision 1 stays live until revision 2 is approved.");
  const german = await people.olga.browser.get(pageOf(clientId), { "accept-language": "de" });
  expect(german.body).toContain("Fassung 1 bleibt live, bis Fassung 2 freigegeben ist.");
});

test("a take-over says before it what the other operator loses", async () => {
  const other = await site.person("Otto Operator", { operator: true });
  const clientId = await submitted({ name: "Taken from Olga" });
  await step(clientId, "start-review");
  const { body } = await other.browser.get(pageOf(clientId));
  expect(body).toContain(
    "Olga Operator then loses the claim and cannot decide. A text that was not sent is not saved.",
  );
});

test("a claim from a page that is out of date says who has claimed the review and when", async () => {
  const late = await site.person("Lara Operator", { operator: true });
  const clientId = await submitted({ name: "Claimed meanwhile" });
  const csrf_token = csrfIn(await late.browser.get(pageOf(clientId)));
  await step(clientId, "start-review");
  const refusedIn = async (language: string) => {
    const headers = { "accept-language": language };
    const { statusCode, body } = await late.browser.post(`${pageOf(clientId)}/start-review`, { csrf_token }, headers);
    expect(statusCode).toBe(409);
    return body;
  };
  expect(await refusedIn("en")).toMatch(
    /<bdi>Olga Operator<\/bdi> has claimed this review \(<time[^>]*>now<\/time>\)\./,
  );
  expect(await refusedIn("de")).toMatch(
    /<bdi>Olga Operator<\/bdi> hat diese Prüfung übernommen \(<time[^>]*>jetzt<\/time>\)\./,
  );
});

describe("the explanation of a decision that is no longer possible", () => {
  const TYPED = "First line.\r\nUse <b>https</b>.";
  const SHOWN =
    /<textarea id="unsent-text"[^>]*readonly[^>]*>\nFirst line\.\nUse &lt;b&gt;https&lt;\/b&gt;\.<\/textarea>/;

  test("stays on the page after a take-over and after a withdrawal", async () => {
    const other = await site.person("Odo Operator", { operator: true });
    const takeOver = async (clientId: string) => {
      const csrf_token = csrfIn(await other.browser.get(pageOf(clientId)));
      return other.browser.post(`${pageOf(clientId)}/take-over`, { csrf_token });
    };
    const causes: [string, (clientId: string) => Promise<unknown>][] = [
      ["take-over", (clientId) => takeOver(clientId)],
      ["withdrawal", (clientId) => site.core.apps.withdrawApp({ clientId }, site.byKey)],
    ];
    for (const [name, cause] of causes) {
      const clientId = await submitted({ name: `Lost by ${name}` });
      await step(clientId, "start-review");
      const page = await people.olga.browser.get(pageOf(clientId));
      await cause(clientId);
      const decision = { csrf_token: csrfIn(page), revision: "1", reason_code: "PURPOSE", reason_text: TYPED };
      for (const path of ["request-changes", "reject", "insert-template", "insert-check"]) {
        const { body } = await people.olga.browser.post(`${pageOf(clientId)}/${path}`, decision);
        expect(body, `${name}, ${path}`).toMatch(SHOWN);
        expect(body).toContain('<label for="unsent-text">Your text</label>');
        expect(body).toContain('data-copy="unsent-text"');
      }
      expect((await people.olga.browser.get(pageOf(clientId))).body).not.toContain("unsent-text");
    }
  });

  test("stays in the form if the decision is still possible", async () => {
    const clientId = await submitted({ name: "Not lost" });
    await step(clientId, "start-review");
    const { body } = await step(clientId, "reject", [["reason_text", TYPED]]);
    expect(body).not.toContain("unsent-text");
    expect(body).toMatch(/<textarea id="reason_text"[^>]*>\nFirst line\./);
  });
});
