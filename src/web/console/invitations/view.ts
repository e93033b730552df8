import { copySecret } from "../../components/copy.ts";
import { inputField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import { type Column, countedList, pathWith } from "../../components/list.ts";
import { listFilter } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { endedTabs } from "../ended-tabs.ts";
import { sectionCrumb } from "../paths.ts";
import { idOf, isUnresolved, searchChips, searchNotice } from "../search-filter.ts";
import { invitationHints } from "./hints-view.ts";
import { type InvitationList, readInvitations } from "./list-read.ts";
import { invitationFacts, inviteAgainPath, isOpen, PATH, rowOf } from "./row-view.ts";
import { severalForm } from "./several-view.ts";

/** Shows the link of a new invitation once; later requests show the invitation and explain how to replace a lost link. */
export async function madePage(context: PageContext): Promise<Page> {
  const { t, flash } = context;
  const { created } = t.console.invitations;
  const { email = "", url = null, mailed = "" } = flash ?? {};
  if (url === null) return shownPage(context);
  const shown = html`<p>${mailed === "yes" ? created.mailed(email) : created.lead(email)}</p><h2>${created.link}</h2>${copySecret(t, { id: "invitation-link", label: created.link, value: url })}
<p class="muted">${created.until}</p>${await invitationHints(context, email)}`;
  return cardPage(context, { title: created.title, content: shown, next: { href: PATH, label: created.back } });
}

/** The invitation, without its link. */
async function shownPage(context: PageContext): Promise<Page> {
  const { web, call, params } = context;
  const { invitations: texts } = context.t.console;
  const request = { invitationId: params.id ?? "", includeEnded: true };
  const { invitations } = await web.clients.accounts.listInvitations(request, call);
  // A core of the previous release ignores the id and answers with the newest invitations.
  const invitation = invitations.find(({ invitationId }) => invitationId === params.id);
  if (invitation === undefined) throw new PageError(404, "not_found");
  const [open, again] = [isOpen(invitation), inviteAgainPath(invitation)];
  const text = open ? texts.created.alreadyShown : texts.created.ended;
  // A second link needs the revocation of the first one, in the list.
  const inList = { href: pathWith(PATH, { email: invitation.email }), label: texts.created.back };
  return cardPage(context, {
    title: texts.titleFor(invitation.email),
    content: html`<p>${text}</p>${invitationFacts(context, invitation)}`,
    next: open || again === null ? inList : { href: again, label: texts.again },
  });
}

interface Card {
  title: string;
  content: Html;
  /** The primary button. */
  next: { href: string; label: string };
}

function cardPage(context: PageContext, { title, content, next }: Card): Page {
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title })}
<section class="card question">${content}
<p class="buttons after"><a class="button" href="${next.href}">${next.label}</a></p></section>`;
  return { title, body };
}

async function firstInvitations({ web, call }: PageContext, page: { includeEnded: boolean; pageSize: number }) {
  const { invitations, nextPageToken } = await web.clients.accounts.listInvitations(page, call);
  return { size: invitations.length, next: nextPageToken };
}

export async function listPage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { invitations: texts } = context.t.console;
  // A rejected form keeps the page of the list in its fields.
  const list = await readInvitations(context, rejected?.fields ?? context.query);
  const { filter, merchant, invitations, token, next } = list;
  const columns = [
    texts.email,
    { label: texts.offer, phone: "bare" },
    { label: texts.state, phone: "corner" },
    texts.by,
    texts.expires,
    { label: texts.end, action: true },
  ] satisfies Column[];
  const several = severalForm(context, list);
  const options = { merchant: idOf(merchant.match), choosable: several !== null };
  const rows = invitations.map((invitation) => rowOf(context, invitation, options));
  const order = context.t.list.newestFirst;
  const table = {
    caption: texts.title,
    columns,
    rows,
    none: texts.none,
    path: PATH,
    filter,
    token,
    next,
    order,
    search: filter.email,
    noMatch: context.t.console.noMatch.invitation,
  };
  const body = html`${pageHeader(context, { title: texts.title, actions: linkButton("/console/accounts/invite", context.t.console.accounts.invite) })}
${rejectionNotice(context, rejected)}
<section class="card">
${listFilter(context, { path: PATH, filter, ...(await filtersOf(context, list)) })}
${searchNotice(context, [merchant], { path: PATH, filter })}
${!isUnresolved([merchant]) && html`${countedList(context, table)}${several}`}</section>`;
  return { title: texts.title, body };
}

async function filtersOf(context: PageContext, { filter, merchant }: InvitationList) {
  const { invitations: texts } = context.t.console;
  const isWhole = filter.email === "" && merchant.match.kind === "any";
  const tabs = await endedTabs(context, {
    live: texts.states.open,
    ended: filter.ended === "yes",
    read: isWhole ? (page) => firstInvitations(context, page) : null,
  });
  return {
    search: { name: "email", label: texts.search, value: filter.email },
    tabs: { label: texts.state, tabs },
    fields: [inputField({ name: "merchant", label: texts.merchantSearch, value: filter.merchant, optional: true })],
    chips: searchChips([merchant]),
  };
}
