import { type Invitation, InvitationState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { roleName, teamRoleName } from "../../components/enum-names.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { factList, pathWith } from "../../components/list.ts";
import { formatDay, formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { merchantPath } from "../paths.ts";

export const PATH = "/console/invitations";
/** The id of the form of the checkboxes, to which their errors link. Each row has a form of its own, and forms do not nest. */
export const SEVERAL_FORM = "invitation";

interface RowOptions {
  /** The id of the merchant in the filter; empty without one. */
  merchant: string;
  /** True if the row has a checkbox. */
  choosable: boolean;
}

export function rowOf(context: PageContext, invitation: Invitation, { merchant, choosable }: RowOptions): HtmlValue[] {
  const { state } = invitation;
  return [
    choosable
      ? html`<div class="choose-cell">${isOpen(invitation) ? chooseBox(context, invitation) : html`<span class="choose"></span>`}<strong dir="auto">${invitation.email}</strong></div>`
      : html`<strong dir="auto">${invitation.email}</strong>`,
    offerOf(context, invitation),
    html`${stateBadge(context, state)}${revocationNote(context, invitation)}`,
    creatorOf(context, invitation),
    isEnded(invitation) ? "" : formatDay(context, invitation.expiresAt),
    actionOf(context, invitation, merchant),
  ];
}

export function offerOf({ t }: PageContext, invitation: Invitation): Html {
  const { merchantId, merchantName, role, operator, developer, teamAccountId, teamName, teamRole } = invitation;
  const { accounts } = t.console;
  return html`${merchantId && html`${roleName(t, role)}, <a href="${merchantPath(merchantId)}" dir="auto">${merchantName || merchantId}</a>`}
${teamAccountId && html`${teamRoleName(t, teamRole)}, <a href="${`/console/accounts/${teamAccountId}`}" dir="auto">${teamName || teamAccountId}</a>`}
${operator && badge("label", accounts.operator)} ${developer && badge("label", accounts.developer)}
${!merchantId && !teamAccountId && !operator && !developer && t.console.invitations.account}`;
}

/** The account that created the invitation, or the words for a service key. */
function creatorOf({ t }: PageContext, { invitedByAccountId, invitedByName }: Invitation): HtmlValue {
  if (invitedByAccountId === "") return t.console.audit.byKey;
  return html`<a href="${`/console/accounts/${invitedByAccountId}`}" dir="auto">${invitedByName || invitedByAccountId}</a>`;
}

/** One line below the state of a revoked invitation: by whom and when. On a phone, the state is not above it, so it has the verb. */
function revocationNote(context: PageContext, invitation: Invitation): Html | null {
  const { revokedAt, revokedByAccountId, revokedByName } = invitation;
  if (revokedAt === undefined) return null;
  const { suspension, invitations: texts } = context.t.console;
  // A service key or another change has no name here.
  const by =
    revokedByAccountId !== "" && html`${suspension.by} <b dir="auto">${revokedByName || revokedByAccountId}</b>, `;
  return html`<small class="row-note"><span class="phone-word">${texts.states.revoked}</span> ${by}${formatTimestamp(context, revokedAt)}</small>`;
}

/** The facts of an invitation: its offer, its state, its creator and its times. */
export function invitationFacts(context: PageContext, invitation: Invitation): Html {
  const { invitations: texts } = context.t.console;
  const expiry: [string, HtmlValue][] = isEnded(invitation)
    ? []
    : [[texts.expires, formatDay(context, invitation.expiresAt)]];
  return factList([
    [texts.email, html`<span dir="auto">${invitation.email}</span>`],
    [texts.offer, offerOf(context, invitation)],
    [texts.state, html`${stateBadge(context, invitation.state)}${revocationNote(context, invitation)}`],
    [texts.createdAt, formatTimestamp(context, invitation.createdAt)],
    [texts.by, creatorOf(context, invitation)],
    ...expiry,
  ]);
}

/** True if the link has ended for another reason than its expiry, which then says nothing. */
function isEnded({ state }: Invitation): boolean {
  return state !== InvitationState.OPEN && state !== InvitationState.EXPIRED;
}

function stateBadge({ t }: PageContext, state: InvitationState): Html {
  const { states } = t.console.invitations;
  if (state === InvitationState.OPEN) return badge("good", states.open);
  if (state === InvitationState.ACCEPTED) return badge("plain", states.accepted);
  if (state === InvitationState.DECLINED) return badge("plain", states.declined);
  return badge("plain", state === InvitationState.REVOKED ? states.revoked : states.expired);
}

/** The act of an open or ended invitation, or the account that accepted it. */
function actionOf(context: PageContext, invitation: Invitation, merchant: string): HtmlValue {
  const { invitations: texts } = context.t.console;
  const { state, acceptedByAccountId, email } = invitation;
  if (state === InvitationState.OPEN) return revokeForm(context, invitation, merchant);
  if (acceptedByAccountId !== "")
    return html`<a class="button secondary outline button-small" href="${`/console/accounts/${acceptedByAccountId}`}" aria-label="${texts.openAccountOf(email)}">${texts.openAccount}</a>`;
  const href = inviteAgainPath(invitation);
  return (
    href &&
    html`<a class="button secondary outline button-small" href="${href}" aria-label="${texts.againOf(email)}">${texts.again}</a>`
  );
}

/** The page with the form for another invitation; null for a team, which only its developers invite to. */
export function inviteAgainPath({ email, merchantId, teamAccountId }: Invitation): string | null {
  if (teamAccountId !== "") return null;
  if (merchantId !== "") return `${merchantPath(merchantId)}#members`;
  return pathWith("/console/accounts/invite", { email });
}

function revokeForm({ t, csrfToken }: PageContext, { invitationId, email }: Invitation, merchant: string): Html {
  const { invitations: texts } = t.console;
  return html`<details class="more row-confirm"><summary aria-label="${texts.revokeOf(email)}">${texts.revoke}</summary>
<div class="row-panel"><p>${texts.revokeEffect}</p>
<form method="post" action="${`${PATH}/${invitationId}/revoke`}" data-once>${csrfField(csrfToken)}
<input type="hidden" name="merchant" value="${merchant}">
<button type="submit" class="danger button-small" aria-label="${texts.revokeOf(email)}">${texts.revoke}</button></form></div></details>`;
}

export function isOpen({ state }: Pick<Invitation, "state">): boolean {
  return state === InvitationState.OPEN;
}

/** The checkbox of an open invitation, before its address. */
function chooseBox({ t }: PageContext, { invitationId, email }: Invitation): Html {
  return html`<label class="choose"><input type="checkbox" name="invitation" value="${invitationId}" form="${SEVERAL_FORM}" aria-label="${t.console.invitations.choose(email)}"></label>`;
}
