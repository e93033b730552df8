import { type Invitation, InvitationState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { copySecret } from "../../components/copy.ts";
import { roleName, teamRoleName } from "../../components/enum-names.ts";
import { inputField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type Column, countedList } from "../../components/list.ts";
import { listFilter } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { endedTabs } from "../ended-tabs.ts";
import { merchantPath, sectionCrumb } from "../paths.ts";
import { searchMerchant } from "../search.ts";
import { filterText, idOf, isUnresolved, searchChips, searchNotice } from "../search-filter.ts";

export const PATH = "/console/invitations";

export function rowOf(context: PageContext, invitation: Invitation, merchant: string): HtmlValue[] {
  const { invitedByAccountId, invitedByName, state } = invitation;
  return [
    html`<strong dir="auto">${invitation.email}</strong>`,
    offerOf(context, invitation),
    stateBadge(context, state),
    invitedByAccountId === ""
      ? context.t.console.audit.byKey
      : html`<a href="${`/console/accounts/${invitedByAccountId}`}" dir="auto">${invitedByName || invitedByAccountId}</a>`,
    // The link of an accepted or revoked invitation no longer works.
    state === InvitationState.OPEN || state === InvitationState.EXPIRED
      ? formatTimestamp(context, invitation.expiresAt)
      : "–",
    state === InvitationState.OPEN ? revokeForm(context, invitation, merchant) : takenUpBy(context, invitation),
  ];
}

function offerOf({ t }: PageContext, invitation: Invitation): Html {
  const { merchantId, merchantName, role, operator, developer, teamAccountId, teamName, teamRole } = invitation;
  const { accounts } = t.console;
  return html`${merchantId && html`${roleName(t, role)}, <a href="${merchantPath(merchantId)}" dir="auto">${merchantName || merchantId}</a>`}
${teamAccountId && html`${teamRoleName(t, teamRole)}, <a href="${`/console/accounts/${teamAccountId}`}" dir="auto">${teamName || teamAccountId}</a>`}
${operator && badge("label", accounts.operator)} ${developer && badge("label", accounts.developer)}
${!merchantId && !teamAccountId && !operator && !developer && t.console.invitations.account}`;
}

function stateBadge({ t }: PageContext, state: InvitationState): Html {
  const { states } = t.console.invitations;
  if (state === InvitationState.OPEN) return badge("good", states.open);
  if (state === InvitationState.ACCEPTED) return badge("plain", states.accepted);
  return badge("plain", state === InvitationState.REVOKED ? states.revoked : states.expired);
}

function takenUpBy({ t }: PageContext, { acceptedByAccountId }: Invitation): HtmlValue {
  if (acceptedByAccountId === "") return "";
  return html`<a href="${`/console/accounts/${acceptedByAccountId}`}">${t.console.invitations.account}</a>`;
}

function revokeForm({ t, csrfToken }: PageContext, { invitationId, email }: Invitation, merchant: string): Html {
  const { invitations: texts } = t.console;
  return html`<form method="post" action="${`${PATH}/${invitationId}/revoke`}" data-once>${csrfField(csrfToken)}
<input type="hidden" name="merchant" value="${merchant}">
<button type="submit" class="secondary outline button-small" aria-label="${texts.revokeOf(email)}">${texts.revoke}</button></form>`;
}

/** Shows the link of a new invitation once; later requests explain how to replace a lost link. */
export function madePage(context: PageContext): Page {
  const { t, flash } = context;
  const { created } = t.console.invitations;
  const { email = "", url = null, mailed = "" } = flash ?? {};
  const shown =
    url === null
      ? html`<p>${created.alreadyShown}</p>`
      : html`<p>${mailed === "yes" ? created.mailed(email) : created.lead(email)}</p><h2>${created.link}</h2>${copySecret(t, { id: "invitation-link", label: created.link, value: url })}
<p class="muted">${created.until}</p>`;
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title: created.title })}
<section class="card question">${shown}
<p class="after"><a class="button" href="${PATH}">${created.back}</a></p></section>`;
  return { title: created.title, body };
}

async function firstInvitations({ web, call }: PageContext, page: { includeEnded: boolean; pageSize: number }) {
  const { invitations, nextPageToken } = await web.clients.accounts.listInvitations(page, call);
  return { size: invitations.length, next: nextPageToken };
}

export async function listPage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { invitations: texts } = context.t.console;
  const one = (name: string) => (context.query.one(name) ?? "").trim();
  const [email, token, ended] = [one("email"), one("page"), one("ended") === "yes" ? "yes" : ""];
  const merchant = await searchMerchant(context, one("merchant"));
  const fields = [
    {
      name: "merchant",
      label: texts.merchantSearch,
      noun: context.t.console.installations.merchantColumn,
      match: merchant,
    },
  ];
  const request = { merchantId: idOf(merchant), emailPrefix: email, includeEnded: ended === "yes", pageToken: token };
  const { invitations, nextPageToken: next } = isUnresolved(fields)
    ? { invitations: [], nextPageToken: "" }
    : await context.web.clients.accounts.listInvitations(request, context.call);
  const filter = { email, merchant: filterText(merchant), ended };
  const columns = [
    texts.email,
    { label: texts.offer, phone: "bare" },
    { label: texts.state, phone: "corner" },
    { label: texts.by, phone: "none" },
    texts.expires,
    { label: texts.end, action: true },
  ] satisfies Column[];
  const rows = invitations.map((invitation) => rowOf(context, invitation, idOf(merchant)));
  const filters = {
    search: { name: "email", label: texts.search, value: email },
    tabs: {
      label: texts.state,
      tabs: await endedTabs(context, {
        live: texts.states.open,
        ended: ended === "yes",
        read: email === "" && merchant.kind === "any" ? (page) => firstInvitations(context, page) : null,
      }),
    },
    fields: [
      inputField({ name: "merchant", label: texts.merchantSearch, value: filterText(merchant), optional: true }),
    ],
    chips: searchChips(fields),
  };
  const body = html`${pageHeader(context, { title: texts.title, actions: linkButton("/console/accounts/invite", context.t.console.accounts.invite) })}
${rejectionNotice(context, rejected)}
<section class="card">
${listFilter(context, { path: PATH, filter, ...filters })}
${searchNotice(context, fields, { path: PATH, filter })}
${!isUnresolved(fields) && countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter, token, next, ...(email === "" && { order: context.t.list.newestFirst }) })}</section>`;
  return { title: texts.title, body };
}
