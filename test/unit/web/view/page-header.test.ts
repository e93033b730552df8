import { expect, test } from "vitest";
import { html } from "../../../../src/web/components/html.ts";
import { linkButton, pageHeader, withMessages } from "../../../../src/web/components/page-header.ts";
import { en } from "../../../../src/web/messages.en.ts";

test("a page header has breadcrumbs, one heading, badges and actions, in this order", () => {
  const header = pageHeader(
    { t: en },
    {
      crumbs: [{ href: "/console/apps", label: "Apps" }],
      title: "<b>Kite</b>",
      badges: html`<span class="badge">Draft</span>`,
      lead: "by Kite Ltd",
      actions: linkButton("/new", "Add"),
    },
  ).toString();
  const order = ['aria-label="Breadcrumbs"', 'href="/console/apps"', "&lt;b&gt;Kite", "Draft", "by Kite", "/new"];
  const places = order.map((part) => header.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(header.match(/<h1/g)).toHaveLength(1);
});

test("a link that looks like a button is a link", () => {
  expect(linkButton("/new", "Add").toString()).toBe('<a class="button " href="/new">Add</a>');
  expect(linkButton("/close", "Close …", "danger outline").toString()).toContain('class="button danger outline"');
});

test("without breadcrumbs and actions, no empty elements", () => {
  const header = pageHeader({ t: en }, { title: "Apps" }).toString();
  expect(header).not.toMatch(/<nav|page-actions|<p/);
});

test("messages stand below the header of a page, or above a page without one, and nothing is escaped twice", () => {
  const [first, message] = [html`<p>A &amp; B ${"<i>"}</p>`, html`<p>Done</p>`];
  const header = pageHeader({ t: en }, { title: "Apps" });
  const page = html`${header}${first}<header>Later</header>`;
  expect(withMessages(page, message).toString()).toBe(`${header}${message}${first}<header>Later</header>`);
  expect(withMessages(first, [false, message]).toString()).toBe(`${message}${first}`);
});
