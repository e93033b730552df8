import { describe, expect, test } from "vitest";
import { inputField } from "../../../../src/web/components/fields.ts";
import { countText, type ListFilter, listFilter, valueTabs } from "../../../../src/web/components/list-filter.ts";
import { sortField } from "../../../../src/web/components/sort.ts";
import { en } from "../../../../src/web/messages.en.ts";

const OPTIONS = [
  { value: "draft", label: "Draft" },
  { value: "approved", label: "Approved" },
];
const FILTER = { name: "kite", state: "draft", developer: "ada@example.com" };
const LIST: ListFilter = {
  path: "/apps",
  filter: FILTER,
  sort: "name-desc",
  search: { name: "name", label: "Name", value: FILTER.name },
  tabs: {
    label: "State",
    tabs: valueTabs("All", {
      name: "state",
      value: "draft",
      options: OPTIONS,
      counts: (value) => ({ draft: 12, approved: 1_000 })[value],
    }),
  },
  fields: [inputField({ name: "developer", label: "Developer", value: FILTER.developer, optional: true })],
  chips: [{ label: "Developer", value: "Ada <Dev>", names: ["developer"] }],
};
const show = (list: Partial<ListFilter> = {}) => listFilter({ t: en, language: "en" }, { ...LIST, ...list }).toString();
const hrefs = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));

describe("the filters of a list", () => {
  test("a tab sets its filter and keeps search, other filters and order", () => {
    const tabs = show().slice(show().indexOf("<nav"));
    expect(hrefs(tabs)).toEqual([
      "/apps?name=kite&developer=ada%40example.com&sort=name-desc",
      "/apps?name=kite&state=draft&developer=ada%40example.com&sort=name-desc",
      "/apps?name=kite&state=approved&developer=ada%40example.com&sort=name-desc",
    ]);
    expect(tabs).toMatch(/aria-current="true">Draft <span class="list-count">12</);
    expect(tabs.match(/aria-current/g)).toHaveLength(1);
    expect(tabs).toContain('Approved <span class="list-count">1,000+<');
  });

  test("a tab of another kind has a line before it", () => {
    const tabs = LIST.tabs!.tabs.map((tab, at) => ({ ...tab, apart: at === 2 }));
    const items = show({ tabs: { label: "State", tabs } }).match(/<li[^>]*><a href="\/apps[^>]*>[A-Z]\w+/g)!;
    expect(items.filter((item) => item.includes('<li class="apart">'))).toEqual([items.at(-1)]);
    expect(items.at(-1)).toContain("Approved");
  });

  test("a search keeps the tab and the order, which have no field, and sends each field once", () => {
    const form = show().slice(0, show().indexOf("</form>"));
    expect([...form.matchAll(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g)].map(([, ...pair]) => pair)).toEqual([
      ["name", "kite"],
      ["developer", "ada@example.com"],
      ["state", "draft"],
      ["sort", "name-desc"],
    ]);
  });

  test("the link that removes all filters leads to the address of the whole list", () => {
    expect(hrefs(show({ reset: "/apps?of=ada" }))).toContain("/apps?of=ada");
  });

  test("a chip names an active filter, and its link removes only that", () => {
    const chips = show().slice(show().indexOf('<ul class="chips"'), show().indexOf("<nav"));
    expect(chips).toContain('Developer: <strong dir="auto">Ada &lt;Dev&gt;</strong>');
    expect(chips).toContain('Search: <strong dir="auto">kite</strong><a class="chip-x"');
    // Only the links of the rows have the words of the search.
    expect(chips).not.toMatch(/<a [^>]*>[^<]*kite/);
    expect(hrefs(chips)).toEqual([
      "/apps?state=draft&developer=ada%40example.com&sort=name-desc",
      "/apps?name=kite&state=draft&sort=name-desc",
      "/apps",
    ]);
    // The button counts the chips.
    expect(show()).toContain('Filter</span> <span class="list-count">2</span></summary>');
  });

  test("a search has one chip, also if the page names what it found", () => {
    const chips = [{ label: "App", value: "Kite", names: ["name"] }];
    expect(show({ chips }).match(/class="chip"/g)).toHaveLength(1);
  });

  test("there are no chips without a filter, and a single chip needs no link that removes all", () => {
    expect(show({ chips: [], search: { name: "name", label: "Name" } })).not.toContain('class="chips"');
    expect(show({ chips: [] })).not.toContain("Clear all");
    expect(show()).toContain('<a class="clear" href="/apps">Clear all</a>');
  });

  test("the folded fields are closed unless the page opens them, and an order alone is no filter", () => {
    expect(show()).toMatch(/<details class="filter-menu" ?>/);
    expect(show({ open: true })).toContain('<details class="filter-menu" open>');
    const order = { key: "name", descending: true };
    const fields = [sortField(order, { label: "Sort by", options: [{ order, label: "Name" }] })];
    const sorted = show({ fields });
    expect(sorted).toContain('</svg><span class="menu-label">Sort</span></summary>');
    expect(sorted).toContain('<button type="submit">Sort</button>');
    const iconOf = (text: string) => /<summary[^>]*><svg.*?<path d="([^"]*)"/.exec(text)?.[1];
    expect(iconOf(sorted)).not.toBe(iconOf(show()));
    expect(show({ fields: [] })).not.toContain("<details");
  });

  test("counts stop at 1,000, with the digits of the language", () => {
    expect([countText("en", 999), countText("en", 1_000), countText("de", 1_000)]).toEqual(["999", "1,000+", "1.000+"]);
  });
});

test("a count that asks for action has its colour, and a count of a part ends with a plus", () => {
  const tab = { label: "Failing", set: { health: "failing" }, current: false, count: 12 };
  const filter = { path: "/apps", filter: {} };
  const show = (more: object) =>
    String(
      listFilter({ t: en, language: "en" }, { ...filter, tabs: { label: "Health", tabs: [{ ...tab, ...more }] } }),
    );
  expect(show({ tone: "warn" })).toContain('Failing <span class="list-count list-count-warn">12</span>');
  expect(show({ atLeast: true })).toContain('Failing <span class="list-count">12+</span>');
  expect(show({ count: undefined, atLeast: true })).toMatch(/Failing<\/a>/);
});
