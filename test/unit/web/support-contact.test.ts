import { expect, test } from "vitest";
import { everyPage } from "./pages.ts";

const HELP = "https://harbour.example/help?from=pages&x=1";
const LINK = 'href="https://harbour.example/help?from=pages&amp;x=1">Contact Harbour';

test("every page links to the support contact in its footer, and an internal error also in its text", async () => {
  const { site, pages } = await everyPage("x", { brand: { name: "Harbour", support: HELP } });
  const linksOf = (name: string) => pages.get(name)!.body.split(LINK).length - 1;
  for (const [name, { body }] of pages) {
    if (body.includes("<footer")) expect(linksOf(name), name).toBeGreaterThan(0);
  }
  expect(linksOf("internal")).toBe(2);
  for (const name of ["consent over", "external sign-in failed"]) expect(linksOf(name), name).toBe(2);
  // Only the developer of the app can help here.
  expect(linksOf("authorize refused")).toBeLessThan(2);
  expect(linksOf("consent forbidden")).toBe(2);
  await site.app.close();
});

test("without a contact, no page has an empty link", async () => {
  const { site, pages } = await everyPage("x");
  for (const [name, { body }] of pages) expect(body, name).not.toContain("Contact Latchkey");
  await site.app.close();
});

test("a stored contact that is not safe as a link is ignored", async () => {
  const { site, pages } = await everyPage("x", { brand: { support: "javascript:alert(1)" } });
  expect(pages.get("home of a guest")!.body).not.toContain("javascript:");
  await site.app.close();
});
