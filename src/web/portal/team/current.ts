import { isUnverified } from "../../components/email-verification.ts";
import { type Html, html } from "../../components/html.ts";
import type { Fields } from "../../http/fields.ts";
import { currentTeam } from "../../layout/teams.ts";
import type { PageContext } from "../../router/page-router.ts";

/** The team of the page, for forms that create something: another tab may choose another team meanwhile. */
export function teamField(context: PageContext): Html {
  return html`<input type="hidden" name="team" value="${currentTeam(context).teamId}">`;
}

/** The team of the form. The core checks it. */
export function teamIn(context: PageContext, fields: Fields): string {
  return fields.one("team") || currentTeam(context).teamId;
}

/** The context with the team of the form, so that a page of errors keeps it. */
export function inTeamOf(context: PageContext, fields: Fields): PageContext {
  return { ...context, chosenTeam: teamIn(context, fields) };
}

/** True if the developer of the team is the account itself, whose e-mail address must be verified before it submits apps. */
export function mustVerify({ account }: PageContext, teamId: string): boolean {
  return teamId === account.accountId && isUnverified(account);
}
