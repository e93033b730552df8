import { isUnverified } from "../../components/email-verification.ts";
import { type Html, html } from "../../components/html.ts";
import type { Fields } from "../../http/fields.ts";
import { currentTeam } from "../../layout/teams.ts";
import type { PageContext } from "../../router/page-router.ts";

/** A hidden field with the team of the page, for forms that create something, because another tab may choose another team meanwhile. */
export function teamField(context: PageContext): Html {
  return html`<input type="hidden" name="team" value="${currentTeam(context).teamId}">`;
}

/** The id of the team in the form. The core checks it. */
export function teamIn(context: PageContext, fields: Fields): string {
  return fields.one("team") || currentTeam(context).teamId;
}

/** The context with the team of the form, so that a page with errors keeps this team. */
export function inTeamOf(context: PageContext, fields: Fields): PageContext {
  return { ...context, chosenTeam: teamIn(context, fields) };
}

/** True if the team is the account's own and its e-mail address must be verified before it can submit apps. */
export function mustVerify({ account }: PageContext, teamId: string): boolean {
  return teamId === account.accountId && isUnverified(account);
}
