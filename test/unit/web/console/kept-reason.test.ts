import { expect, test } from "vitest";
import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { SESSION } from "../../../../src/rpc/metadata.ts";
import { codeOf } from "../../../support/world/second-factors.ts";
import { csrfIn, type Page, Visitor } from "../site.ts";
import { pageOf, SAID, useReviewSite } from "./review-site.ts";

const { site, people, inReview, appOf } = useReviewSite();

const keptIn = ({ body }: Page) =>
  /name="kept" value="([^"]*)"/
    .exec(body)![1]!
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");

const ownerIn = ({ body }: Page): [string, string] => [
  "form_owner",
  /name="form_owner" value="([^"]*)"/.exec(body)![1]!,
];

test("the explanation of a decision without a session is back after the sign-in, and nothing is decided", async () => {
  const clientId = await inReview();
  const { browser, account } = people.olga;
  const session = browser.cookies.get("__Host-latchkey")!;
  const owner = ownerIn(await browser.get(pageOf(clientId)));
  expect(owner).toEqual(["form_owner", account.accountId]);
  browser.cookies.delete("__Host-latchkey");
  const lost = await browser.post(`${pageOf(clientId)}/reject`, [
    ["revision", "1"],
    ["csrf_token", "x"],
    owner,
    ...SAID,
  ]);
  expect(lost.statusCode).toBe(403);
  const signedIn = await browser.post("/sign-in", {
    ...{ csrf_token: csrfIn(lost), email: account.email, password: "correct horse battery staple" },
    kept: keptIn(lost),
  });
  expect(signedIn.body).toContain(`action="${pageOf(clientId)}/reject/restore"`);
  const fields: [string, string][] = [["csrf_token", csrfIn(signedIn)], ...SAID];
  const back = await browser.post(`${pageOf(clientId)}/reject/restore`, fields);
  expect(back.statusCode).toBe(200);
  expect(back.body).toContain("Your input is back in the form and is not saved yet.");
  expect(back.body).toContain("Please &lt;b&gt;mend&lt;/b&gt; it.");
  expect((await appOf(clientId)).state).toBe(AppState.IN_REVIEW);
  browser.cookies.set("__Host-latchkey", session);
});

test("the ticks of restricted scopes are back as well", async () => {
  const clientId = await inReview({ scopes: [{ name: "payouts:write", reason: "To pay." }] });
  const { browser, account } = people.olga;
  const guest = new Visitor(site as never);
  const lost = await guest.post(`${pageOf(clientId)}/approve`, [
    ["form_owner", account.accountId],
    ["restricted", "payouts:write"],
  ]);
  expect(keptIn(lost)).toContain('["restricted","payouts:write"]');
  const fields = { csrf_token: csrfIn(await browser.get(pageOf(clientId))), restricted: "payouts:write" };
  const back = await browser.post(`${pageOf(clientId)}/approve/restore`, fields);
  expect(back.body).toMatch(/<input[^>]* value="payouts:write"[^>]* checked/);
  expect((await appOf(clientId)).state).toBe(AppState.IN_REVIEW);
});

test("a step without text leads to the sign-in page as before", async () => {
  const clientId = await inReview();
  const answer = await new Visitor(site as never).post(`${pageOf(clientId)}/approve`, [["revision", "1"]]);
  expect(answer.statusCode).toBe(303);
});

test("the explanation survives the second step of the sign-in", async () => {
  const clientId = await inReview();
  const { account, browser } = await site.person("Otto Operator", { operator: true });
  const asOtto = { headers: { [SESSION]: browser.cookies.get("__Host-latchkey")! } };
  const { secret } = await site.core.accounts.startTotpSetup({}, asOtto);
  await site.core.accounts.confirmTotpSetup({ code: codeOf(secret) }, asOtto);
  const guest = new Visitor(site as never);
  const lost = await guest.post(`${pageOf(clientId)}/reject`, [["form_owner", account.accountId], ...SAID]);
  const password = "correct horse battery staple";
  const second = await guest.post("/sign-in", {
    ...{ csrf_token: csrfIn(lost), email: account.email, password, kept: keptIn(lost) },
  });
  expect(second.body).toContain('action="/sign-in/second-factor"');
  const wrong = await guest.post("/sign-in/second-factor", {
    ...{ csrf_token: csrfIn(second), code: "000000", kept: keptIn(second) },
  });
  expect(wrong.statusCode).toBe(400);
  const signedIn = await guest.post("/sign-in/second-factor", {
    ...{ csrf_token: csrfIn(wrong), code: codeOf(secret, 1), kept: keptIn(wrong) },
  });
  expect(signedIn.body).toContain(`action="${pageOf(clientId)}/reject/restore"`);
  expect(signedIn.body).toContain("The callback answers 404.");
});
