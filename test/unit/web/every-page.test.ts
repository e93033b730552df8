import { expect, test } from "vitest";
import { everyPage } from "./pages.ts";

// Text that an HTML parser would read as markup, the end of an attribute, the end of a script, or an entity.
const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)> " onx=" &lt;b&gt; </title></textarea>`;

test("C6 every page carries the headers, and nothing of a third party", async () => {
  const { site, pages } = await everyPage("plain");
  for (const [name, page] of pages) {
    const { headers, body } = page;
    expect(headers, name).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-request-id": "req-1",
    });
    const policy = new Map(
      String(headers["content-security-policy"])
        .split("; ")
        .map((directive) => [directive.split(" ")[0], directive.slice(directive.indexOf(" ") + 1)]),
    );
    expect(Object.fromEntries(policy), name).toMatchObject({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'self'",
      "font-src": "'self'",
      "img-src": "'self' data:",
      "frame-ancestors": "'none'",
      "base-uri": "'none'",
    });
    expect(policy.get("form-action"), name).toMatch(/^'self'/);
    const loaded = [...body.matchAll(/<(?:link|script|img|source|iframe)\b[^>]*?(?:href|src)="([^"]*)"/g)];
    expect(
      loaded.map(([, address]) => address).every((address) => /^\/(?!\/)/.test(address ?? "")),
      name,
    ).toBe(true);
  }
  await site.app.close();
});

test("C6 no page has inline scripts, styles or handlers", async () => {
  const { site, pages } = await everyPage("plain");
  for (const [name, { body }] of pages) {
    expect(body, name).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=|javascript:/i);
  }
  await site.app.close();
});

test("C6 form-action allows the app's target on its pages and nothing else on others", async () => {
  const { site, pages } = await everyPage("plain");
  const formAction = (name: string) =>
    /form-action ([^;]*)/.exec(String(pages.get(name)?.headers["content-security-policy"]))?.[1];
  expect(formAction("consent")).toBe("'self' https:");
  expect(formAction("sign-in")).toBe("'self' https: http:");
  expect(formAction("sign-out")).toBe("'self'");
  expect(formAction("home of a guest")).toBe("'self'");
  await site.app.close();
});

test("C7 text of others is text on every page", async () => {
  const { site, pages } = await everyPage(HOSTILE);
  for (const [name, { body }] of pages) {
    expect(body, name).not.toMatch(/<script>|<img src=x|<\/textarea>/);
    // An attribute that was broken out of would leave its rest as an attribute of its own.
    const tags = body.match(/<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi) ?? [];
    for (const tag of tags) expect(tag.replaceAll(/"[^"]*"/g, '""'), name).not.toMatch(/\son\w*=/i);
    expect(body.match(/<title>/g), name).toHaveLength(1);
  }
  await site.app.close();
});

test("C7 the hostile text appears on the pages that show user input", async () => {
  const { site, pages } = await everyPage(HOSTILE);
  for (const name of ["consent", "install", "home of a member", "sign-in", "invitation", "sign-up refused"]) {
    expect(pages.get(name)?.body, name).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img");
  }
  await site.app.close();
});

test("C7 a developer's address is a link only where it is https or e-mail", async () => {
  const { site, pages } = await everyPage("x");
  expect(pages.get("consent")?.body).toContain('href="https://x.example/x"');
  expect(pages.get("consent")?.body).not.toContain("javascript:");
  await site.app.close();
});

test("badges are separated by spaces", async () => {
  const { site, pages } = await everyPage("plain");
  for (const [name, { body }] of pages) expect(body, name).not.toMatch(/\S<span class="badge/);
  await site.app.close();
});

test("each page has its status", async () => {
  const { site, pages } = await everyPage("plain");
  expect(Object.fromEntries([...pages].map(([name, { statusCode }]) => [name, statusCode]))).toEqual({
    "home of a guest": 200,
    "home of a member": 200,
    "sign-in": 200,
    "sign-in of a member": 200,
    "sign-in refused": 400,
    "external sign-in failed": 400,
    "sign-out": 200,
    "sign-up": 200,
    "sign-up refused": 400,
    "forgotten password": 200,
    "forgotten password refused": 400,
    "forgotten password sent": 200,
    "new password": 200,
    "new password refused": 400,
    "new password with a used link": 404,
    "new password set": 200,
    "confirm address": 200,
    "confirm address refused": 404,
    invitation: 200,
    "invitation refused": 400,
    consent: 200,
    "consent refused": 400,
    "consent forbidden": 403,
    "consent over": 409,
    install: 200,
    "install at the app": 200,
    "error codes": 200,
    "not found": 404,
    "refused form": 403,
    "foreign form": 403,
    "wrong body": 415,
    "authorize refused": 400,
    internal: 500,
  });
  await site.app.close();
});

test("no page names Latchkey if the platform has a name", async () => {
  const { site, pages } = await everyPage("plain", { brand: { name: "Harbour", accentColor: "#1d4ed8" } });
  for (const [name, { body }] of pages) {
    expect(body, name).not.toMatch(/latchkey/i);
    expect(body, name).toMatch(/<title>[^<]* · Harbour<\/title>/);
    expect(body, name).toContain('<link rel="stylesheet" href="/brand/accent/1d4ed8.css">');
  }
  await site.app.close();
});
