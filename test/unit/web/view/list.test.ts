import { describe, expect, test } from "vitest";
import { html } from "../../../../src/web/components/html.ts";
import { type Column, countedList, emptyState, listTable } from "../../../../src/web/components/list.ts";
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
  const endOf = (list: object) => {
    const pages = { path: "/apps", filter: {}, token: "", next: "" };
    return countedList({ t: en } as Frame, { ...LIST, rows: ROWS, ...pages, ...list })
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

  test("has the range of a page whose position is known, with and without a total", () => {
    const page = { next: "x", token: "w", position: 50 };
    expect(endOf({ ...page, total: 240 })).toContain("51–52 of 240");
    expect(endOf(page)).toContain(">51–52<");
    expect(endOf({ ...page, next: "", total: 52 })).toContain("51–52 of 52");
  });

  test("leads to the previous page if it is known, and to the first page if that is another", () => {
    const linksOf = (list: object) =>
      [...endOf({ next: "x", token: "w", ...list })!.matchAll(/href="([^"]*)">([^<]*)</g)].map((link) => link.slice(1));
    const next = ["/apps?page=x", "Next page"];
    expect(linksOf({})).toEqual([["/apps", "First page"], next]);
    expect(linksOf({ previous: "" })).toEqual([["/apps", "Previous page"], next]);
    expect(linksOf({ previous: "v" })).toEqual([["/apps", "First page"], ["/apps?page=v", "Previous page"], next]);
    expect(linksOf({ token: "", previous: "" })).toEqual([next]);
  });
});

test("a list without entries shows its text or its empty state instead of a table", () => {
  const line = listTable({ ...LIST, rows: [] }).toString();
  expect(line).toMatch(/^<div class="empty empty-line"><svg class="illustration".*<p>No apps yet\.<\/p><\/div>$/s);
  const none = emptyState({ title: "No apps yet", text: "They appear here.", action: html`<a href="/new">Add</a>` });
  const shown = listTable({ ...LIST, rows: [], none }).toString();
  expect(shown).not.toContain("<table");
  expect(shown).toContain('<a href="/new">Add</a>');
});
