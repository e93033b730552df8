import { beforeEach, describe, expect, test } from "vitest";
import { ENDPOINT_NAMES } from "../../../src/web/docs/pages.ts";
import { findSections } from "../../../src/web/docs/search/find.ts";
import { sectionsOf } from "../../../src/web/docs/search/sections.ts";
import { correctedQuery, suggestionsFor } from "../../../src/web/docs/search/suggest.ts";
import { termsOf } from "../../../src/web/docs/search/terms.ts";
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
      const known = sections
        .filter((section) => section.page === page && section.id !== "" && !section.above)
        .map(({ id }) => id);
      // The catalogue of scopes is read for each search.
      if (page !== "try") expect([page, known]).toEqual([page, ids.filter((id) => id !== "catalogue")]);
    }
    expect(
      sections.filter(({ heading, text }) => heading === "" || /<|&[a-z]+;|\[object|undefined/.test(text)),
    ).toEqual([]);
  });

  test("has changes of the API after the pages that explain their subject", () => {
    const hits = findSections(sections, ["refresh"]);
    const ofChange = hits.findIndex(({ page }) => page === "changelog");
    const named = hits.filter(({ heading, page }) => page !== "changelog" && /refresh/i.test(heading));
    expect(named.length).toBeGreaterThan(2);
    for (const hit of named.filter(({ isField }) => !isField)) expect(hits.indexOf(hit)).toBeLessThan(ofChange);
  });

  test("separates the cells of a table", () => {
    const { text } = sections.find(({ page, id }) => page === "retries" && id === "refused")!;
    expect(text).toMatch(/^`invalid_client` · \p{L}/mu);
  });

  test("has no methods, types of parameters, or choice of an app in the text", () => {
    const chrome = /\b(?:GET|POST) \/|Try a call ·|Sign in as a developer|Aufruf ausprobieren ·|_id string\b/;
    expect(sections.filter(({ text }) => chrome.test(text))).toEqual([]);
    const above = MESSAGES[language].docs.reference.request;
    const fields = sections.filter(({ page, isCode }) => page === "endpoints/revoke" && isCode);
    expect(fields.map(({ heading }) => heading)).toEqual(["token", "client_id", "client_secret", "token_type_hint"]);
    expect(fields.every((field) => field.above === above && /\p{L}{3}/u.test(field.text))).toBe(true);
  });

  test("has each parameter and each field of each endpoint at its own address", async () => {
    for (const name of ENDPOINT_NAMES) {
      const { body } = await visitor.get(`/docs/endpoints/${name}`, { "accept-language": language });
      const ids = [...body.matchAll(/<div id="([^"]+)"><dt>/g)].map(([, id]) => id);
      const known = sections.filter(({ page, above }) => page === `endpoints/${name}` && above).map(({ id }) => id);
      expect(known).toEqual(ids);
    }
  });

  test.each(["redirect_uri", "invalid_grant", "code_verifier", "installation.created", "webhook.test"])(
    "puts the entry of %s first",
    (name) => {
      const [first] = findSections(sections, termsOf(name));
      expect([first?.heading, first?.isCode]).toEqual([name, true]);
      expect(first?.snippet).toMatch(/\p{L}{3} /u);
    },
  );

  test("puts the page of scopes before the field of that name", () => {
    const [first] = findSections(sections, termsOf("scopes"));
    expect([first?.page, first?.id]).toEqual(["scopes", ""]);
  });

  test.each(["/oauth/token", "oauth/revoke"])("puts the page of %s first", (path) => {
    const [first] = findSections(sections, termsOf(path));
    expect([first?.page, first?.id]).toEqual([`endpoints/${path.split("/").at(-1)}`, ""]);
  });

  test("has each type of event at its own address", async () => {
    const { body } = await visitor.get("/docs/webhooks", { "accept-language": language });
    const ids = [...body.matchAll(/<details class="docs-event".*?<div id="([^"]+)">/gs)].map(([, id]) => id);
    const { title } = MESSAGES[language].docs.eventTypes;
    const types = sections.filter(({ page, above }) => page === "webhooks" && above === title);
    expect(types.map(({ id }) => id)).toEqual(ids);
    expect(types.map(({ heading }) => heading)).toEqual(Object.keys(MESSAGES[language].webhooks.events));
  });

  test("has each change of the API at its own address", async () => {
    const { body } = await visitor.get("/docs/changelog", { "accept-language": language });
    const ids = [...body.matchAll(/<li id="([^"]+)"><h3>/g)].map(([, id]) => id);
    const known = sections.filter(({ page, above }) => page === "changelog" && above).map(({ id }) => id);
    expect(known).toEqual(ids);
  });

  test("the first result of a heading is its section", () => {
    // Queries have no case: the page "Scopes" and the field "scopes" are one query.
    const headings = sections.map(({ heading }) => heading.toLowerCase());
    for (const { page, id, heading } of sections) {
      const query = heading.toLowerCase();
      if (headings.indexOf(query) !== headings.lastIndexOf(query)) continue;
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

test("titles come before headings, then texts, parameters and samples", () => {
  const place = { page: "retries" as const, text: "" };
  const sections = [
    { ...place, id: "sample", heading: "One", code: ["send(tokens)"] },
    {
      ...place,
      id: "field",
      heading: "token_lifetime",
      isCode: true,
      isField: true,
      text: "The tokens, tokens, tokens.",
    },
    { ...place, id: "text", heading: "Two", text: "Store the tokens." },
    { ...place, id: "heading", heading: "How tokens rotate" },
    { ...place, id: "", heading: "Refresh tokens" },
  ];
  expect(findSections(sections, ["token"]).map(({ id }) => id)).toEqual(["", "heading", "text", "field", "sample"]);
  // The start of a name asks for the name.
  expect(findSections(sections, ["token_l"])[0]?.id).toBe("field");
});

test("a query without results or similar names gets examples", async () => {
  const { body } = await search("zzzzzzzzzz");
  expect(body).toContain('<a href="/docs/search?q=invalid_grant">');
});

test("a query counts up to 100 characters and eight words", () => {
  expect(termsOf(`${"x".repeat(99)} second`)).toEqual(["x".repeat(99)]);
  expect(termsOf("<script>alert(1)</script>")).toEqual(["script", "alert"]);
  expect(termsOf("a 1")).toEqual(["a", "1"]);
  expect(termsOf(Array.from({ length: 20 }, (_, at) => `w${at}`).join(" "))).toHaveLength(8);
});

test("suggestions count the same characters of a query as its terms", () => {
  const section = (heading: string) => ({ page: "retries" as const, id: "", heading, text: "", isCode: true });
  const sections = [section("x".repeat(95)), section("refresh")];
  const long = "x".repeat(15_000);
  expect(suggestionsFor(sections, long)).toEqual(["x".repeat(95)]);
  expect(suggestionsFor(sections, long)).toEqual(suggestionsFor(sections, long.slice(0, 100)));
});

test("a snippet is the part of the text around the first match", () => {
  const text = `${"before ".repeat(50)}needle ${"after ".repeat(50)}`.trim();
  const [hit] = findSections([{ page: "retries", id: "", heading: "Retries", text }], ["needle"]);
  expect(hit?.snippet).toMatch(/^… (before )+needle (after )+…$/);
  expect(hit?.snippet.length).toBeLessThan(200);
});

test("a snippet is one line of the text; a line of a sample only if no text has a term", () => {
  const place = { page: "retries" as const, id: "a", heading: "Retries" };
  const code = ["const first = 1;", "send(first_code);"];
  const find = (query: string) =>
    findSections([{ ...place, text: "One line.\nUse `first_name` twice.", code }], termsOf(query)).map(
      ({ snippet }) => snippet,
    );
  expect(find("first_name")).toEqual(["Use `first_name` twice."]);
  expect(find("first_code")).toEqual(["`send(first_code);`"]);
  expect(find("retries")).toEqual(["One line."]);
});

test("a snippet that begins or ends in a name has it whole in code", () => {
  const text = `${"before ".repeat(30)}\`needle ${"after ".repeat(60)}\``;
  const [hit] = findSections([{ page: "retries", id: "", heading: "Retries", text }], ["needle"]);
  expect(hit!.snippet.split("`")).toHaveLength(3);
});

test("a name in code finds its words", () => {
  const sections = [{ page: "retries" as const, id: "", heading: "Retries", text: "Register a redirect URI." }];
  expect(findSections(sections, termsOf("redirect_uri"))).toHaveLength(1);
});

test("results are grouped by page, with their number, the heading above them, and names in code", async () => {
  const { body } = await search("redirect_uri");
  const pages = [...body.matchAll(/<section class="docs-found">(.*?)<\/section>/gs)].map(([, one]) => one!);
  const hits = pages.flatMap((one) => [...one.matchAll(/<li\b/g)]).length;
  expect(hits).toBeGreaterThan(20);
  expect(body).toContain(MESSAGES.en.docs.search.count(hits, pages.length, "redirect_uri"));
  expect(pages[0]).toContain(
    '<h2><small>API reference › </small><a href="/docs/endpoints/authorize">Authorize</a></h2>',
  );
  expect(pages[0]).toContain(
    '<a href="/docs/endpoints/authorize#get-oauth-authorize-redirect_uri"><small>Parameters › </small><strong><code class="long"><mark>redirect_uri</mark></code></strong></a>',
  );
  expect(pages.join("")).toMatch(/<p>[^<]*<code class="long">[^<]*<mark>redirect_uri<\/mark>/);
});

test("results whose terms are only in a sample come last on their page, and say so", async () => {
  const { inSample, start } = MESSAGES.en.docs.search;
  const { body } = await search("redirect_uri");
  const [, token = ""] = /<a href="\/docs\/endpoints\/token">Token<\/a><\/h2>(.*?)<\/section>/s.exec(body) ?? [];
  const items = [...token.matchAll(/<li>(.*?)<\/li>/gs)];
  const places = items.map(([, item = ""]) => item.includes(inSample));
  expect(places).toEqual(places.toSorted());
  expect(new Set(places)).toEqual(new Set([false, true]));
  expect(body).toContain(`<a href="/docs/endpoints/authorize"><strong>${start}</strong></a>`);
});

test("a section whose sample alone has the terms comes after a parameter", () => {
  const place = { page: "retries" as const, text: "" };
  const sections = [
    { ...place, id: "", heading: "One", code: ["send(tokens)"] },
    { ...place, id: "field", heading: "two", isField: true, text: "The tokens." },
  ];
  const hits = findSections(sections, ["token"]);
  expect(hits.map(({ id, onlyInSample }) => [id, onlyInSample])).toEqual([
    ["field", false],
    ["", true],
  ]);
});

test.each([
  ["redirct_uri", "redirect_uri"],
  ["invalid_grnt", "invalid_grant"],
  ["webhoks", "webhooks"],
])("suggests for %s: %s", async (query, suggestion) => {
  expect(suggestionsFor(sectionsOf(MESSAGES.en, PUBLIC_URL), query)[0]).toBe(suggestion);
  expect((await search(query)).body).toContain(`<a href="/docs/search?q=${suggestion}">`);
});

test.each([
  ["revoke", "endpoints/revoke", ""],
  ["refresh", "endpoints/token", ""],
  ["introspect", "endpoints/introspect", ""],
  ["invalid_grant", "errors", "invalid_grant"],
  ["webhook signature", "webhooks", "verify"],
  ["redirect uri", "endpoints/authorize", "get-oauth-authorize-redirect_uri"],
  ["access token", "endpoints/token", "post-oauth-token-response-access_token"],
])("the first result for %s is on %s", (query, page, id) => {
  const [first] = findSections(sectionsOf(MESSAGES.en, PUBLIC_URL), termsOf(query));
  expect([first?.page, first?.id]).toEqual([page, id]);
});

test("the title of an endpoint finds its page in German too", () => {
  const [first] = findSections(sectionsOf(MESSAGES.de, PUBLIC_URL), termsOf("deinstallieren"));
  expect(first?.page).toBe("endpoints/uninstall");
});

test.each([
  ["webhok signature", "webhook signature"],
  ["refesh token", "refresh token"],
])("the results for %s are those for %s, and the page says so", async (query, meant) => {
  expect(correctedQuery(sectionsOf(MESSAGES.en, PUBLIC_URL), termsOf(query))).toBe(meant);
  const [wrong, right] = await Promise.all([search(query), search(meant)]);
  expect(wrong.body).toContain(MESSAGES.en.docs.search.corrected(query));
  const resultsIn = (body: string) =>
    [...body.matchAll(/<section class="docs-found">.*?<\/section>/gs)].map(([one]) => one);
  expect(resultsIn(right.body).length).toBeGreaterThan(1);
  expect(resultsIn(wrong.body)).toEqual(resultsIn(right.body));
  expect(right.body).not.toContain(MESSAGES.en.docs.search.corrected(meant));
});

test.each(["q", "zzzzzzzzzz"])("suggests nothing for %s", (query) => {
  expect(suggestionsFor(sectionsOf(MESSAGES.en, PUBLIC_URL), query)).toEqual([]);
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
    // The first page sets the cookie of its form.
    await visitor.get("/docs/webhooks");
    const page = await visitor.get(`/docs/webhooks?code=${code}`);
    expect([codeOf(page.body), page.headers["set-cookie"]]).toEqual(["javascript", undefined]);
  });
});
