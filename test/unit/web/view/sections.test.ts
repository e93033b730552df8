import { expect, test } from "vitest";
import { consoleSections } from "../../../../src/web/console/navigation.ts";
import type { Frame } from "../../../../src/web/layout/frame.ts";
import { en } from "../../../../src/web/messages.en.ts";
import { portalSections } from "../../../../src/web/portal/navigation.ts";

const marked = (sections: (frame: Frame) => { toString(): string }, path: string) =>
  sections({ t: en, path } as Frame)
    .toString()
    .match(/href="[^"]*" aria-current="[^"]*"/g);

test.each([
  [portalSections, "/portal", 'href="/portal" aria-current="page"'],
  [portalSections, "/portal/apps/new", 'href="/portal" aria-current="true"'],
  [portalSections, "/portal/apps/abc/secrets?once=1", 'href="/portal" aria-current="true"'],
  [portalSections, "/portal/test-merchants", 'href="/portal/test-merchants" aria-current="page"'],
  [portalSections, "/account", 'href="/account" aria-current="page"'],
  [consoleSections, "/console", 'href="/console" aria-current="page"'],
  [consoleSections, "/console/apps/abc", 'href="/console/apps" aria-current="true"'],
])("%o marks the one entry that %s lies under", (sections, path, entry) => {
  expect(marked(sections, path)).toEqual([entry]);
});
