import { beforeEach, describe, expect, test } from "vitest";
import { findSections, termsOf } from "../../../src/web/docs/search/find.ts";
import { sectionsOf } from "../../../src/web/docs/search/sections.ts";
import { MESSAGES } from "../../../src/web/http/language.ts";
import { createSite, PUBLIC_URL, type Site, Visitor } from "./site.ts";

let site: Site;
let visitor: Visitor;
beforeEach(async () => {
  site = await createSite();
  visitor = new Visitor(site);
  return () => site.app.close();
});

const search = (query: string, language = "en") =>
  visitor.get(`/docs/search?${new URLSearchParams({ q: query })}`, { "accept-language": language });

describe.each(["en", "de"] as const)("the search in %s", (language) => {
  const sections = sectionsOf(MESSAGES[language], PUBLIC_URL);

  test("has each section of each page, with readable text", async () => {
    for (const page of new Set(sections.map((section) => section.page))) {
      const { body } = await visitor.get(`/docs/${page}`, { "accept-language": language });
      const ids = [...body.matchAll(/<(?:h2|div class="error-code") id="([^"]+)"/g)].map(([, id]) => id);
      const known = sections.filter((section) => section.page === page && section.id !== "").map(({ id }) => id);
      // The catalogue of scopes is read for each search.
      if (page !== "try") expect([page, known]).toEqual([page, ids.filter((id) => id !== "catalogue")]);
    }
    expect(
      sections.filter(({ heading, text }) => heading === "" || /<|&[a-z]+;|\[object|undefined/.test(text)),
    ).toEqual([]);
  });

  test("separates the cells of a table", () => {
    const { text } = sections.find(({ page, id }) => page === "retries" && id === "refused")!;
    expect(text).toMatch(/ invalid_client · \p{L}/u);
  });

  test("has no methods, types of parameters, or choice of an app in the text", () => {
    const chrome = /\b(?:GET|POST) \/|Try a call ·|Sign in as a developer|Aufruf ausprobieren ·|_id string\b/;
    expect(sections.filter(({ text }) => chrome.test(text))).toEqual([]);
    const { text } = sections.find(({ id }) => id === "post-oauth-revoke-fields")!;
    expect(text).toMatch(/^token: .* client_id: /);
  });

  test("the first result of a heading is its section", () => {
    const headings = sections.map(({ heading }) => heading);
    for (const { page, id, heading } of sections) {
      if (headings.indexOf(heading) !== headings.lastIndexOf(heading)) continue;
      const [first] = findSections(sections, termsOf(heading));
      expect([heading, first?.page, first?.id]).toEqual([heading, page, id]);
    }
  });

  test.each(["code_challenge", "invalid_grant", "Retry-After", "webhook-id"])("finds %s", async (term) => {
    const { statusCode, body } = await search(term, language);
    expect(statusCode).toBe(200);
    expect(body).toMatch(new RegExp(`<ol class="docs-results">[\\s\\S]*<mark>${term}</mark>`, "i"));
    expect(body).toMatch(/<li><a href="\/docs\/[a-z/-]+(#[\w-]+)?">/);
  });
});

test("works during an outage of the core", async () => {
  site.world.outage = new Error("no core");
  expect((await search("refresh")).body).toContain('<ol class="docs-results">');
});

test.each([
  { name: "markup", query: '"><script>alert(1)</script>', body: "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" },
  { name: "no match", query: "qqqq", body: MESSAGES.en.docs.search.none("qqqq") },
  { name: "no words", query: " .* ", body: MESSAGES.en.docs.search.lead },
  { name: "characters of a pattern", query: "(refresh", body: "<mark>refresh</mark>" },
])("a query with $name", async ({ query, body }) => {
  const page = await search(query);
  expect([page.statusCode, page.body.includes(body)]).toEqual([200, true]);
  expect(page.body).not.toContain("<script>alert");
});

test.each([
  { name: "all terms before one", query: "code verifier", expected: ["b"] },
  { name: "most terms if no section has all", query: "verifier missing", expected: ["b"] },
  { name: "a heading before a text", query: "refresh", expected: ["c", "a"] },
  { name: "no term", query: "nothing", expected: [] },
])("results: $name", ({ query, expected }) => {
  const section = (id: string, heading: string, text: string) => ({ page: "retries" as const, id, heading, text });
  const sections = [
    section("a", "Tokens", "Refresh the code."),
    section("b", "Exchange", "Send the code with its verifier."),
    section("c", "Refresh", "Send the token."),
  ];
  expect(findSections(sections, termsOf(query)).map(({ id }) => id)).toEqual(expected);
});

test("a query counts up to 100 characters and eight words", () => {
  expect(termsOf(`${"x".repeat(99)} second`)).toEqual(["x".repeat(99)]);
  expect(termsOf(Array.from({ length: 20 }, (_, at) => `w${at}`).join(" "))).toHaveLength(8);
});

test("a snippet is the part of the text around the first match", () => {
  const text = `${"before ".repeat(50)}needle ${"after ".repeat(50)}`.trim();
  const [hit] = findSections([{ page: "retries", id: "", heading: "Retries", text }], ["needle"]);
  expect(hit?.snippet).toMatch(/^… (before )+needle (after )+…$/);
  expect(hit?.snippet.length).toBeLessThan(200);
});

describe("the language of samples", () => {
  const codeOf = (body: string) => /<code id="receive-(\w+)">/.exec(body)?.[1];

  test("is remembered for other pages", async () => {
    expect(codeOf((await visitor.get("/docs/webhooks")).body)).toBe("javascript");
    await visitor.get("/docs/quickstart?code=go");
    const { body } = await visitor.get("/docs/webhooks");
    expect(codeOf(body)).toBe("go");
    // The other current link is that of the area.
    expect(body.match(/aria-current="true">\w+</g)).toEqual(['aria-current="true">Guides<', 'aria-current="true">Go<']);
    expect((await visitor.get("/docs/quickstart")).body).toContain("quickstart.go");
    expect(codeOf((await visitor.get("/docs/webhooks?code=python")).body)).toBe("python");
  });

  test("is the first one where the chosen one has no sample", async () => {
    await visitor.get("/docs/quickstart?code=curl");
    expect(codeOf((await visitor.get("/docs/webhooks")).body)).toBe("javascript");
  });

  test.each(["constructor", "rust", ""])("%j is no language", async (code) => {
    const page = await visitor.get(`/docs/webhooks?code=${code}`);
    expect([codeOf(page.body), page.headers["set-cookie"]]).toEqual(["javascript", undefined]);
  });
});
