import { beforeAll, expect, test } from "vitest";
import { withPlatformName } from "../../../../src/web/docs/platform-name.ts";
import { readRedirect } from "../../../../src/web/docs/try/consent.ts";
import { en as texts } from "../../../../src/web/messages.en.ts";
import { csrfIn, FORGED, type Page, Visitor } from "../site.ts";
import { COMPLETE, clientIdIn, type Developer, secretIn, signUp, usePortalSite } from "./portal-site.ts";

const PAYOUTS = Buffer.from("payouts").toString("base64url");

const en = withPlatformName(texts, "Latchkey");
const site = usePortalSite();
let ada: Developer;
let app: { clientId: string; secret: string };
let merchantId: string;
beforeAll(async () => {
  ada = await signUp(site);
  app = await newApp(ada);
  merchantId = await newMerchant(ada, "Ada's shop");
});

async function newApp(developer: Developer, changes: Record<string, string> = {}) {
  const made = await developer.upload("/portal/apps/new", { ...COMPLETE, ...changes, action: "save" });
  return { clientId: clientIdIn(made) || clientIdIn({ body: made.headers.location! } as Page), secret: secretIn(made) };
}

async function newMerchant(developer: Developer, name: string): Promise<string> {
  await developer.submit("/portal/test-merchants", { name });
  const { body } = await developer.get("/portal/test-merchants");
  return /test-merchants\/([A-Za-z0-9._-]+)\/install/.exec(body)![1]!;
}

const urlOf = ({ clientId }: { clientId: string }, merchant = merchantId) =>
  `/docs/try?app=${clientId}&merchant=${merchant}`;

function allow(developer: Developer, from = app, merchant = merchantId): Promise<Page> {
  const fields = { app: from.clientId, merchant, client_secret: from.secret };
  return developer.submit(urlOf(from, merchant), fields, "/docs/try/authorize");
}

const codeIn = ({ body }: Page, id: string) =>
  (new RegExp(`<code id="${id}">([\\s\\S]*?)</code>`).exec(body)?.[1] ?? "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** Sends one of the buttons of a result. */
function press(developer: Developer, page: Page, action: string, clientSecret = app.secret): Promise<Page> {
  const issued = /name="issued" value="([^"]*)"/.exec(page.body)?.[1] ?? "";
  return developer.post("/docs/try/call", { csrf_token: csrfIn(page), issued, action, client_secret: clientSecret });
}

test("the choice has its group above its title, and each step the way back to the choice", async () => {
  const placeOf = ({ body }: Page) =>
    [...body.matchAll(/<div class="docs-above">(.*?)<\/div>/gs)].map(([, one]) => one);
  expect(placeOf(await ada.get("/docs/try"))).toEqual([`<span class="docs-place">${en.docs.groups.start}</span>`]);
  const back = `<a class="docs-back" href="/docs/try">${en.docs.pages.try.title}</a>`;
  for (const page of [await ada.get(urlOf(app)), await allow(ada)])
    expect(placeOf(page)).toEqual([`<span>${back}</span>`]);
});

test("a developer allows the access, refreshes, revokes and learns what a revoked token gets", async () => {
  expect((await ada.get("/docs/try")).body).toContain(app.clientId);
  expect((await ada.get(urlOf(app))).body).toContain("<code>orders:read</code>");
  const first = await allow(ada);
  expect(codeIn(first, "request-text")).toContain("grant_type=authorization_code");
  const tokens = JSON.parse(codeIn(first, "response-text").split("\n\n").slice(1).join("\n\n"));
  expect(tokens).toMatchObject({ merchant_id: merchantId, scope: "orders:read", token_type: "Bearer" });
  expect(codeIn(first, "curl-text")).toMatch(
    new RegExp(`^curl \\S+/oauth/token \\\\\n {2}--user "${app.clientId}:\\$CLIENT_SECRET" \\\\\n`),
  );
  const second = await press(ada, first, "refresh");
  expect(codeIn(second, "request-text")).toContain(`refresh_token=${tokens.refresh_token}`);
  expect(codeIn(second, "response-text")).toMatch(/^HTTP\/1\.1 200 OK\n[\s\S]*"refresh_token": "lk_rt_/);
  const revoked = await press(ada, second, "revoke");
  expect(codeIn(revoked, "response-text")).toMatch(/^HTTP\/1\.1 200 OK/);
  const last = await press(ada, revoked, "refresh");
  expect(codeIn(last, "response-text")).toMatch(/^HTTP\/1\.1 400 Bad Request\n[\s\S]*"error": "invalid_grant"/);
  expect(last.body).toContain('href="/docs/errors#invalid_grant"');
  expect(codeIn(revoked, "response-text")).toMatch(/\S$/);
  expect([first, second, revoked, last].map(({ body }) => /<h1>(.*?)<\/h1>/.exec(body)![1])).toEqual([
    "Tokens received",
    "Refresh the tokens",
    "Revoke the refresh token",
    "Refresh the tokens",
  ]);
  expect(revoked.body).toContain(en.docs.try.outcomes.revoke);
  expect(revoked.body).toContain(`>${en.docs.try.refreshFails}</button>`);
  expect(revoked.body).not.toContain(`>${en.docs.try.revoke}</button>`);
  expect(revoked.body.indexOf(en.docs.try.authorizeAgain)).toBeGreaterThan(revoked.body.indexOf(en.docs.try.next));
  expect(first.body).toContain(en.docs.try.effects.revoke);
  expect(revoked.body).toMatch(new RegExp(`<a class="button[^"]*" href="[^"]+">${en.docs.try.authorizeAgain}</a>`));
  expect(second.body).not.toContain(en.docs.try.refreshFails);
  expect(first.body).toContain('id="docs-query"');
  expect(first.body).toMatch(/<script type="module" src="[^"]*\/docs\b[^"]*\.js"/);
  for (const [kind, token] of [
    ["access", tokens.access_token],
    ["refresh", tokens.refresh_token],
  ]) {
    const id = `issued-${kind}-token`;
    expect([codeIn(first, id), first.body.includes(`data-copy="${id}"`)]).toEqual([token, true]);
    expect(first.body).toMatch(new RegExp(`<code id="${id}">lk_[\\w-]{11}<span class="middle">`));
  }
  expect(last.body).toContain(en.docs.try.fixes("").invalid_grant);
  for (const page of [first, second, revoked, last]) {
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(page.body).not.toContain(app.secret);
  }
});

test("the access token is shown in an API request, which a revocation or an uninstall ends", async () => {
  const first = await allow(ada);
  const { api } = en.docs.try;
  const textOf = ({ body }: Page) =>
    (/<h2 id="api">.*?<p>(.*?)<\/p>/s.exec(body)?.[1] ?? "").replaceAll(/<[^>]*>/g, "");
  const plain = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
  expect(codeIn(first, "api-text")).toBe(
    `curl https://api.example/orders \\\n  --header "Authorization: Bearer ${codeIn(first, "issued-access-token")}"`,
  );
  expect(textOf(first)).toBe(plain(api.works("https://api.example/orders")));
  const refreshed = await press(ada, first, "refresh");
  expect(codeIn(refreshed, "api-text")).toContain(codeIn(refreshed, "issued-access-token"));
  expect(textOf(await press(ada, first, "refresh", "lk_cs_wrong"))).toBe("");
  for (const action of ["revoke", "uninstall"]) {
    const ended = await press(ada, refreshed, action);
    expect([textOf(ended), codeIn(ended, "api-text")]).toEqual([plain(api.ended), codeIn(refreshed, "api-text")]);
  }
});

test("each page has the steps, with the current one marked and the earlier ones done", async () => {
  const first = await allow(ada);
  const failed = await allow(ada, { ...app, secret: "lk_cs_wrong" });
  const pages = [
    await ada.get("/docs/try"),
    await ada.get(urlOf(app)),
    failed,
    first,
    await press(ada, first, "revoke"),
  ];
  const marks = pages.map(({ body }) => {
    const [, steps = ""] = /<ol class="docs-steps"[^>]*>(.*?)<\/ol>/s.exec(body) ?? [];
    return [...steps.matchAll(/<li ([^>]*)>/g)].map(([, mark = ""]) => mark.trim());
  });
  const [done, current] = ['class="done"', 'aria-current="step"'];
  expect(marks).toEqual([
    [current, "", ""],
    [done, current, ""],
    [done, current, ""],
    [done, done, current],
    [done, done, current],
  ]);
});

test("an app without a secret uses PKCE alone", async () => {
  const native = {
    ...(await newApp(ada, { confidential: "no", "redirect_uri-0": "http://127.0.0.1/back" })),
    secret: "",
  };
  expect((await ada.get(urlOf(native))).body).not.toContain('name="client_secret"');
  const page = await allow(ada, native);
  expect(codeIn(page, "response-text")).toContain('"access_token": "lk_at_');
  expect(codeIn(page, "request-text")).not.toContain("client_secret");
  expect(codeIn(page, "curl-text")).toContain(`--data-urlencode "client_id=${native.clientId}"`);
  expect(codeIn(page, "curl-text")).not.toContain("--user");
});

test("an approved app that may not use a restricted scope is authorized without it", async () => {
  const restricted = { [`scope-${PAYOUTS}`]: "yes", [`why-${PAYOUTS}`]: "To pay." };
  const from = await newApp(ada, restricted);
  await site.core.apps.submitApp({ clientId: from.clientId });
  await site.core.apps.startReview({ clientId: from.clientId });
  await site.core.apps.approveApp({ clientId: from.clientId });
  expect((await ada.get(urlOf(from))).body).not.toContain("payouts");
  const page = await allow(ada, from);
  expect(codeIn(page, "response-text")).toMatch(/^HTTP\/1\.1 200 OK\n[\s\S]*"scope": "orders:read"/);
});

test("an empty secret is called missing, not wrong, and the field is required", async () => {
  expect((await ada.get(urlOf(app))).body).toMatch(/<input id="client_secret"[^>]*\srequired\s/);
  const { missingSecret, wrongSecret } = en.docs.try;
  const failed = await allow(ada, { ...app, secret: "" });
  expect(failed.body.split(missingSecret)).toHaveLength(3);
  expect(failed.body).not.toContain(wrongSecret);
  const called = await press(ada, await allow(ada), "refresh", "");
  expect(called.body).toContain(missingSecret);
});

test("a wrong secret gets the error of the token endpoint, and no token", async () => {
  const page = await allow(ada, { ...app, secret: "lk_cs_wrong" });
  expect(codeIn(page, "response-text")).toMatch(/^HTTP\/1\.1 401 Unauthorized\n[\s\S]*"error": "invalid_client"/);
  expect(page.body).not.toContain('name="issued"');
  const [, form = ""] =
    /<form class="card" method="post" action="\/docs\/try\/authorize".*?>(.*?)<\/form>/s.exec(page.body) ?? [];
  expect(form).toContain(`>${en.docs.try.tryAgain}</button>`);
  expect(form).toMatch(
    /<p class="fault" id="client_secret-fault">.*<input id="client_secret"[^>]* aria-invalid="true">/s,
  );
  expect(page.body).toContain(`<a href="/portal/apps/${app.clientId}#secrets">page of the app</a>`);
  const hidden = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!,
  ]);
  const again = await ada.post("/docs/try/authorize", [
    ...(hidden as [string, string][]),
    ["client_secret", app.secret],
  ]);
  expect(codeIn(again, "response-text")).toMatch(/^HTTP\/1\.1 200 OK/);
});

test("apps and merchants of others, and merchants that are no test merchants, are not found", async () => {
  const bob = await signUp(site, "Bob");
  const [other, shop] = [await newApp(bob), await newMerchant(bob, "Bob's shop")];
  const { account } = await site.core.accounts.getAccount({ email: ada.email });
  await site.core.accounts.createMerchant({
    merchantId: "real-shop",
    name: "Real",
    ownerAccountId: account!.accountId,
  });
  for (const [from, merchant] of [
    [other, merchantId],
    [app, shop],
    [app, "real-shop"],
  ] as const) {
    expect((await ada.get(urlOf(from, merchant))).statusCode).toBe(404);
    const fields = { app: from.clientId, merchant, client_secret: from.secret };
    const token = csrfIn(await ada.get(urlOf(app)));
    const direct = await ada.post("/docs/try/authorize", { csrf_token: token, ...fields });
    expect(direct.statusCode).toBe(404);
  }
});

test("tokens that this session's page did not issue are refused", async () => {
  const page = await allow(ada);
  const bob = await signUp(site, "Bob");
  const csrf_token = csrfIn(await bob.get("/portal/test-merchants"));
  const issued = /name="issued" value="([^"]*)"/.exec(page.body)![1]!;
  const stolen = await bob.post("/docs/try/call", { csrf_token, issued, action: "refresh", client_secret: app.secret });
  expect(stolen.statusCode).toBe(400);
  const own = { csrf_token: csrfIn(page), action: "refresh", client_secret: app.secret };
  expect((await ada.post("/docs/try/call", { ...own, issued: "AAAA" })).statusCode).toBe(400);
  expect((await ada.post("/docs/try/call", { ...own, issued, action: "none" })).statusCode).toBe(400);
});

test.each(FORGED)("C12 a form with %s calls nothing", async (_name, fields, headers) => {
  const forged = fields ?? { csrf_token: csrfIn(await ada.get(urlOf(app))) };
  for (const path of ["/docs/try/authorize", "/docs/try/call"]) {
    const body = { ...forged, app: app.clientId, merchant: merchantId, client_secret: app.secret };
    expect((await ada.post(path, body, headers)).statusCode).toBe(403);
  }
});

test.each([
  { location: "com.example.app://[/cb?code=one&state=s", expected: { kind: "approved" } },
  {
    location: "com.example.app://[/cb?error=access_denied&error_description=No.",
    expected: { kind: "refused", error: "access_denied", description: "No." },
  },
  { location: "https://app.example/cb?x=1&code=one#f?code=two", expected: { grant: { code: "one" } } },
])("reads the redirect to $location", ({ location, expected }) => {
  const read = readRedirect(location, { redirectUri: "com.example.app://[/cb", verifier: "v" });
  expect(read).toMatchObject(expected);
});

test("guests sign in first", async () => {
  const guest = new Visitor(site);
  expect((await guest.get("/docs/try")).headers.location).toBe("/sign-in?next=%2Fdocs%2Ftry");
});

test("the addresses of the forms lead to the choice when they are opened, and signed-out readers to the sign-in first", async () => {
  for (const path of ["/docs/try/authorize", "/docs/try/call"]) {
    const { statusCode, headers } = await ada.get(path);
    expect([statusCode, headers.location]).toEqual([303, "/docs/try"]);
    const head = await ada.head(path);
    expect([head.statusCode, head.headers.location]).toEqual([303, "/docs/try"]);
    expect((await new Visitor(site).get(path)).headers.location).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
  }
});
