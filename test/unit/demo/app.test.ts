import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createDemoApp } from "../../../src/demo/app.ts";
import { Browser, type Page } from "../../../src/demo/browser.ts";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { findPorts } from "../../suites/start/ports.ts";
import { type DemoRun, useDemoStage } from "../app/demo-stage.ts";
import { answerConsent, wordsOf } from "./shop.ts";

const stage = useDemoStage();
let run: DemoRun;
let demo: DemoFile;
beforeAll(async () => {
  run = await stage.start();
  demo = run.demo;
});
// A remembered consent would skip the consent page.
afterEach(async () => {
  const { installations } = await run.core.installations.listInstallations({});
  for (const { installationId } of installations) await run.core.installations.uninstall({ installationId });
});

const home = (browser: Browser) => browser.get(`${demo.urls.demo_app}/`);

/** Follows the redirect to the app, changed on request, and returns the page. */
async function comeBack(browser: Browser, back: URL, change: (url: URL) => void = () => {}): Promise<Page> {
  const url = new URL(back);
  change(url);
  return browser.follow(await browser.get(url), () => false);
}

async function act(browser: Browser, action: string): Promise<Page> {
  return browser.follow(await browser.submit(await home(browser), { action }), () => false);
}

describe("the demo app", () => {
  it("starts unconnected and redirects to the platform with client_id, redirect_uri, scope and a random state", async () => {
    const browser = new Browser();
    expect(wordsOf(await home(browser))).toContain("Not connected yet");
    const [first, second] = [
      await browser.get(`${demo.urls.demo_app}/connect`),
      await browser.get(`${demo.urls.demo_app}/connect`),
    ].map(({ location }) => Object.fromEntries(location!.searchParams));
    const { client_id, redirect_uri, scopes } = demo.app;
    expect(first).toEqual({
      client_id,
      redirect_uri,
      scope: scopes.join(" "),
      state: expect.stringMatching(/^.{22}$/),
    });
    expect(second!.state).not.toBe(first!.state);
  });

  it("exchanges the code, and shows the merchant and every request and response with shortened secrets", async () => {
    const { browser, back } = await answerConsent(demo);
    const page = await comeBack(browser, back);
    const words = wordsOf(page);
    expect(words).toContain(`Connected to ${demo.merchant.merchant_id}`);
    expect(words).toContain(`POST ${demo.urls.http}/api/v1/oauth/token content-type: application/json`);
    expect(words).toContain('"grant_type": "authorization_code"');
    expect(words).toMatch(/"code": "lk_ac_….{6}"/);
    expect(words).toMatch(/"client_secret": "lk_cs_….{6}"/);
    expect(words).toMatch(/"access_token": "lk_at_….{6}"/);
    expect(page.html).not.toMatch(/_(at|rt|ac|cs|sk|it)_[0-9A-Za-z]{5}/);
  });

  it("calls the API, refreshes, and gets 401 after revoking", async () => {
    const { browser, back } = await answerConsent(demo);
    await comeBack(browser, back);
    expect(wordsOf(await act(browser, "orders"))).toMatch(
      /2\. Call the API: \/orders 200 .* GET .*\/orders authorization: Bearer lk_at_/,
    );
    expect(wordsOf(await act(browser, "customers"))).toContain("3. Call the API: /customers 200");
    expect(wordsOf(await act(browser, "refresh"))).toContain("4. Refresh 200");
    expect(wordsOf(await act(browser, "revoke-access"))).toContain("5. Revoke 200");
    // The API may accept the token until it reads the revocation.
    await expect.poll(async () => wordsOf(await act(browser, "orders"))).toContain("Call the API: /orders 401");
    expect(wordsOf(await act(browser, "refresh"))).toMatch(/Refresh 200 .* Call the API: \/orders 401/);
    const end = await act(browser, "revoke");
    expect(wordsOf(end)).toMatch(/Call the API: \/orders 401 .*"error": "invalid_token".* Revoke 200 .* Refresh 200/);
    expect(wordsOf(end)).toContain("Not connected");
    expect(end.html).not.toMatch(/_(at|rt|ac|cs|sk|it)_[0-9A-Za-z]{5}/);
  });

  it("connects in one tab while another tab has started an authorization", async () => {
    const { browser, back } = await answerConsent(demo);
    await browser.get(`${demo.urls.demo_app}/connect`);
    expect(wordsOf(await comeBack(browser, back))).toContain(`Connected to ${demo.merchant.merchant_id}`);
  });

  it("ignores unknown actions, and actions without tokens", async () => {
    const { browser, back } = await answerConsent(demo);
    await comeBack(browser, back);
    expect(wordsOf(await act(browser, "format-disk"))).not.toContain("2. ");
    const answer = await fetch(`${demo.urls.demo_app}/actions`, { method: "POST", redirect: "manual" });
    expect(answer.status).toBe(303);
  });

  it("gets 403 for a scope that the merchant declined", async () => {
    const { browser, back } = await answerConsent(demo, { scopes: ["orders:read"] });
    await comeBack(browser, back);
    expect(wordsOf(await act(browser, "orders"))).toContain("Call the API: /orders 200");
    expect(wordsOf(await act(browser, "customers"))).toMatch(/Call the API: \/customers 403 .*"insufficient_scope"/);
  });

  it("shows that the merchant denied access", async () => {
    const { browser, back } = await answerConsent(demo, { decision: "deny" });
    const words = wordsOf(await comeBack(browser, back));
    expect(words).toContain("The merchant was not connected: access was denied.");
    expect(words).not.toContain("Connected to");
  });
});

describe("RFC 6749 §10.12 a response with an unknown state is rejected, and its code is not used", () => {
  it.each([
    ["another state", (url: URL) => url.searchParams.set("state", "x".repeat(22))],
    ["one of other letters that is as long", (url: URL) => url.searchParams.set("state", "ä".repeat(22))],
    ["an empty one", (url: URL) => url.searchParams.set("state", "")],
    ["none", (url: URL) => url.searchParams.delete("state")],
    ["the right one twice", (url: URL) => url.searchParams.append("state", url.searchParams.get("state")!)],
  ])("%s", async (_name, change) => {
    const { browser, back } = await answerConsent(demo);
    const words = wordsOf(await comeBack(browser, back, change));
    expect(words).toContain("This response does not match a request of this browser (state).");
    expect(words).not.toContain("Exchange the code");
  });

  it("in another browser, and a second time in the same one", async () => {
    const { browser, back } = await answerConsent(demo);
    expect(wordsOf(await comeBack(new Browser(), back))).toContain("(state)");
    expect(wordsOf(await comeBack(browser, back))).toContain("Connected to");
    const again = wordsOf(await comeBack(browser, back));
    expect(again).toContain("(state)");
    expect(again).toContain("Connected to");
    expect(again).not.toContain("2. ");
  });
});

describe("P4 RFC 9207 §2.4 a response of another issuer is rejected, and its code is not used", () => {
  it.each([
    ["another", (url: URL) => url.searchParams.set("iss", "https://evil.example")],
    ["one that only begins like it", (url: URL) => url.searchParams.set("iss", `${url.searchParams.get("iss")}/`)],
    ["none", (url: URL) => url.searchParams.delete("iss")],
    ["the right one twice", (url: URL) => url.searchParams.append("iss", url.searchParams.get("iss")!)],
  ])("%s", async (_name, change) => {
    const { browser, back } = await answerConsent(demo);
    const words = wordsOf(await comeBack(browser, back, change));
    expect(words).toContain("This response comes from another server (iss).");
    expect(words).not.toContain("Exchange the code");
  });

  it("an install link of another platform", async () => {
    for (const query of ["", "?iss=https://evil.example", `?iss=${demo.urls.http}&iss=${demo.urls.http}`]) {
      const page = await new Browser().get(`${demo.urls.demo_app}/launch${query}`);
      expect([query, page.status, page.location]).toEqual([query, 400, null]);
    }
    const page = await new Browser().get(`${demo.urls.demo_app}/launch?iss=${demo.urls.http}&install_token=t`);
    expect(page.location?.searchParams.get("install_token")).toBe("t");
  });
});

describe("C7 foreign text is escaped", () => {
  it("shows an error of the platform with its description", async () => {
    const { browser, back } = await answerConsent(demo, { decision: "deny" });
    const page = await comeBack(browser, back, (url) => {
      url.searchParams.set("error", "<script>alert(1)</script>");
      url.searchParams.set("error_description", '" onx="');
    });
    expect(page.html).not.toContain("<script");
    expect(page.html).not.toContain('" onx="');
    expect(wordsOf(page)).toContain('Not connected: <script>alert(1)</script> (" onx=").');
  });

  it("forbids scripts, frames and caching", async () => {
    const { headers } = await fetch(demo.urls.demo_app);
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("set-cookie")).toMatch(/^parcel_pilot=[A-Za-z0-9_-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});

it("an unreachable API is reported, and the app continues", async () => {
  const { DEMO_API_PORT } = await findPorts();
  const urls = { ...demo.urls, demo_api: `http://127.0.0.1:${DEMO_API_PORT}` };
  const app = createDemoApp({ ...demo, urls });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const own = new URL(app.listeningOrigin);
  const moved = { ...demo, urls: { ...urls, demo_app: own.origin } };
  const { browser, back } = await answerConsent(moved);
  const callback = new URL(back.pathname + back.search, own);
  await browser.get(callback);
  const page = await browser.get(own);
  await browser.submit(page, { action: "orders" });
  expect(wordsOf(await browser.get(own))).toMatch(
    /Call the API: \/orders no response .*no response: connect ECONNREFUSED/,
  );
  await app.close();
});
