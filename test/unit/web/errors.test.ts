import { readdirSync, readFileSync } from "node:fs";
import { Code, ConnectError } from "@connectrpc/connect";
import { beforeEach, describe, expect, test } from "vitest";
import { OAuthError } from "../../../src/oauth/errors.ts";
import { RequestError } from "../../../src/service/errors.ts";
import { de } from "../../../src/web/errors/messages.de.ts";
import { en } from "../../../src/web/errors/messages.en.ts";
import { createSite, type Site, Visitor } from "./site.ts";

/** RequestErrors that no page's call can bring, or that every page that can meet them has a text of its own for. */
const ELSEWHERE = [
  ...["BATCH_SIZE", "PAGE_SIZE", "OPERATOR_EXISTS", "SCOPES"],
  ...["EXTERNAL_ACCOUNT", "EXTERNAL_CLOSED", "EXTERNAL_DENIED", "EXTERNAL_SIGN_IN_EXPIRED", "NOT_BEFORE_FUTURE"],
  ...["CONSENT_CHANGED", "INSTALL_TOKEN", "INTERACTION_EXPIRED", "INTERACTION_NOT_SHOWN", "INTERACTION_USED"],
  ...["CURSOR_EXPIRED", "REQUIRED_SCOPES", "NAME_TAKEN", "TEMPLATE_LIMIT"],
];

/** The reasons of all refusals in `src/service` that a page answers with what is wrong. */
function reasonsOfService(): string[] {
  const root = new URL("../../../src/service/", import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const refusal = /RequestError\(\s*"(?:invalid_argument|already_exists|failed_precondition|aborted)",\s*"([A-Z_]+)"/g;
  const found = files.flatMap((name) => [...readFileSync(new URL(name, root), "utf8").matchAll(refusal)]);
  return [...new Set(found.map(([, reason]) => reason!))].sort();
}

let site: Site;

let visitor: Visitor;

beforeEach(async () => {
  site = await createSite();
  visitor = new Visitor(site);
  visitor.cookies.set("__Host-latchkey", site.world.signIn(site.world.addAccount({ email: "mia@x.example" })));
  return () => site.app.close();
});

describe("errors of the core", () => {
  test.each([
    ["it is away", new ConnectError("no connection", Code.Unavailable), 503],
    ["it is too slow", new ConnectError("deadline", Code.DeadlineExceeded), 503],
    ["our key has expired", new ConnectError("key", Code.Unauthenticated), 503],
    ["our key lacks the permission", new ConnectError("right", Code.PermissionDenied), 503],
    ["it has a defect", new Error("canary-7f"), 500],
    ["its store is away", new OAuthError("unavailable", { retryAfter: 7 }), 503],
    ["it limits", new RequestError("resource_exhausted", "LIMIT", "Later.", { retryAfterSeconds: 30 }), 429],
    ["it refuses the person", new RequestError("permission_denied", "ROLE", "No."), 403],
    ["it knows nothing of it", new RequestError("not_found", "APP", "No."), 404],
  ])("%s: the page has its own text", async (_name, outage, status) => {
    site.world.outage = outage;
    const page = await visitor.get("/");
    expect(page.body).toContain('<a href="/account">Your account</a>');
    expect([page.statusCode, page.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
    expect(page.body).toContain("<code>req-1</code>");
    expect(page.body).not.toContain("canary");
    expect(page.headers["set-cookie"]).toBeUndefined();
    if (status === 503 || status === 429) expect(Number(page.headers["retry-after"])).toBeGreaterThan(0);
  });

  test.each(Object.keys(en.refusals))(
    "it refuses for %s, and the page says so in the person's language",
    async (reason) => {
      site.world.outage = new RequestError("failed_precondition", reason, "In the core's own English.");
      const german = await visitor.get("/", { "accept-language": "de-DE" });
      expect(german.statusCode).toBe(409);
      expect(german.body.replaceAll("\u00AD", "")).toContain(de.refusals[reason]);
      expect((await visitor.get("/")).body).toContain(en.refusals[reason]);
    },
  );

  test("every reason of the service has a text in both languages", () => {
    const known = new Set([...Object.keys(en.refusals), ...ELSEWHERE]);
    expect(reasonsOfService().filter((reason) => !known.has(reason))).toEqual([]);
  });

  test("a page that is unavailable reloads; a form says that it may be saved, and links to its page", async () => {
    site.world.outage = new ConnectError("no connection", Code.Unavailable);
    const page = await visitor.get("/account/security");
    expect(page.body).toContain("Try again in a moment.");
    expect(page.body).toContain('<a class="button" href="/account/security">Try again</a>');
    const form = await visitor.post("/account/security/sessions/end", { csrf_token: "x" });
    expect(form.statusCode).toBe(503);
    expect(form.body).toContain("check whether it was saved");
    expect(form.body).toContain('<a class="button" href="/account/devices">Try again</a>');
  });

  test("a page with a defect reloads; a form does not", async () => {
    site.world.outage = new Error("a defect");
    const page = await visitor.get("/account/security");
    expect([page.statusCode, page.body.includes('href="/account/security">Try again</a>')]).toEqual([500, true]);
    const form = await visitor.post("/account/security/sessions/end", { csrf_token: "x" });
    expect([form.statusCode, form.body.includes("Try again</a>")]).toEqual([500, false]);
  });

  test("a rate limit shows the wait", async () => {
    site.world.outage = new RequestError("resource_exhausted", "LIMIT", "Later.", { retryAfterSeconds: 30 });
    const page = await visitor.get("/");
    expect(page.headers["retry-after"]).toBe("30");
    expect(page.body).toContain("Wait 30 seconds, then try again.");
  });
});

describe("reply.errorPage", () => {
  test("works for routes outside the pages without a call", async () => {
    site.world.outage = new Error("away");
    const page = await visitor.get("/oauth/authorize");
    expect([page.statusCode, page.headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
    expect(page.body).toContain("This app does not exist or cannot be connected at the moment. Nothing was shared.");
  });

  test("uses the browser's language", async () => {
    const page = await visitor.get("/oauth/authorize", { "accept-language": "de-DE" });
    expect(page.body).toContain("Diese App gibt es nicht");
  });

  test("S1 does not contain the URL, which may contain a secret", async () => {
    for (const address of ["/lk_at_canary", "/oauth/authorize?client_secret=lk_at_canary"]) {
      expect((await visitor.get(address)).body).not.toContain("canary");
    }
  });

  test("reloads an unavailable page without its URL", async () => {
    const page = await visitor.get("/away?state=canary");
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('<a class="button" href="">Try again</a>');
    expect(page.body).not.toContain("canary");
  });

  test("links to the start page from an unknown page", async () => {
    const page = await visitor.get("/nowhere");
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('<a class="button" href="/">Go to the start page</a>');
  });

  test("has the account in its header, and a link to sign in after its session has ended", async () => {
    const page = await visitor.get("/nowhere");
    expect([page.statusCode, page.body.includes('<a class="sign-out" href="/sign-out">')]).toEqual([404, true]);
    site.world.sessions.clear();
    expect((await visitor.get("/nowhere")).body).toContain('<a href="/sign-in">Sign in</a>');
    const guest = (await new Visitor(site).get("/nowhere")).body;
    expect(guest).toContain("This page does not exist, or you must sign in to see it.");
    expect(guest).toContain('<a class="button secondary" href="/sign-in">Sign in</a>');
    expect(page.body).not.toContain("you must sign in to see it");
  });

  test("has the language links of other pages, and a link to sign in for a guest, without the core", async () => {
    site.world.outage = new Error("away");
    const signIn = '<a href="/sign-in">Sign in</a>';
    const pages = await Promise.all([new Visitor(site), visitor].map((one) => one.get("/nowhere?state=canary")));
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(pages.map(({ body }) => body.includes(signIn))).toEqual([true, false]);
    expect(pages.map(({ body }) => body.includes("/language?to=de&amp;next=%2F"))).toEqual([true, true]);
  });
});

test("the page of a route's own refusal keeps the account in its header, also while the core is away", async () => {
  const page = await visitor.get("/install/no%20id");
  expect(page.statusCode).toBe(404);
  expect(page.body).toContain('<a class="sign-out" href="/sign-out">');
  site.world.outage = new ConnectError("no connection", Code.Unavailable);
  const alone = await visitor.get("/install/no%20id");
  expect([alone.statusCode, alone.body.includes("/sign-out")]).toEqual([404, false]);
});

test("a body larger than any form is refused", async () => {
  const page = await visitor.post("/sign-in", `email=${"a".repeat(70_000)}`);
  expect([page.statusCode, page.headers["content-type"]]).toEqual([413, "text/html; charset=utf-8"]);
});
