import { beforeEach, describe, expect, test } from "vitest";
import { errorUriOf } from "../../../src/gateway/map-error.ts";
import { decideBearer } from "../../../src/oauth/bearer.ts";
import { prose } from "../../../src/web/docs/blocks.ts";
import { LACKING_SCOPE } from "../../../src/web/docs/errors/examples.ts";
import { en as errorCodesEn } from "../../../src/web/docs/errors/messages.en.ts";
import { REFUSED_CALL } from "../../../src/web/docs/guides/samples/examples.ts";
import { createSite, PUBLIC_URL, type Site, Visitor } from "./site.ts";

let site: Site;

beforeEach(async () => {
  site = await createSite();
  return () => site.app.close();
});

describe("the page behind every error_uri", () => {
  const named = (text: string) => text.replaceAll("{platform}", "Latchkey");
  test.each(Object.entries(errorCodesEn.codes))("%s has its paragraph", async (code, { meaning, action }) => {
    const { pathname, hash } = new URL(errorUriOf(code as keyof typeof errorCodesEn.codes, PUBLIC_URL));
    const page = await new Visitor(site).get(pathname);
    expect(page.statusCode).toBe(200);
    const paragraph = page.body.split(`id="${hash.slice(1)}"`)[1]?.split("</div>")[0];
    expect(paragraph).toContain(String(prose(named(meaning))));
    expect(paragraph).toContain(String(prose(named(action))));
  });

  test.each(Object.keys(errorCodesEn.codes))("%s has an example with its code", async (code) => {
    const { body } = await new Visitor(site).get("/docs/errors");
    const [, example = ""] = new RegExp(`<code id="example-${code}">([\\s\\S]*?)</code>`).exec(body) ?? [];
    expect(example.replaceAll(/<[^>]*>|&quot;/g, "")).toMatch(new RegExp(`error(: |=)${code}\\b`));
  });

  test("begins with links to all codes, by the task that follows from them", async () => {
    const { body } = await new Visitor(site).get("/docs/errors");
    const [, index = ""] =
      /<p class="lead">(?:(?!<\/p>).)*<\/p>\s*<dl class="error-index">(.*?)<\/dl>/s.exec(body) ?? [];
    const rows = [...index.matchAll(/<dt>([^<]+)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, task, links = ""]) => [
      task,
      [...links.matchAll(/<a href="#(\w+)"><code>\1<\/code><\/a>/g)].map(([, code]) => code),
    ]);
    expect(rows.map(([task]) => task)).toEqual([
      "Fix the request",
      "Ask the merchant",
      "Try again",
      "Ask Latchkey for help",
    ]);
    expect(rows.flatMap(([, codes]) => codes).sort()).toEqual(Object.keys(errorCodesEn.codes).sort());
    // The entry of each code says the same as its place in the index.
    for (const code of rows[2]![1]!)
      expect(errorCodesEn.codes[code as "invalid_token"].action).toMatch(/Wait|repeat the request/);
    for (const code of rows[0]![1]!) expect(errorCodesEn.codes[code as "invalid_token"].action).not.toMatch(/merchant/);
  });

  test("shows the challenge of an API", () => {
    const [, header] = REFUSED_CALL.split("WWW-Authenticate: ");
    expect(header!.replaceAll(/,\n +/g, ", ")).toBe(decideBearer({ active: false }, [])!.challenge);
    const [, lacking] = LACKING_SCOPE.split("WWW-Authenticate: ");
    const refused = decideBearer({ active: true, scopes: ["orders:read"] }, ["orders:write"])!;
    expect(lacking!.replaceAll(/,\n +/g, ", ")).toBe(refused.challenge);
  });

  test("has each code below the place where the app meets it", async () => {
    const { body } = await new Visitor(site).get("/docs/errors");
    const [, , ...groups] = body.split("<h2 ");
    const codes = groups.map((group) =>
      [...group.matchAll(/<div class="error-code" id="(\w+)">/g)].map(([, id]) => id),
    );
    expect(codes.flat().sort()).toEqual(Object.keys(errorCodesEn.codes).sort());
    expect(codes[1]).toContain("access_denied");
    expect(codes[2]).toEqual(["invalid_token", "insufficient_scope"]);
  });

  test("says which codes allow to send the same request again, and when", async () => {
    const { body } = await new Visitor(site).get("/docs/errors");
    const entries = [...body.matchAll(/<div class="error-code" id="(\w+)">(.*?)<\/div>/gs)];
    const answers = entries.flatMap(([, code, text = ""]) =>
      [...text.matchAll(/<strong>Send again\?<\/strong> (\w+)/g)].map(([, word]) => [code, word]),
    );
    expect(answers).toEqual([
      ["unauthorized_client", "After"],
      ["temporarily_unavailable", "Yes"],
    ]);
  });

  test("looks like the other pages: style sheets, header, footer", async () => {
    const { body } = await new Visitor(site).get("/docs/errors");
    expect(body).toMatch(/<link rel="stylesheet" href="\/assets\/style\.[0-9a-f]+\.css">/);
    expect(body).toMatch(/<header class="top">\s*<a class="brand" href="\/">/);
    expect(body).toContain('<footer class="bottom">');
  });

  test("is in German on request", async () => {
    const page = await new Visitor(site).get("/docs/errors", { "accept-language": "de" });
    expect(page.headers["content-language"]).toBe("de");
    expect(page.body).toContain("<h1>Fehler</h1>");
    expect(page.body).toContain('id="invalid_grant"');
  });

  test("works during an outage of the core, also for signed-in accounts", async () => {
    const visitor = new Visitor(site);
    visitor.cookies.set("__Host-latchkey", site.world.signIn(site.world.addAccount({ email: "m@x.example" })));
    site.world.outage = new Error("no core");
    expect((await visitor.get("/docs/errors")).statusCode).toBe(200);
  });
});
