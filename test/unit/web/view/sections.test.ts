import { expect, test } from "vitest";
import { consoleNavigation } from "../../../../src/web/console/section.ts";
import type { Frame } from "../../../../src/web/layout/frame.ts";
import { en } from "../../../../src/web/messages.en.ts";
import { portalNavigation } from "../../../../src/web/portal/section.ts";

const marked = (sections: (frame: Frame) => { toString(): string }, path: string) =>
  sections({ t: en, path } as Frame)
    .toString()
    .match(/href="[^"]*" aria-current="[^"]*"/g);

test.each([
  [portalNavigation, "/portal", 'href="/portal" aria-current="page"'],
  [portalNavigation, "/portal/apps/new", 'href="/portal" aria-current="true"'],
  [portalNavigation, "/portal/apps/abc/secrets?once=1", 'href="/portal" aria-current="true"'],
  [portalNavigation, "/portal/test-merchants", 'href="/portal/test-merchants" aria-current="page"'],
  [portalNavigation, "/account", 'href="/account" aria-current="page"'],
  [consoleNavigation, "/console", 'href="/console" aria-current="page"'],
  [consoleNavigation, "/console/apps/abc", 'href="/console/apps" aria-current="true"'],
])("%o marks the one entry that %s lies under", (sections, path, entry) => {
  expect(marked(sections, path)).toEqual([entry]);
});
