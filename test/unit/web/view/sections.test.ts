import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import {
  AccountSchema,
  type TeamMembership,
  TeamMembershipSchema,
  TeamRole,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { consoleNavigation } from "../../../../src/web/console/section.ts";
import { en } from "../../../../src/web/messages.en.ts";
import { portalNavigation } from "../../../../src/web/portal/section.ts";
import type { PageContext } from "../../../../src/web/router/page-router.ts";

const account = create(AccountSchema, { accountId: "a", developer: true });
const context = (path: string, more: object = {}) =>
  ({ t: en, path, account, chosenTeam: null, csrfToken: "token", params: {}, ...more }) as PageContext;
const marked = (sections: (context: PageContext) => { toString(): string }, path: string) =>
  sections(context(path))
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

test("the portal has a switch with two teams only, and marks the chosen one", () => {
  const shown = (teams: TeamMembership[], chosenTeam: string | null) =>
    portalNavigation(context("/portal", { account: create(AccountSchema, { ...account, teams }), chosenTeam }))
      .toString()
      .match(/<option[^>]*>/g);
  const other = create(TeamMembershipSchema, { teamAccountId: "b", teamName: "Other", role: TeamRole.MEMBER });
  expect(shown([], null)).toBeNull();
  expect(shown([other], null)).toEqual(['<option value="a" selected>', '<option value="b" >']);
  expect(shown([other], "b")).toEqual(['<option value="a" >', '<option value="b" selected>']);
  expect(shown([other], "c")).toEqual(['<option value="a" selected>', '<option value="b" >']);
});
