import { expect, test } from "vitest";
import { csrfIn } from "../site.ts";
import { pageOf, SAID, useReviewSite } from "./review-site.ts";

const { site, people, submitted, step } = useReviewSite();

const sectionIn = (body: string, id: string) =>
  new RegExp(`<section class="card" aria-labelledby="${id}">.*?</section>`, "s").exec(body)?.[0] ?? "";

test("the conversation has decisions and withdrawals without words as one line each", async () => {
  const clientId = await submitted({ name: "Few words" });
  await step(clientId, "start-review");
  await step(clientId, "request-changes", SAID);
  await site.core.apps.submitApp({ clientId, note: "Mended." }, site.byKey);
  await site.core.apps.withdrawApp({ clientId }, site.byKey);
  await site.core.apps.submitApp({ clientId, note: "Now." }, site.byKey);
  await step(clientId, "start-review");
  await step(clientId, "approve");
  const found = sectionIn((await people.olga.browser.get(pageOf(clientId))).body, "conversation");
  const lines = [
    ...found.matchAll(/<strong>(.*?)<\/strong> (.*?)<\/span> <small class="muted"><time[^>]*>now<.*?<\/li>/gs),
  ];
  expect(lines.map(([, title]) => title?.replaceAll(/<[^>]*>/g, ""))).toEqual([
    "Olga Operator",
    "Dana Developer",
    "Withdrawn",
    "Dana Developer",
    "Approved",
  ]);
  const [all, , by] = lines.at(-1) ?? [];
  expect(by).toBe('<bdi class="muted">Olga Operator</bdi>');
  expect(all).not.toContain("<p");
});

test("conversation and history name the service key that acted", async () => {
  const clientId = await submitted({ name: "Decided by a key" });
  await site.core.apps.startReview({ clientId }, site.byKey);
  await site.core.apps.requestChanges({ clientId, reasonCode: "PURPOSE", reasonText: "Why?" }, site.byKey);
  const { body } = await people.olga.browser.get(pageOf(clientId));
  expect(sectionIn(body, "conversation")).toContain("<strong><bdi>Service key demo</bdi></strong>");
  expect(sectionIn(body, "history")).toMatch(
    /Service key <a href="\/console\/keys\?name=demo&amp;ended=yes" [^>]*>demo<\/a>/,
  );
  expect((await people.developer.browser.get(`/portal/apps/${clientId}`)).body).not.toContain("Service key");
});

test("conversation and histories name the restricted scopes that an approval refused", async () => {
  const scopes = ["orders:read", "payouts:write"].map((name) => ({ name, reason: "To pay.", optional: false }));
  const clientId = await submitted({ name: "Half allowed", scopes });
  await step(clientId, "start-review");
  await step(clientId, "request-changes", SAID);
  await site.core.apps.submitApp({ clientId, note: "Mended." }, site.byKey);
  await step(clientId, "start-review");
  await step(clientId, "approve");
  const { body } = await people.olga.browser.get(pageOf(clientId));
  const named = "<strong>Approved without payouts:write</strong>";
  expect(sectionIn(body, "conversation")).toContain(named);
  expect(sectionIn(body, "history")).toContain(named);
  const portal = `/portal/apps/${clientId}`;
  expect((await people.developer.browser.get(portal)).body).toContain(named);
  const german = (await people.developer.browser.get(portal, { "accept-language": "de" })).body;
  expect(german).toContain("<strong>Freigegeben ohne payouts:write</strong>");
});

test("an app without any words has no conversation", async () => {
  const clientId = await submitted({ name: "No words" });
  await site.core.apps.withdrawApp({ clientId }, site.byKey);
  await site.core.apps.submitApp({ clientId }, site.byKey);
  expect((await people.olga.browser.get(pageOf(clientId))).body).not.toContain('id="conversation"');
});

test("operators read in the history of an app who took its review over, and its developer does not", async () => {
  const other = await site.person("Otto Operator", { operator: true });
  const clientId = await submitted({ name: "Changes hands" });
  await step(clientId, "start-review");
  const csrf_token = csrfIn(await other.browser.get(pageOf(clientId)));
  await other.browser.post(`${pageOf(clientId)}/take-over`, { csrf_token });
  const history = sectionIn((await people.olga.browser.get(pageOf(clientId))).body, "history");
  expect(history).toMatch(
    /<strong>Review taken over<\/strong>.*?>Otto Operator<\/a>.*<strong>Review started<\/strong>/s,
  );
  const steps = async (call: Parameters<typeof site.core.apps.getApp>[1]) =>
    (await site.core.apps.getApp({ clientId }, call)).history.map(({ action }) => action);
  expect(await steps(site.byKey)).toEqual(["take_over", "start_review", "submit", "create"]);
  const portal = await people.developer.browser.get(`/portal/apps/${clientId}`);
  expect([portal.statusCode, portal.body.includes("take_over"), portal.body.includes("taken over")]).toEqual([
    200,
    false,
    false,
  ]);
  // The operator with the claim extends it by that.
  const claimAgain = await other.browser.post(`${pageOf(clientId)}/take-over`, { csrf_token });
  expect(claimAgain.statusCode).toBe(303);
  expect(await steps(site.byKey)).toHaveLength(4);
});

test("both histories have suspensions and resumptions, each with its reason and its time in a named zone", async () => {
  const clientId = await site.draft(people.developer, { name: "Stop and go" });
  await site.approve(clientId);
  await site.core.apps.suspendApp({ clientId, reasonCode: "ABUSE", reasonText: "Spam." }, site.byKey);
  await site.core.apps.resumeApp({ clientId }, site.byKey);
  const console = sectionIn((await people.olga.browser.get(pageOf(clientId))).body, "history");
  const portal = (await people.developer.browser.get(`/portal/apps/${clientId}`)).body.split("<h2>History</h2>")[1]!;
  for (const history of [console, portal]) {
    const time = '<time datetime="[^"]+" data-exact="zone">[^<]+ UTC</time>';
    expect(history).toMatch(
      new RegExp(`<strong>Resumed</strong>.*?${time}.*<strong>Suspended</strong>.*?${time}`, "s"),
    );
    expect(history).toContain("Spam.");
  }
});
