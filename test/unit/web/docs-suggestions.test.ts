import { beforeEach, expect, test, vi } from "vitest";
import { findCatalogue } from "../../../src/web/docs/guides/catalogue.ts";
import type { RequestContext } from "../../../src/web/request-context.ts";
import { createSite, type Site, Visitor } from "./site.ts";

let site: Site;
let visitor: Visitor;
beforeEach(async () => {
  site = await createSite();
  visitor = new Visitor(site);
  return () => site.app.close();
});

const suggest = (query: string, language = "en") =>
  visitor.get(`/docs/search/suggestions?${new URLSearchParams({ q: query })}`, { "accept-language": language });

const optionsIn = (body: string) =>
  [
    ...body.matchAll(/<a role="option" id="([^"]+)" aria-selected="false" tabindex="-1" href="([^"]+)">(.*?)<\/a>/gs),
  ].map(([, id, href, markup = ""]) => ({
    id,
    href,
    text: markup
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  }));

test("the best results are links with their place, and the last link leads to all results", async () => {
  const { body, headers } = await suggest("invalid_gr");
  const options = optionsIn(body);
  expect(options.length).toBeGreaterThan(1);
  expect(options.length).toBeLessThanOrEqual(6);
  expect(options[0]).toMatchObject({ id: "docs-option-0", href: "/docs/errors#invalid_grant" });
  expect(options.at(-1)).toMatchObject({ href: "/docs/search?q=invalid_gr", text: "All results for “invalid_gr”" });
  expect(body).toContain(`data-status="${options.length - 1} suggestions"`);
  expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff" });
});

test("the best result of each page comes before further ones of a page", async () => {
  const { body } = await suggest("refresh");
  const pages = optionsIn(body)
    .slice(0, -1)
    .map(({ href }) => href?.split("#")[0]);
  expect(pages).toHaveLength(5);
  expect(new Set(pages).size).toBe(5);
  expect(optionsIn(body)[0]).toMatchObject({ text: expect.stringMatching(/^Exchange a code or refresh tokens API/) });
});

test("a result has an excerpt in which the terms are marked", async () => {
  const { body } = await suggest("retry window");
  expect(body).toMatch(/<span class="docs-excerpt">(?:(?!<\/a>).)*<mark>retry<\/mark>/is);
});

test("a browser keeps them for a language", async () => {
  const { headers, body } = await suggest("webhook", "de");
  expect(headers).toMatchObject({ "cache-control": "private, max-age=300", vary: "accept-language, cookie" });
  expect(body).toContain("Alle Ergebnisse für");
});

test.each(["", "   ", "?!"])("the query %j has none", async (query) => {
  const { statusCode, body } = await suggest(query);
  expect([statusCode, body]).toEqual([200, ""]);
});

test("a query without results gets similar names", async () => {
  const { body } = await suggest("redirct_uri");
  expect(optionsIn(body).map(({ href }) => href)).toEqual([
    "/docs/search?q=redirect_uri",
    expect.stringContaining("/docs/search?q="),
  ]);
  expect(body).toContain('data-status="No results for “redirct_uri”"');
});

test("a query is escaped, and only its first 100 characters count", async () => {
  const { body } = await suggest(`<script>"&'${"x".repeat(15_000)}`);
  expect(body).not.toContain("<script");
  expect(body.length).toBeLessThan(5_000);
});

test("a scope of the platform is found", async () => {
  const { body } = await suggest("payouts:write");
  expect(optionsIn(body)[0]).toMatchObject({
    href: "/docs/scopes#catalogue",
    text: expect.stringMatching(/^payouts:write/),
  });
});

test("the catalogue of scopes is read at most once in the given time", async () => {
  let calls = 0;
  const listScopes = async () => {
    calls++;
    return { scopes: [] };
  };
  const web = { clients: { apps: { listScopes } }, log: { warn() {} } };
  const context = { web, call: {}, language: "en" } as unknown as RequestContext;
  await findCatalogue(context);
  await findCatalogue(context);
  expect(calls).toBe(2);
  await findCatalogue(context, 60_000);
  expect(calls).toBe(2);
  const later = performance.now() + 60_001;
  vi.spyOn(performance, "now").mockReturnValue(later);
  await findCatalogue(context, 60_000);
  expect(calls).toBe(3);
  vi.restoreAllMocks();
});
