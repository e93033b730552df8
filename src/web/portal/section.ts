import { csrfField } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import { pathWith } from "../components/list.ts";
import { sectionNavigation } from "../layout/navigation.ts";
import { currentTeam, isInTeam, teamsOf } from "../layout/teams.ts";
import type { PageContext, Section } from "../router/page-router.ts";

/** The pages for developers. */
export const PORTAL: Section = {
  isAllowed: isInTeam,
  forbidden: "developers_only",
  title: ({ t }) => t.portal.title,
  navigation: portalNavigation,
  phoneRow: true,
  script: ({ portalScript }) => portalScript,
};

/** Links to the pages of the portal. */
export function portalNavigation(context: PageContext): Html {
  const { sections, title, team } = context.t.portal;
  const links = [
    { href: "/portal", label: sections.apps, above: "/portal/apps", icon: "apps" },
    { href: "/portal/test-merchants", label: sections.testMerchants, icon: "flask" },
    { href: "/portal/check", label: sections.check, icon: "link" },
    { href: "/portal/team", label: team.title, icon: "people" },
    { href: pathWith("/docs", { app: context.params.clientId ?? "" }), label: context.t.docs.title, icon: "book" },
    { href: "/account", label: sections.account, icon: "person" },
  ] as const;
  return sectionNavigation(context, title, [{ links }], teamSwitch(context));
}

/** The form that changes the team whose apps the pages show; null for an account with one team. */
function teamSwitch(context: PageContext): Html | null {
  const { t, account, csrfToken } = context;
  const teams = teamsOf(account);
  if (teams.length < 2) return null;
  const chosen = currentTeam(context).teamId;
  const options = teams.map(
    ({ teamId, name }) => html`<option value="${teamId}" ${teamId === chosen && "selected"}>${name}</option>`,
  );
  return html`<form class="team-switch" method="post" action="/portal/team/switch" data-unchanged>${csrfField(csrfToken)}
<label class="shop-label" for="team">${t.portal.team.switcher}</label>
<select id="team" name="team">${options}</select>
<button type="submit" class="secondary outline button-small">${t.portal.team.switch}</button></form>`;
}
