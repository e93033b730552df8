import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { de } from "../../../src/web/messages.de.ts";
import { type Person, useCoreSite } from "./core-site.ts";
import { csrfIn } from "./site.ts";

const site = useCoreSite();
let olga: Person;
let dana: Person;
beforeAll(async () => {
  olga = await site.person("Olga Operator", { operator: true });
  dana = await site.person("Dana Developer", { developer: true });
});

const statusIn = (body: string) => /role="status">\s*<p>([^<]*)/.exec(body)?.[1] ?? null;

const waitingIn = (body: string) => Number(/class="nav-count">(\d+)/.exec(body)?.[1] ?? 0);

/** Sends the form `action` with the token of `page`; the status messages of the next page and of its reload. */
async function step({ browser }: Person, page: string, action: string, fields: [string, string][] = []) {
  const { body } = await browser.get(page);
  const revision = /name="revision" value="(\d+)"/.exec(body)?.[1] ?? "";
  const token = csrfIn({ body } as never);
  const answer = await browser.post(action, [["csrf_token", token], ["revision", revision], ...fields]);
  expect(answer.statusCode).toBe(303);
  const next = answer.headers.location!;
  return [statusIn((await browser.get(next)).body), statusIn((await browser.get(next)).body)];
}

describe("the page after a step says what has happened, once", () => {
  test("for the developer and the reviewer of an app", async () => {
    const clientId = await site.draft(dana);
    const [portal, console] = [`/portal/apps/${clientId}`, `/console/apps/${clientId}`];
    const submitted = "Submitted for review. You will see the decision on this page.";
    expect(await step(dana, portal, `${portal}/submit`)).toEqual([submitted, null]);
    expect((await step(dana, portal, `${portal}/withdraw`))[0]).toContain("Withdrawn from review.");
    expect(await step(dana, portal, `${portal}/submit`)).toEqual([submitted, null]);
    expect((await step(olga, console, `${console}/start-review`))[0]).toContain("Claimed.");
    expect(await step(olga, console, `${console}/approve`)).toEqual([
      "Approved. The revision is live. The developer is notified.",
      null,
    ]);
  });

  test("for the reviewer with the next step, in both languages", async () => {
    const clientId = await site.draft(dana);
    const path = `/console/apps/${clientId}`;
    await site.core.apps.submitApp({ clientId }, site.byKey);
    const reason: [string, string][] = [
      ["reason_code", "OTHER"],
      ["reason_text", "Say more."],
      ["confirm", "yes"],
    ];
    const resubmit = async () => {
      const { app } = await site.core.apps.getApp({ clientId }, site.byKey);
      if (app!.state === AppState.SUSPENDED) {
        const profile = { ...app!.profile!, purpose: "Another." };
        await site.core.apps.updateApp({ clientId, profile }, site.byKey);
      }
      await site.core.apps.submitApp({ clientId }, site.byKey);
      await site.core.apps.startReview({ clientId }, site.byKey);
    };
    const decide = "Decide within two hours, or release the claim.";
    expect((await step(olga, path, `${path}/start-review`))[0]).toContain(decide);
    expect((await step(olga, path, `${path}/release`))[0]).toContain("Other operators can claim the review.");
    expect((await step(olga, path, `${path}/claim`))[0]).toContain(decide);
    expect((await step(olga, path, `${path}/request-changes`, reason))[0]).toContain("can submit the app again.");
    await resubmit();
    expect((await step(olga, path, `${path}/reject`, reason))[0]).toContain("can submit the app again.");
    await resubmit();
    expect((await step(olga, path, `${path}/approve`))[0]).toContain("The developer is notified.");
    const suspended = await step(olga, `${path}/suspend`, `${path}/suspend`, reason);
    expect(suspended[0]).toContain("until you resume it. The developer is notified of the reason.");
    await resubmit();
    expect((await step(olga, path, `${path}/approve`))[0]).toContain("The app stays suspended until you resume it.");
    expect((await step(olga, path, `${path}/resume`))[0]).toContain("tokens work again. The developer is notified.");
    for (const [name, text] of Object.entries(de.console.apps.done))
      expect(text.match(/[.!](?= |$)/g)?.length, name).toBeGreaterThan(1);
  });

  test("in the reviewer's navigation, which no longer counts the app", async () => {
    const apps = await Promise.all([site.draft(dana), site.draft(dana)]);
    for (const clientId of apps) await site.core.apps.submitApp({ clientId }, site.byKey);
    const counts: number[] = [];
    for (const clientId of apps) {
      const path = `/console/apps/${clientId}`;
      await step(olga, path, `${path}/start-review`);
      counts.push(waitingIn((await olga.browser.get(path)).body));
    }
    expect(counts).toEqual([1, 0]);
  });

  test("after a redirect to a path with a query", async () => {
    const merchantId = `shop-${randomUUID()}`;
    const owner = { name: "Corner shop", owner_email: olga.account.email, merchant_id: merchantId };
    const added = await step(olga, "/console/merchants/new", "/console/merchants/new", Object.entries(owner));
    expect(added).toEqual(["Merchant added. Its owner can now connect apps.", null]);
  });
});
