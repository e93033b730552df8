import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { emailAddress } from "../../../src/web/components/email-address.ts";
import { PASSWORD } from "./fakes/world.ts";
import { createSite, csrfIn, type Site, Visitor } from "./site.ts";

const MIA = { email: "mia@shop.example", password: PASSWORD };
const COOKIE = "__Host-latchkey";

let site: Site;
let visitor: Visitor;
beforeEach(async () => {
  site = await createSite();
  site.world.addAccount({ email: MIA.email, name: "Mia" });
  visitor = new Visitor(site);
  return () => site.app.close();
});

describe("signing in", () => {
  test("after a form without a session says that the form is lost; after a page it does not", async () => {
    const form = await visitor.post("/account/name", { name: "Mia" });
    expect(form.headers.location).toBe("/sign-in?next=%2Faccount&lost=form");
    const text = "You were signed out, so your last step was not saved.";
    expect((await visitor.get(form.headers.location!)).body).toContain(text);
    const wrong = await visitor.submit(form.headers.location!, { ...MIA, password: "wrong", lost: "form" });
    expect(wrong.body).toContain(text);
    expect(wrong.body).toContain('<input type="hidden" name="lost" value="form">');
    const page = await visitor.get("/account");
    expect((await visitor.get(page.headers.location!)).body).not.toContain(text);
  });

  test("redirects to `next` with a host-only session cookie", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = await visitor.submit("/sign-in?next=%2Finteractions%2Fint-1", {
      ...MIA,
      next: "/interactions/int-1",
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/interactions/int-1"]);
    const cookie = [answer.headers["set-cookie"]].flat().find((one) => one?.startsWith(`${COOKIE}=`));
    expect(cookie).toMatch(
      /^__Host-latchkey=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=604800$/,
    );
    expect(site.world.sessions.has(visitor.cookies.get(COOKIE)!)).toBe(true);
  });

  test("without `next` redirects to the start page of the account", async () => {
    const answer = await visitor.submit("/sign-in", MIA);
    expect(answer.headers.location).toBe("/");
    expect((await visitor.get("/")).body).toContain("Hello, Mia");
  });

  test("on loopback http the cookie has the plain name and no Secure", async () => {
    const local = await createSite({ publicUrl: "http://localhost:8080", world: site.world });
    const answer = await new Visitor(local, "http://localhost:8080").submit("/sign-in", MIA);
    const cookies = [answer.headers["set-cookie"]].flat();
    expect(cookies.some((one) => /^latchkey=[^;]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age/.test(one ?? ""))).toBe(
      true,
    );
    await local.app.close();
  });

  test("the form keeps `next` and links to sign-up only if it is open", async () => {
    const { body } = await visitor.get("/sign-in?next=%2Fportal");
    expect(body).toContain('<input type="hidden" name="next" value="/portal">');
    expect(body).toContain('href="/sign-up"');
    expect(body).toContain("No account? Ask an owner of your shop, or Latchkey, for an invitation.");
    site.world.signUpOpen = false;
    expect((await visitor.get("/sign-in")).body).not.toContain("/sign-up");
  });

  test.each([
    ["/portal/apps/new", true],
    ["/docs/quickstart", true],
    ["/connected-apps", false],
    ["/account/security", false],
    ["/invitations/t0ken", false],
  ])("before %s it links to the sign-up of developers: %s", async (next, isLinked) => {
    const { body } = await visitor.get(`/sign-in?${new URLSearchParams({ next })}`);
    expect(body.includes('href="/sign-up')).toBe(isLinked);
  });

  test("before an invitation it says what the sign-in is for", async () => {
    const { body } = await visitor.get("/sign-in?next=%2Finvitations%2Ft0ken");
    expect(body).toContain("Sign in with your Latchkey account to answer the invitation.");
  });

  test.each(["/install/app_1", "/interactions/int-1"])("before %s it names the app and no sign-up", async (next) => {
    const app = site.world.addApp({
      name: "Parcel Pilot",
      developerName: "Pilot GmbH",
      website: "https://parcels.example",
    });
    site.world.begin(app);
    const path = `/sign-in?next=${encodeURIComponent(next)}`;
    const { body } = await visitor.get(path);
    expect(body).toContain(`<input type="hidden" name="next" value="${next}">`);
    for (const text of [
      `<h1>Sign in to Latchkey to connect Parcel Pilot</h1>`,
      "by Pilot GmbH",
      'class="flow-steps"',
      '<details class="review">',
    ])
      expect(body).toContain(text);
    expect(body).toContain("<small>No account? Ask an owner of your shop, or Latchkey, for an invitation.</small>");
    expect(body).toContain(
      `<a href="https://parcels.example" rel="noopener noreferrer nofollow">Back to Parcel Pilot without connecting</a>`,
    );
    expect(body).not.toContain("/sign-up");
    const known = new Visitor(site);
    known.cookies.set(COOKIE, site.world.signIn(site.world.accounts[0]!.account));
    const signedIn = (await known.get(path)).body;
    expect(signedIn).toContain("Back to Parcel Pilot without connecting");
    expect(signedIn).toMatch(/<li class="past">Sign in<\/li><li aria-current="step">/);
    expect(signedIn).toMatch(/<h1>connect Parcel Pilot with this account\?<\/h1>/i);
    app.app.verified = false;
    const unknown = (await visitor.get(path)).body;
    expect(unknown).toContain(`<h1>Sign in to Latchkey to connect an app</h1>`);
    expect(unknown).not.toContain("Parcel Pilot");
  });

  test.each(["/install/app_1", "/interactions/int-1"])(
    "before %s it folds the permissions of the app",
    async (next) => {
      const app = site.world.addApp({ name: "Parcel Pilot" });
      site.world.begin(app, { requested: ["orders:read", "products:read"] });
      const { body } = await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`);
      const [before = "", fold = "", after = ""] = body.split(/(<details class="scope-fold">.*?<\/details>)/s);
      expect(fold).toMatch(/<summary>The app asks for \d permissions[^/]*(?:<\/span>)?<\/summary>/);
      expect(fold).toContain("<li>See your orders");
      expect(before + after).not.toContain("See your orders");
      expect(before).not.toContain("<form method");
    },
  );

  test("a core of the previous release names no permissions", async () => {
    const { id } = site.world.begin(site.world.addApp({ name: "Parcel Pilot" }));
    site.world.previousCore = true;
    const { body } = await visitor.get(`/sign-in?next=${encodeURIComponent(`/interactions/${id}`)}`);
    expect(body).not.toContain("scope-fold");
  });

  test("without password sign-in there is no password form, and an old form gets an error page", async () => {
    site.world.external.label = "Sign in with Harbour ID";
    const kept = await visitor.get("/sign-in");
    site.world.passwordsOpen = false;
    const { body } = await visitor.get("/sign-in?next=%2Finstall%2Fapp_1");
    expect(body).toContain('href="/sign-in/external?next=%2Finstall%2Fapp_1">Sign in with Harbour ID</a>');
    expect(body).not.toContain('type="password"');
    expect(body).not.toContain("/sign-up");
    const answer = await visitor.post("/sign-in", { ...MIA, csrf_token: csrfIn(kept) });
    expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([404, undefined]);
    expect(answer.body).toContain("This way to sign in is not available.");
    expect(answer.body).toContain('href="/sign-in"');
    expect((await visitor.get("/sign-up")).statusCode).toBe(404);
  });

  test("a failed sign-in with the identity provider is named as on its button", async () => {
    const path = "/sign-in/external/callback?error=access_denied";
    const unnamed = await visitor.get(path);
    expect([unnamed.statusCode, unnamed.body.includes("The sign-in was cancelled or failed.")]).toEqual([400, true]);
    site.world.external.label = "Sign in with Harbour ID";
    const { body } = await visitor.get(path);
    expect(body).toContain(
      "<p>“Sign in with Harbour ID” was cancelled or failed. Try again, or sign in another way if your account allows it.</p>",
    );
    expect(body).toContain('<a class="button" href="/sign-in">');
  });

  test("a failed sign-in with the identity provider keeps the app that it was for", async () => {
    site.world.external.label = "Sign in with Harbour ID";
    const path = "/sign-in/external/callback?state=provider-state&error=access_denied";
    await visitor.get("/sign-in/external?next=%2Finstall%2Fapp_1");
    const { body } = await visitor.get(path);
    expect(body).toContain('<a class="button" href="/sign-in?next=%2Finstall%2Fapp_1">');
    await visitor.get("/sign-in/external?next=%2Finstall%2Fapp_1");
    site.world.external.pending.get("provider-state")!.next = "//evil.example";
    expect((await visitor.get(path)).body).toContain('<a class="button" href="/sign-in">');
  });

  test("the page does not redirect signed-in accounts in a loop", async () => {
    visitor.cookies.set(COOKIE, site.world.signIn(site.world.accounts[0]!.account));
    const page = await visitor.get("/sign-in?next=%2Finstall%2Fapp_1");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<a class="button wide" href="/install/app_1">Continue with this account</a>');
    const [before = "", folded = ""] = page.body.split(
      '<details class="sign-in-fold"><summary>Sign in with another account',
    );
    expect(before).not.toContain("<form");
    expect(folded).toContain('<button type="submit" class="secondary">Sign in</button>');
    expect(/<form method="post" action="([^"]*)"/.exec(page.body)?.[1]).toBe("/sign-in");
  });

  test("a signed-in account that signs in again enters only its password, also after a wrong one", async () => {
    visitor.cookies.set(COOKIE, site.world.signIn(site.world.accounts[0]!.account));
    const path = "/sign-in?next=%2Finstall%2Fapp_1&prompt=login";
    const shown = (await visitor.get(path)).body;
    const fields = { next: "/install/app_1", prompt: "login", email: MIA.email };
    const wrong = (await visitor.submit(path, { ...fields, password: "no" })).body;
    for (const body of [shown, wrong]) {
      for (const text of [
        "<h1>Confirm that it is you</h1>",
        "sign in again to continue. Nothing is shared until you allow it.",
        `<input type="email" name="email" value="${MIA.email}" autocomplete="username" hidden>`,
        '<a href="/sign-out?next=%2Finstall%2Fapp_1">Sign in with another account</a>',
        `<small>${emailAddress(MIA.email)}</small>`,
      ])
        expect(body).toContain(text);
      for (const text of ["Continue with this account", "No account?"]) expect(body).not.toContain(text);
    }
    expect(wrong).toContain('<a href="#password">The e-mail address or password is wrong');
    expect((await visitor.submit(path, { ...fields, password: PASSWORD })).headers.location).toBe("/install/app_1");
  });

  test("a new sign-in with another address has its e-mail field", async () => {
    visitor.cookies.set(COOKIE, site.world.signIn(site.world.accounts[0]!.account));
    const path = "/sign-in?prompt=login";
    const { body } = await visitor.submit(path, { prompt: "login", email: "zoe@shop.example", password: "no" });
    expect(body).toContain('<a href="#email">');
    expect(body).toMatch(/<input id="email" name="email" type="email" value="zoe@shop.example"/);
  });
});

test.each([
  ["/sign-in", "Continue to the start page."],
  ["/sign-in?next=%2Fconnected-apps%3Fmerchant%3Dharbour-coffee", "Continue to your connected apps."],
  ["/sign-in?next=%2Fportal", "Continue to the page that you opened."],
  ["/sign-in?next=%2Finstall%2Fapp_1", "Nothing is shared until you allow it."],
])("a signed-in account reads at %s where the button leads: %s", async (path, text) => {
  visitor.cookies.set(COOKIE, site.world.signIn(site.world.accounts[0]!.account));
  const [before = ""] = (await visitor.get(path)).body.split("Continue with this account");
  expect(before).toContain(`<p>${text}</p>`);
});

describe("R5 next", () => {
  test.each(["//evil.example", "/\\evil.example", "https:evil.example", "/%2Fevil.example", "/\t/evil.example"])(
    "%j in the address or the form leads to the start page",
    async (next) => {
      const shown = await visitor.get(`/sign-in?next=${encodeURIComponent(next)}`);
      expect(shown.body).not.toContain('name="next"');
      const answer = await visitor.submit("/sign-in", { ...MIA, next });
      expect(answer.statusCode === 400 || answer.headers.location === "/").toBe(true);
    },
  );

  test("twice is refused", async () => {
    expect((await visitor.get("/sign-in?next=%2Fa&next=%2Fb")).statusCode).toBe(400);
  });
});

describe("C11 wrong credentials", () => {
  test("an unknown e-mail and a wrong password get identical responses", async () => {
    const wrong = await visitor.submit("/sign-in", { ...MIA, password: "no" });
    const unknown = await visitor.submit("/sign-in", { email: "zoe@shop.example", password: "no" });
    expect([wrong.statusCode, unknown.statusCode]).toEqual([400, 400]);
    expect(unknown.body.replaceAll("zoe@", "mia@")).toBe(wrong.body);
    expect(wrong.body).toContain(
      '<a href="#email">The e-mail address or password is wrong, or the account cannot sign in.</a>',
    );
    expect(visitor.cookies.has(COOKIE)).toBe(false);
  });

  test("the form keeps the input except the password", async () => {
    const { body } = await visitor.submit("/sign-in", { ...MIA, password: "not it" });
    expect(body).toContain(`value="${MIA.email}"`);
    expect(body).not.toContain("not it");
  });

  test("an empty form names both fields and links to them", async () => {
    const page = await visitor.submit("/sign-in", {});
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('<a href="#email">Enter your e-mail address.</a>');
    expect(page.body).toContain('<a href="#password">Enter your password.</a>');
    expect(page.body).toContain("<title>Error: Sign in");
  });

  test("too many attempts are 429 with the wait, also with the right password", async () => {
    for (let i = 0; i < 10; i++) await visitor.submit("/sign-in", { ...MIA, password: "no" });
    const page = await visitor.submit("/sign-in", MIA);
    expect([page.statusCode, page.headers["retry-after"]]).toEqual([429, "720"]);
    expect(page.body).toContain('<p class="wait" role="alert">Wait 12 minutes before you enter a password again.</p>');
    expect(page.body.split("12 minutes")).toHaveLength(2);
    expect(page.body).toContain('<a href="/forgot-password">Reset it while you wait</a>');
    expect(page.body).toContain('<button type="submit" class="secondary">Sign in</button>');
    expect(page.body).toMatch(
      /<p class="wait-until">Possible again at <time datetime="[^"]+" [^>]*>\d\d:\d\d UTC<\/time><\/p>\s*<button type="submit" class="secondary">/,
    );
    expect(page.body).not.toContain("A passkey");
    site.world.passkeyOptions = "{}";
    const withPasskey = (await visitor.submit("/sign-in", MIA)).body;
    expect(withPasskey).toContain("A passkey works at once.");
    expect(withPasskey).toContain('<button type="submit" id="passkey" class="wide ">');
    expect(/<form method="post" action="([^"]*)"/.exec(withPasskey)?.[1]).toBe("/sign-in");
    expect(visitor.cookies.has(COOKIE)).toBe(false);
  });
});

describe("C12 a sign-in form from elsewhere", () => {
  test.each([
    ["no token", {}],
    ["an empty token", { csrf_token: "" }],
    ["a token of another browser", { csrf_token: "x".repeat(43) }],
  ])("with %s is refused", async (_name, token) => {
    await visitor.get("/sign-in");
    const answer = await visitor.post("/sign-in", { ...MIA, ...token });
    expect(answer.statusCode).toBe(403);
    expect(site.world.sessions.size).toBe(0);
  });

  test("with a token but without this browser's cookie is refused", async () => {
    const csrf_token = csrfIn(await visitor.get("/sign-in"));
    visitor.cookies.clear();
    expect((await visitor.post("/sign-in", { ...MIA, csrf_token })).statusCode).toBe(403);
  });

  test.each([
    ["another origin", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a hidden origin", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a hidden origin alone", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a sibling host", { "sec-fetch-site": "same-site" }],
  ])("of %s is refused, even with the right token", async (_name, headers) => {
    const csrf_token = csrfIn(await visitor.get("/sign-in"));
    const answer = await visitor.post("/sign-in", { ...MIA, csrf_token }, headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain("The form was not sent from a page of this server");
    expect(site.world.sessions.size).toBe(0);
  });

  test.each([
    ["JSON", "application/json", JSON.stringify(MIA)],
    ["plain text", "text/plain", "email=x"],
    ["multipart", "multipart/form-data; boundary=x", "--x--"],
  ])("as %s is 415", async (_name, type, body) => {
    const answer = await visitor.post("/sign-in", body, { "content-type": type });
    expect(answer.statusCode).toBe(415);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  test("a field twice is refused", async () => {
    expect((await visitor.submit("/sign-in", [...Object.entries(MIA), ["email", MIA.email]])).statusCode).toBe(400);
  });
});

describe("C10 sessions", () => {
  test("a sign-in starts a new session and ends the previous one", async () => {
    const planted = site.world.signIn(site.world.addAccount({ email: "eve@evil.example", name: "Eve" }));
    visitor.cookies.set(COOKIE, planted);
    await visitor.submit("/sign-in", MIA);
    expect(visitor.cookies.get(COOKIE)).not.toBe(planted);
    expect(site.world.sessions.has(planted)).toBe(false);
  });

  test("signing out ends the session on the server, so copies of the cookie are invalid", async () => {
    await visitor.submit("/sign-in", MIA);
    const kept = visitor.cookies.get(COOKIE)!;
    const answer = await visitor.submit("/sign-out", {});
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/"]);
    expect(visitor.cookies.has(COOKIE)).toBe(false);
    expect(site.world.sessions.has(kept)).toBe(false);
    visitor.cookies.set(COOKIE, kept);
    expect((await visitor.get("/")).body).not.toContain("Hello");
  });

  test.each([
    ["no token", {}, {}],
    ["another session's token", { csrf_token: "y".repeat(43) }, {}],
    ["a foreign origin", null, { origin: "https://evil.example" }],
    ["a hidden origin", null, { origin: "null" }],
  ])("C12 signing out with %s is refused and the session stands", async (_name, fields, headers) => {
    await visitor.submit("/sign-in", MIA);
    const csrf_token = csrfIn(await visitor.get("/sign-out"));
    const answer = await visitor.post("/sign-out", fields ?? { csrf_token }, headers);
    expect(answer.statusCode).toBe(403);
    expect(site.world.sessions.size).toBe(1);
  });

  test("the start page says once that the account is signed out", async () => {
    await visitor.submit("/sign-in", MIA);
    const message = '<div class="notice notice-good" role="status"><p>You are signed out.</p></div>';
    await visitor.submit("/sign-out", {});
    await visitor.head("/");
    const page = await visitor.get("/");
    expect([page.statusCode, page.headers["cache-control"], page.body.includes(message)]).toEqual([
      200,
      "no-store",
      true,
    ]);
    expect((await visitor.get("/")).body).not.toContain(message);
  });

  test("signing out without a session redirects, and sets no cookie", async () => {
    const answer = await visitor.post("/sign-out", {});
    expect([answer.headers.location, answer.cookies]).toEqual(["/", []]);
    expect((await visitor.get("/sign-out")).body).toContain("You are signed out.");
  });
});
