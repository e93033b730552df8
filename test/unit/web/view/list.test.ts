import { describe, expect, test } from "vitest";
import { html } from "../../../../src/web/components/html.ts";
import { type Column, countedList, emptyState, listTable } from "../../../../src/web/components/list.ts";
import type { TrailFrame } from "../../../../src/web/components/trail.ts";
import type { Frame } from "../../../../src/web/layout/frame.ts";
import { en } from "../../../../src/web/messages.en.ts";

const LIST = { caption: "Apps", columns: ["App", "State"], none: "No apps yet." };
const ROWS = [
  ["Kite", "Draft"],
  ["Lark", "Approved"],
];

test("only a list with all its entries offers sorting", () => {
  expect(listTable({ ...LIST, rows: ROWS, sortable: true }).toString()).toContain("data-sort");
  expect(listTable({ ...LIST, rows: ROWS }).toString()).not.toContain("data-sort");
  expect(listTable({ ...LIST, rows: ROWS.slice(1), sortable: true }).toString()).not.toContain("data-sort");
});

test("each cell names its column for narrow screens", () => {
  expect(listTable({ ...LIST, rows: ROWS }).toString()).toContain('data-label="State"><div>Draft</div>');
});

test("a column of numbers in both languages is aligned as one; a number among texts is not", () => {
  const columns = ["App", "Installs", "Share", "State"];
  const rows = [
    ["Kite", "1,204", "0,5", "3"],
    ["Lark", "7", "12", "Draft"],
  ];
  const shown = listTable({ ...LIST, columns, rows }).toString();
  expect([...shown.matchAll(/<t[hd] [^>]*class="number"[^>]*>(?:<div>)?([^<]*)/g)].map(([, text]) => text)).toEqual([
    ...["Installs", "Share", "1,204", "0,5", "7", "12"],
  ]);
});

test("a column by which the rows are in order says so, with and without a link", () => {
  const headOf = (column: Column) => listTable({ ...LIST, columns: [column, "State"], rows: ROWS }).toString();
  expect(headOf({ label: "App", direction: "descending" })).toContain('aria-sort="descending">App</th>');
  expect(headOf({ label: "App", direction: "ascending", href: "/?sort=app" })).toContain('aria-sort="ascending"><a');
  expect(headOf({ label: "App", direction: null })).not.toContain("aria-sort");
});

test("a column of buttons keeps its name for screen readers", () => {
  const columns = ["App", { label: "Remove", action: true }];
  const shown = listTable({ ...LIST, columns, rows: ROWS }).toString();
  expect(shown).toMatch(/<th class="action"[^>]*><span class="sr">Remove<\/span><\/th>/);
  expect(shown).toContain('<td class="action" role="cell" data-label="Remove">');
});

describe("the end of a list", () => {
  const endOf = (list: object, query: Record<string, string> = {}) => {
    const pages = { path: "/apps", filter: {}, token: "", next: "" };
    const frame = { t: en, language: "en", query: { one: (name: string) => query[name] ?? null } } as Frame &
      TrailFrame;
    return countedList(frame, { ...LIST, rows: ROWS, ...pages, ...list })
      .toString()
      .split("</table>")[1];
  };

  test("has the count beside the links to other pages", () => {
    expect(endOf({ next: "x" })).toMatch(/<div class="list-end"><p [^>]*>.*<\/p>\s*<nav class="pager"[\s\S]*<\/div>$/);
  });

  test("does not repeat the total of the heading, but counts a part of the list", () => {
    expect(endOf({})).toContain("2 in total");
    expect(endOf({ counted: false })?.trim()).toBe("");
    expect(endOf({ counted: false, next: "x" })).toContain("1–2<");
  });

  test("has the total on the first of several pages, if it is known", () => {
    expect(endOf({ next: "x", total: "1,000+" })).toContain("1–2 of 1,000+");
    expect(endOf({ next: "x", token: "w", total: "261" })).toContain("2 on this page");
  });

  const linksIn = (shown: string | undefined) =>
    [...(shown ?? "").matchAll(/<a (?:rel="\w+" )?href="([^"]+)">([^<]+)</g)].map(([, href, label]) => [
      label,
      href!.replaceAll("&amp;", "&"),
    ]);

  /** Follows a link of the end of a page. */
  const follow = (href: string, list: object) => {
    const query = Object.fromEntries(new URLSearchParams(href.split("?")[1]));
    return endOf({ ...list, token: query.page ?? "" }, query);
  };

  test("leads back page by page, with the range of each", () => {
    const [first] = linksIn(endOf({ next: "B" }));
    expect(first).toEqual(["Next page", "/apps?page=B&page_trail=2"]);
    const second = follow(first![1]!, { next: "C", total: "5" });
    expect(second).toContain("3–4 of 5");
    expect(linksIn(second)).toEqual([
      ["Previous page", "/apps"],
      ["Next page", "/apps?page=C&page_trail=2*B.4"],
    ]);
    const third = follow("/apps?page=C&page_trail=2*B.4", { rows: ROWS.slice(1) });
    expect(third).toContain("5–5 of 5");
    expect(linksIn(third)).toEqual([
      ["First page", "/apps"],
      ["Previous page", "/apps?page=B&page_trail=2"],
    ]);
  });

  test("has no previous page if the address does not have it", () => {
    for (const page_trail of ["", "x", "2*B", "2*B.", "1e9", `2*${"B".repeat(601)}.4`]) {
      const shown = endOf({ token: "C", next: "D" }, { page: "C", page_trail });
      expect(linksIn(shown), page_trail).toEqual([
        ["First page", "/apps"],
        ["Next page", "/apps?page=D"],
      ]);
      expect(shown).toContain("2 on this page");
    }
  });

  test("names at most twenty pages in an address", () => {
    let [href, pages] = ["/apps?page=T1&page_trail=2", 1];
    for (; pages < 30; pages++) href = linksIn(follow(href, { next: `T${pages + 1}` })).at(-1)![1]!;
    expect(href).toMatch(/page=T30&page_trail=-20\*T10\..*58\*T29\.60$/);
    for (; pages > 10; pages--)
      href = linksIn(follow(href, { next: "x" })).find(([label]) => label === "Previous page")![1]!;
    expect(href).toBe("/apps?page=T10&page_trail=-20");
    expect(linksIn(follow(href, { next: "x" })).map(([label]) => label)).toEqual(["First page", "Next page"]);
  });
});

test.each([
  { name: "a search of two characters", list: { search: "ox" }, hasHint: true },
  { name: "a search of three characters", list: { search: "fox" }, hasHint: false },
  { name: "a list without a search", list: {}, hasHint: false },
  { name: "a search of two characters that finds any part", list: { search: "ox", findsParts: true }, hasHint: false },
])("above the entries of $name stands: only the start of names is searched: $hasHint", ({ list, hasHint }) => {
  const pages = { path: "/apps", filter: {}, token: "", next: "" };
  const frame = { t: en, language: "en", query: { one: () => null } } as unknown as Frame & TrailFrame;
  const shown = countedList(frame, { ...LIST, rows: ROWS, ...pages, ...list }).toString();
  expect(shown.includes(en.list.shortSearch)).toBe(hasHint);
});

test("a list without entries shows its text or its empty state instead of a table", () => {
  const line = listTable({ ...LIST, rows: [] }).toString();
  expect(line).toMatch(/^<div class="empty empty-line"><svg class="illustration".*<p>No apps yet\.<\/p><\/div>$/s);
  const none = emptyState({ title: "No apps yet", text: "They appear here.", action: html`<a href="/new">Add</a>` });
  const shown = listTable({ ...LIST, rows: [], none }).toString();
  expect(shown).not.toContain("<table");
  expect(shown).toContain('<a href="/new">Add</a>');
});
