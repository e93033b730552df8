import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Account, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { formTokenOf } from "../../unit/web/fakes/consent.ts";
import type { FakeApp } from "../../unit/web/fakes/world.ts";
import { expectBrowserErrors } from "./browser-errors.ts";
import { launchChromium } from "./chromium.ts";
import { type LiveSite, startSite } from "./live-site.ts";
import { openBrowser } from "./people.ts";

let browser: Browser;
let site: LiveSite;
let mia: Account;
let app: FakeApp;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  site = await startSite();
  mia = site.world.addAccount({ email: "mia@shop.example", name: "Mia" });
  site.world.addMerchant("harbour-coffee", "Harbour Coffee", [[mia, MerchantRole.OWNER]]);
  app = site.world.addApp({ name: "Parcel Pilot" });
  page = await (await openBrowser(browser, site, { account: mia })).newPage();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await site.close();
});

/** The request of an attacker who even knows the CSRF token. */
function forgedForm(target = "_self"): string {
  const interaction = site.world.begin(app);
  const [session] = site.world.sessions.keys();
  const fields = { csrf_token: formTokenOf(site.world, interaction, session!), decision: "approve" };
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  return `<form method="post" target="${target}" action="${site.url}/interactions/${interaction.id}">${inputs.join("")}</form>
<script>document.forms[0].submit()</script>`;
}

describe("C1 C12 a form of another site", () => {
  test("is refused even with valid fields", async () => {
    const evil = await site.neighbour(() => forgedForm());
    await page.goto(evil.url);
    await page.waitForURL(`${site.url}/**`);
    // Either the browser omits the Lax cookie or the page rejects the origin. No code may be issued.
    await page.getByText("The form was not sent from a page of this server").waitFor();
    expect(site.world.approvals).toEqual([]);
  });

  test("in a sandboxed frame, which hides its origin, is refused", async () => {
    const evil = await site.neighbour(() => {
      return `<iframe sandbox="allow-scripts allow-forms allow-top-navigation" srcdoc="${forgedForm("_top").replaceAll('"', "&quot;")}"></iframe>`;
    });
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.goto(evil.url);
    expect((await answered).status()).toBe(403);
    expect(site.world.approvals).toEqual([]);
  });

  test("for a sign-out is refused and the session stands", async () => {
    const evil = await site.neighbour(
      () => `<form method="post" action="${site.url}/sign-out"></form><script>document.forms[0].submit()</script>`,
    );
    await page.goto(evil.url);
    await page.waitForURL(`${site.url}/**`);
    expect(site.world.sessions.size).toBe(1);
  });
});

describe("C6 a frame", () => {
  test.each(["/sign-in", "/interactions/int-1", "/install/app_1", "/"])(
    "of another site shows nothing of %s",
    async (path) => {
      expectBrowserErrors(/frame-ancestors/);
      site.world.begin(app);
      const evil = await site.neighbour(() => `<iframe src="${site.url}${path}" width="800" height="800"></iframe>`);
      const refusals: string[] = [];
      page.on("console", (message) => refusals.push(message.text()));
      await page.goto(evil.url);
      await expect.poll(() => refusals.join("\n")).toContain("frame-ancestors");
      const texts = await Promise.all(
        page
          .frames()
          .slice(1)
          .map((frame) =>
            frame
              .locator("body")
              .textContent()
              .catch(() => ""),
          ),
      );
      expect(texts.join("")).not.toMatch(/Latchkey|Parcel/);
    },
  );
});

describe("C7 markup in names", () => {
  test("runs nowhere", async () => {
    const markup = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    Object.assign(app.app, { name: markup, purpose: markup, developerName: markup, website: "javascript:alert(1)" });
    for (const scope of app.scopes) Object.assign(scope, { title: markup, description: markup, reason: markup });
    await page.goto(`${site.url}/interactions/${site.world.begin(app).id}`);
    expect(await page.title()).toContain(`Connect ${markup}`);
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("onerror");
  });

  test("is blocked by the policy: no inline scripts or handlers run", async () => {
    expectBrowserErrors(/inline (?:script|event handler)|404 .*\/x\)$/);
    await page.goto(`${site.url}/sign-in`);
    await page.evaluate(`window.refused = [];
      addEventListener("securitypolicyviolation", (event) => window.refused.push(event.effectiveDirective))`);
    await page.evaluate(`document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.owned = true'>")`);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("script"), { text: "window.owned = true" }))`,
    );
    await expect.poll(() => page.evaluate("window.refused.sort()")).toEqual(["script-src-attr", "script-src-elem"]);
    expect(await page.evaluate("window.owned")).toBeUndefined();
  });
});

describe("R5 next", () => {
  test.each(["//evil.example", "/\\evil.example", "https:evil.example", "/%09/evil.example", "javascript:alert(1)"])(
    "%j leads to no other place",
    async (next) => {
      await page.goto(`${site.url}/sign-in?next=${encodeURIComponent(next)}`);
      const links = await page
        .locator("a")
        .evaluateAll((all) => all.map((a) => (a as unknown as { href: string }).href));
      const contact = "mailto:help@latchkey.example";
      expect(links.filter((href) => !href.startsWith(`${site.url}/`) && href !== contact)).toEqual([]);
    },
  );
});
