import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openApiDocument } from "../../../src/gateway/openapi/document.ts";
import { CHANGES, SERVICE_VERSION } from "../../../src/web/docs/changelog/changes.ts";
import { sectionsOf } from "../../../src/web/docs/search/sections.ts";
import { MESSAGES } from "../../../src/web/http/language.ts";
import { createSite, PUBLIC_URL, type Site, Visitor } from "./site.ts";

const ROOT = join(import.meta.dirname, "../../..");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

let site: Site;
let visitor: Visitor;
beforeEach(async () => {
  site = await createSite();
  visitor = new Visitor(site);
  return () => site.app.close();
});

test("the version of the service is that of package.json", () => {
  expect(SERVICE_VERSION).toBe(version);
});

test("the version of the API is that of the OpenAPI document and of its paths", async () => {
  const { info, servers } = openApiDocument(PUBLIC_URL) as { info: { version: string }; servers: { url: string }[] };
  const { body } = await visitor.get("/docs/changelog");
  expect(body).toContain(`<code>v${info.version}</code>`);
  expect(servers.map(({ url }) => url)).toContain(`${PUBLIC_URL}/api/v${info.version}`);
});

test("the days are in order, each once, and no id repeats", () => {
  const days = CHANGES.map(({ day }) => day);
  expect(days).toEqual([...new Set(days)].sort().reverse());
  for (const day of days) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
  const ids = CHANGES.flatMap(({ changes }) => changes.map(({ id }) => id));
  expect(ids).toEqual([...new Set(ids)]);
});

describe.each(["en", "de"] as const)("the changes in %s", (language) => {
  const { changes, kinds, days } = MESSAGES[language].docs.changelog;

  test("have the date of each day in words", () => {
    const dates = new Intl.DateTimeFormat(language === "en" ? "en-GB" : "de", { dateStyle: "long", timeZone: "UTC" });
    expect(days).toEqual(Object.fromEntries(CHANGES.map(({ day }) => [day, dates.format(new Date(day))])));
  });

  test("name only what the other pages of the documentation have", () => {
    const others = sectionsOf(MESSAGES[language], PUBLIC_URL).filter(({ page }) => page !== "changelog");
    const known = others.map(({ heading, text, code = [] }) => [heading, text, ...code].join("\n")).join("\n");
    const named = Object.values(changes).flatMap(({ text }) =>
      [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("are on the page with their kind, at their address", async () => {
    const { body } = await visitor.get("/docs/changelog", { "accept-language": language });
    for (const { day, changes: ofDay } of CHANGES) {
      const [, section = ""] = body.split(`<h2 id="changes-${day}">`);
      for (const { id, kind } of ofDay) {
        const [, entry = ""] = section.split(`<li id="${id}">`);
        expect(entry.split("</li>")[0]).toContain(`>${changes[id].title}</a>`);
        expect(entry.split("</li>")[0]).toContain(`>${kinds[kind]}</span>`);
      }
    }
  });

  test("are in the Atom feed, with their address and day", async () => {
    const { statusCode, headers, body } = await visitor.get("/docs/changelog.xml", { "accept-language": language });
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/atom+xml; charset=utf-8"]);
    const entries = body.split("<entry>").slice(1);
    const all = CHANGES.flatMap(({ day, changes: ofDay }) => ofDay.map(({ id }) => ({ day, id })));
    expect(entries).toHaveLength(all.length);
    for (const [at, { day, id }] of all.entries()) {
      expect(entries[at]).toContain(`<id>${PUBLIC_URL}/docs/changelog#${id}</id><title>${changes[id].title}</title>`);
      expect(entries[at]).toContain(`<updated>${day}T00:00:00Z</updated>`);
      expect(entries[at]).not.toMatch(/`|\]\(/);
    }
    expect(body).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/);
  });
});
