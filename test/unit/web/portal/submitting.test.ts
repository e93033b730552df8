import { describe, expect, test } from "vitest";
import { logo } from "../../../suites/browser/logo.ts";
import { csrfIn } from "../site.ts";
import {
  approve,
  COMPLETE,
  clientIdIn,
  ORDERS,
  secretIn,
  signUp,
  signUpUnverified,
  usePortalSite,
  verifyEmail,
} from "./portal-site.ts";

const site = usePortalSite();

const MISSING = /Fix this before submitting:<\/p>\s*<ul>(.*?)<\/ul>/s;

describe("access to the portal", () => {
  test("signed out redirects to sign-in and back", async () => {
    const { headers, statusCode } = await site.app.inject({ url: "/portal/apps/new" });
    expect([statusCode, headers.location]).toEqual([303, "/sign-in?next=%2Fportal%2Fapps%2Fnew"]);
  });

  test("a form that was sent after the session had ended is opened again after the sign-in", async () => {
    const { headers } = await site.app.inject({ method: "POST", url: "/portal/apps/new" });
    expect(headers.location).toContain("next=%2Fportal%2Fapps%2Fnew");
  });

  test("other accounts get 403", async () => {
    const ada = await signUp(site);
    const { account } = await site.core.accounts.getAccount({ email: ada.email });
    await site.core.accounts.setAccountRoles({ accountId: account!.accountId, developer: false });
    for (const url of ["/portal", "/portal/apps/new", "/portal/check", "/portal/test-merchants"]) {
      expect([url, (await ada.get(url)).statusCode]).toEqual([url, 403]);
    }
  });
});

describe("submitting an app", () => {
  test("an empty list shows the first steps", async () => {
    const page = await (await signUp(site)).get("/portal");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("From an idea to an installed app");
    expect(page.body).toContain('href="/portal/apps/new"');
  });

  test("shows all errors at the fields and in the summary, and keeps the input", async () => {
    const ada = await signUp(site);
    const page = await ada.upload("/portal/apps/new", {
      ...COMPLETE,
      name: "",
      purpose: "Kept <b>text</b>",
      website: "ftp://x",
      "redirect_uri-0": "https://ok.example/cb",
      "redirect_uri-1": "",
      "redirect_uri-2": "http://elsewhere.example/#x",
      [`why-${ORDERS}`]: "",
      action: "submit",
    });
    expect(page.statusCode).toBe(400);
    for (const id of ["name", "website", "redirect_uri-2", `why-${ORDERS}`]) {
      expect(page.body, id).toContain(`<a href="#${id}">`);
      expect(page.body, id).toMatch(new RegExp(`id="${id}"[^>]*aria-invalid="true"`));
    }
    expect(page.body).toContain("Remove the fragment (#).");
    expect(page.body).toContain("Kept &lt;b&gt;text&lt;/b&gt;");
    expect(page.body).toContain('value="https://ok.example/cb"');
    expect(page.body).toMatch(/<title>Error: /);
    expect((await ada.get("/portal")).body).toContain("From an idea");
  });

  test("a complete draft lacks nothing", async () => {
    const ada = await signUp(site);
    const clientId = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" }));
    const { body } = await ada.get(`/portal/apps/${clientId}`);
    expect(body).not.toContain("Fix this before submitting");
    expect(body).toContain("This is a draft. It is complete:");
    expect(body).not.toContain("Complete it");
  });

  test("a draft may be incomplete; its secret is shown on this one page, which nothing stores", async () => {
    const ada = await signUp(site);
    const made = await ada.upload("/portal/apps/new", {
      name: "Half",
      confidential: "yes",
      refresh_mode: "rotate",
      action: "save",
    });
    expect(made.statusCode).toBe(200);
    expect(secretIn(made)).not.toBe("");
    expect(made.body).toMatch(/<h1[^>]*>Draft saved: Half<\/h1>/);
    expect(made.body).toContain('role="status"><p>Saved as a draft. Fix this before submitting:</p>');
    const [, missingAtOnce = ""] = MISSING.exec(made.body) ?? [];
    expect(made.headers["cache-control"]).toBe("no-store");
    const page = await ada.get(`/portal/apps/${clientIdIn(made)}`);
    for (const { body } of [made, page]) expect(body).toContain(`href="/docs/quickstart?app=${clientIdIn(made)}"`);
    expect(page.body).toContain("This is a draft.");
    expect(page.body).not.toContain(secretIn(made));
    const [, missing = ""] = MISSING.exec(page.body) ?? [];
    for (const field of ["purpose", "redirect_uri-0", "scopes"])
      for (const list of [missingAtOnce, missing])
        expect(list).toContain(`href="/portal/apps/${clientIdIn(made)}/edit#${field}"`);
    expect(page.body).toMatch(/<a class="button ?" href="[^"]+\/edit"/);
    const { app } = await site.core.apps.getApp({ clientId: clientIdIn(made) });
    expect(app!.state).toBe(1);
    const again = await ada.get(`/portal/apps/${clientIdIn(made)}/created`);
    expect([again.statusCode, again.headers.location]).toEqual([303, `/portal/apps/${clientIdIn(made)}`]);
    expect((await ada.get("/portal")).body.match(/>Half</g)).toHaveLength(1);
  });

  test("a draft with illegal input is rejected, and a public app has no secret", async () => {
    const ada = await signUp(site);
    const refused = await ada.upload("/portal/apps/new", {
      ...COMPLETE,
      "redirect_uri-0": "javascript:alert(1)",
      action: "save",
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain("This scheme can run or show content");
    const made = await ada.upload("/portal/apps/new", { ...COMPLETE, confidential: "no", action: "save" });
    expect([made.statusCode, made.headers.location]).toEqual([303, expect.stringMatching(/^\/portal\/apps\/app_/)]);
  });

  test("without a verified e-mail, a form that asks for a submission is saved, and its secret shown", async () => {
    const ada = await signUpUnverified(site);
    const made = await ada.upload("/portal/apps/new", { ...COMPLETE, action: "submit" });
    expect(secretIn(made)).toMatch(/^lk_cs_/);
    const path = `/portal/apps/${clientIdIn(made)}`;
    const page = await ada.get(path);
    expect(page.body).toContain("verify your e-mail address first");
    expect(page.body).not.toContain(`${path}/submit`);
    expect((await ada.submit(path, {}, `${path}/submit`)).statusCode).toBe(409);
    await verifyEmail(site, ada.email);
    expect((await ada.submit(path, {}, `${path}/submit`)).headers.location).toBe(path);
  });

  test("submit, withdraw, the reviewer's reason, edit, resubmit, approval: each on the app's page", async () => {
    const ada = await signUp(site);
    const made = await ada.upload("/portal/apps/new", { ...COMPLETE, action: "submit" });
    expect(made.body).toContain("Submitted for review. You will see the decision on the app’s page.");
    const clientId = clientIdIn(made);
    const path = `/portal/apps/${clientId}`;
    expect((await ada.get(path)).body).toContain(
      "Waiting for review. You can try the app on a test merchant. To change it, withdraw it first.",
    );
    const locked = await ada.get(`${path}/edit`);
    expect(locked.statusCode).toBe(409);
    expect(locked.body).toContain("The app becomes a draft and leaves the review queue.");
    expect((await ada.submit(path, {}, `${path}/withdraw`)).headers.location).toBe(path);
    expect((await ada.submit(path, {}, `${path}/submit`)).headers.location).toBe(path);
    await site.core.apps.startReview({ clientId });
    await site.core.apps.requestChanges({ clientId, reasonCode: "PURPOSE", reasonText: "Say <i>which</i> labels." });
    const asked = await ada.get(path);
    expect(asked.body).toContain("Latchkey requested changes. Make them, then submit the app again.");
    expect(asked.body).toContain("Say &lt;i&gt;which&lt;/i&gt; labels.");
    const edited = await ada.upload(`${path}/edit`, { ...COMPLETE, purpose: "Prints DHL labels.", action: "submit" });
    expect([edited.statusCode, edited.headers.location]).toEqual([303, path]);
    await approve(site, clientId);
    const live = (await ada.get(path)).body;
    expect(live).toContain(`https://login.example/install/${clientId}`);
    expect(live).toContain("Prints DHL labels.");
    expect((await ada.get(`${path}/install-link.svg`)).body).toMatch(/^<svg/);
    expect((await ada.get(path)).body).toContain(`href="/docs/quickstart?app=${path.split("/").at(-1)}"`);
  });

  test("a second submission from another tab leads to the app, and keeps input that differs", async () => {
    const ada = await signUp(site);
    const clientId = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" }));
    const path = `/portal/apps/${clientId}`;
    const csrf_token = csrfIn(await ada.get(`${path}/edit`));
    await ada.submit(path, {}, `${path}/submit`);
    for (const again of [
      () => ada.post(`${path}/submit`, { csrf_token }),
      () => ada.send(`${path}/edit`, { ...COMPLETE, csrf_token, action: "submit" }, undefined),
    ]) {
      expect((await again()).headers.location).toBe(path);
      expect((await ada.get(path)).body).toContain("Already submitted. You will see the decision on this page.");
    }
    const changed = { ...COMPLETE, name: "Parcel Pilot 2", csrf_token, action: "submit" };
    const { statusCode, body } = await ada.send(`${path}/edit`, changed, undefined);
    expect(statusCode).toBe(400);
    expect(body).toContain("The app was submitted for review in another window. Your input is kept here");
    expect(body).toContain('value="Parcel Pilot 2"');
  });

  test("a draft says that the team has another app of its name", async () => {
    const ada = await signUp(site);
    const first = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" }));
    expect((await ada.get(`/portal/apps/${first}`)).body).not.toContain("another app with this name");
    const made = await ada.upload("/portal/apps/new", { ...COMPLETE, name: "PARCEL pilot", action: "save" });
    const second = `/portal/apps/${clientIdIn(made)}`;
    for (const { body } of [made, await ada.get(second)]) {
      expect(body).toContain("Your team has another app with this name.");
      expect(body).toContain(`<a href="/portal/apps/${first}">Open the other Parcel Pilot</a>`);
    }
    await ada.submit(`/portal/apps/${first}/archive`, { confirm: "yes" });
    expect((await ada.get(second)).body).not.toContain("another app with this name");
  });

  test("an incomplete submission shows the form with its errors", async () => {
    const ada = await signUp(site);
    const clientId = clientIdIn(await ada.upload("/portal/apps/new", { name: "Half", action: "save" }));
    const path = `/portal/apps/${clientId}`;
    const page = await ada.submit(path, {}, `${path}/submit`);
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('<a href="#purpose">');
    expect(page.body).toContain('<a href="#redirect_uri-0">');
  });

  test("adding rows keeps the input and stores nothing", async () => {
    const ada = await signUp(site);
    const page = await ada.upload("/portal/apps/new", { ...COMPLETE, action: "more" });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('id="redirect_uri-1"');
    expect(page.body).not.toContain('id="redirect_uri-2"');
    expect(page.body).toContain('value="Parcel Pilot"');
    expect((await ada.get("/portal")).body).toContain("From an idea");
  });

  test("checks a redirect URI while it is typed", async () => {
    const ada = await signUp(site);
    const ask = async (query: string) => (await ada.get(`/portal/check-redirect-uri?${query}`)).json();
    expect(await ask("uri=https://ok.example/&confidential=yes")).toEqual({ text: null });
    expect(await ask("uri=com.example:/cb&confidential=yes")).toEqual({ text: expect.stringContaining("use https") });
    expect(await ask("uri=com.example.app:/cb&confidential=no")).toEqual({ text: null });
    expect(await ask("uri=http://ok.example/%23x&confidential=yes")).toEqual({
      text: "Remove the fragment (#). http is only allowed for loopback addresses; use https.",
    });
    const advice = "Use only ASCII characters that a URI may contain; percent-encode the others.";
    for (const path of ["%C3%A4", "a%20b", "%7Bid%7D"])
      expect([path, await ask(`uri=https://app.example/${path}`)]).toEqual([path, { text: advice }]);
    expect((await site.app.inject({ url: "/portal/check-redirect-uri?uri=x" })).statusCode).toBe(401);
    const policy = (page: { headers: Record<string, unknown> }) => String(page.headers["content-security-policy"]);
    expect(policy(await ada.get("/portal/apps/new"))).toContain("connect-src 'self'");
    expect(policy(await ada.get("/portal"))).not.toContain("connect-src");
  });
});

describe("the logo", () => {
  test("is re-encoded and shown; an invalid file is an error", async () => {
    const ada = await signUp(site);
    const made = await ada.upload("/portal/apps/new", { ...COMPLETE, action: "save" }, logo());
    const path = `/portal/apps/${clientIdIn(made)}`;
    const [source] = /\/logos\/[^"]+/.exec((await ada.get(path)).body) ?? [];
    expect((await ada.get(source!)).headers["content-type"]).toBe("image/png");
    const vector = Buffer.from("<svg onload=alert(1)>");
    const refused = await ada.upload(`${path}/edit`, { ...COMPLETE, action: "save" }, vector);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain(
      '<a href="#logo">Logo: Choose a PNG, JPEG or WebP image of at most 256 KiB and 4,096 by 4,096 pixels.',
    );
    const speaks = { "accept-language": "de" };
    const german = await ada.upload(`${path}/edit`, { ...COMPLETE, action: "save" }, vector, speaks);
    expect(german.body).toContain('<a href="#logo">Logo: Wählen Sie ein Bild');
    const big = await ada.upload(`${path}/edit`, { ...COMPLETE, action: "save" }, Buffer.alloc(300_000, 1));
    expect(big.statusCode).toBe(400);
    expect(big.body).toContain("must not exceed 256 KiB");
    await ada.upload(`${path}/edit`, { ...COMPLETE, remove_logo: "yes", action: "save" });
    expect((await ada.get(path)).body).not.toContain("/logos/");
  });
});

describe("C12 forged forms", () => {
  test("without the token, with another browser's, or from another site are refused", async () => {
    const [ada, eve] = [await signUp(site), await signUp(site)];
    const foreign = csrfIn(await eve.get("/portal/apps/new"));
    const fields = { ...COMPLETE, action: "save" };
    expect((await ada.send("/portal/apps/new", fields, undefined)).statusCode).toBe(403);
    expect((await ada.send("/portal/apps/new", { ...fields, csrf_token: foreign }, undefined)).statusCode).toBe(403);
    expect((await ada.upload("/portal/apps/new", fields, undefined, { origin: "null" })).statusCode).toBe(403);
    expect(
      (await ada.upload("/portal/apps/new", fields, undefined, { "sec-fetch-site": "cross-site" })).statusCode,
    ).toBe(403);
    expect((await ada.get("/portal")).body).toContain("From an idea");
  });

  test("in another format are refused", async () => {
    const ada = await signUp(site);
    const token = csrfIn(await ada.get("/portal/apps/new"));
    expect((await ada.post("/portal/apps/new", { csrf_token: token, name: "x" })).statusCode).toBe(400);
    const twice = await ada.send("/portal/apps/new", { csrf_token: token, name: "a\u0000b" }, undefined);
    expect(twice.statusCode).toBe(400);
  });
});

test("another developer's app is 404 at every path", async () => {
  const [ada, eve] = [await signUp(site), await signUp(site)];
  const clientId = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, action: "submit" }));
  await approve(site, clientId);
  const path = `/portal/apps/${clientId}`;
  const { app } = await site.core.apps.getApp({ clientId });
  const secret = `${path}/secrets/${app!.secrets[0]!.secretId}`;
  for (const url of [
    path,
    `${path}/edit`,
    `${path}/archive`,
    `${path}/installations`,
    `${path}/install-link.svg`,
    secret,
  ]) {
    expect([url, (await eve.get(url)).statusCode]).toEqual([url, 404]);
  }
  const csrf = { csrf_token: csrfIn(await eve.get("/portal/check")) };
  for (const url of [`${path}/withdraw`, `${path}/submit`, `${path}/discard`, `${path}/secrets`, secret]) {
    expect([url, (await eve.post(url, { ...csrf, when: "now" })).statusCode]).toEqual([url, 404]);
  }
  expect((await eve.post(`${path}/archive`, { ...csrf, confirm: "yes" })).statusCode).toBe(404);
  expect((await eve.send(`${path}/edit`, { ...csrf, ...COMPLETE, action: "save" }, undefined)).statusCode).toBe(404);
  expect((await ada.get(path)).statusCode).toBe(200);
});

test("another developer's app is 404 for operators as well", async () => {
  const [ada, olga] = [await signUp(site), await signUp(site)];
  const clientId = clientIdIn(await ada.upload("/portal/apps/new", { ...COMPLETE, action: "submit" }));
  const { account } = await site.core.accounts.getAccount({ email: olga.email });
  await site.core.accounts.setAccountRoles({ accountId: account!.accountId, operator: true, developer: true });
  expect((await olga.get(`/portal/apps/${clientId}`)).statusCode).toBe(404);
  expect((await olga.get("/portal")).body).not.toContain(clientId);
});

test("C7 what a developer writes is text on every page", async () => {
  const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
  const ada = await signUp(site, hostile);
  const fields = { ...COMPLETE, name: hostile.slice(0, 60), purpose: hostile, [`why-${ORDERS}`]: hostile };
  const made = await ada.upload("/portal/apps/new", { ...fields, action: "submit" });
  const path = `/portal/apps/${clientIdIn(made)}`;
  await approve(site, clientIdIn(made));
  await ada.upload(`${path}/edit`, { ...fields, purpose: `${hostile} too`, action: "save" });
  await ada.submit("/portal/test-merchants", { name: hostile });
  const urls = [
    "/portal",
    path,
    `${path}/edit`,
    `${path}/archive`,
    `${path}/installations`,
    "/portal/test-merchants",
    "/account",
  ];
  const pages = [made, ...(await Promise.all(urls.map((url) => ada.get(url))))];
  for (const { body, statusCode } of pages) {
    expect(statusCode).toBe(200);
    expect(body).toContain("&lt;script&gt;alert(1)");
    expect(body).not.toMatch(/<script>|<img src=x/);
    expect(body).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+="/i);
  }
});
