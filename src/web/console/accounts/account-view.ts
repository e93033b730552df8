import {
  type Account,
  AccountState,
  type Membership,
  type TeamMember,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { accountStateBadge } from "../../components/badges.ts";
import { copyCode, copySecret } from "../../components/copy.ts";
import { isUnverified } from "../../components/email-verification.ts";
import { roleName } from "../../components/enum-names.ts";
import { buttonForm, csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { countedList, factList, pathWith } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { personName } from "../../components/person-name.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import { nameOf } from "../../layout/layout.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { merchantPath, sectionCrumb } from "../paths.ts";
import { reasonFields } from "../reason-fields.ts";
import { stateSteps } from "../state-steps.ts";
import { suspensionNotice } from "../suspensions.ts";
import { isUnprotected } from "./list-filter.ts";
import { teamSection } from "./team-view.ts";
import { emailOf, PATH, roleBadges, roleChoice } from "./view.ts";

interface AccountView {
  account: Account;
  /** The newest suspension, if the account is suspended and the audit trail still has it. */
  suspension: AuditEvent | undefined;
  /** The members of the account's team; empty unless the account is a developer. */
  team: readonly TeamMember[];
  /** One page of the account's memberships. */
  memberships: readonly Membership[];
  token: string;
  next: string;
  rejected: RejectedForm | null;
}

export function accountPage(context: PageContext, view: AccountView): Page {
  const { accounts: texts } = context.t.console;
  const { account, rejected } = view;
  const isOwn = account.accountId === context.account.accountId;
  const title = personName(context, nameOf(account));
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title, badges: accountStateBadge(context, account), lead: title !== account.email && account.email })}
${rejectionNotice(context, rejected)}
${isOwn && html`<p class="notice">${texts.ownAccount}</p>`}${account.closed && html`<p class="notice">${texts.closedByOwner}</p>`}${suspensionNotice(context, view.suspension)}${verifyForm(context, account)}
<div class="two-columns facts-first"><div>
<section class="card" aria-labelledby="facts"><h2 id="facts">${context.t.console.apps.facts}</h2>${factsOf(context, account)}</section>
</div><div>
<section class="card" aria-labelledby="merchants"><h2 id="merchants">${texts.merchants}</h2>${merchantList(context, view)}</section>
${teamSection(context, account, view.team)}
</div><div>
${!account.closed && rolesSection(context, account)}
${account.email !== "" && recoverySection(context, account)}
${account.secondFactorAt !== undefined && !isOwn && secondFactorSection(context, account)}
${!isOwn && !account.closed && stateSection(context, view)}
</div></div>`;
  return { title, body };
}

function rolesSection(context: PageContext, account: Account): Html {
  const { accounts: texts } = context.t.console;
  const isOwn = account.accountId === context.account.accountId;
  const operatorNote = isUnprotected({ ...account, operator: true }) ? texts.noSecondStep : "";
  return html`<section class="card" aria-labelledby="roles"><h2 id="roles">${texts.roles}</h2>
<form method="post" action="${`${PATH}/${account.accountId}/roles`}">${csrfField(context.csrfToken)}
${roleChoice(context, account, { headed: true, operatorNote, isOwn })}<button type="submit" class="secondary">${texts.saveRoles}</button></form></section>`;
}

function recoverySection(context: PageContext, { accountId }: Account): Html {
  const { accounts: texts } = context.t.console;
  if (accountId === context.account.accountId)
    return html`<section class="card" aria-labelledby="recovery"><h2 id="recovery">${texts.ownSecurity}</h2>
<p class="muted"><small>${texts.ownSecurityHint}</small></p>
<p>${linkButton("/account/security", texts.openSecurity, "secondary")}</p></section>`;
  return html`<section class="card" aria-labelledby="recovery"><h2 id="recovery">${texts.resetLink}</h2>
<p class="muted"><small>${texts.resetLinkHint}</small></p>
${buttonForm(context, { action: `${PATH}/${accountId}/reset-link`, label: texts.createResetLink, tone: "secondary" })}</section>`;
}

function secondFactorSection(context: PageContext, { accountId }: Account): Html {
  const { accounts: texts } = context.t.console;
  return html`<section class="card" aria-labelledby="two-step"><h2 id="two-step">${texts.twoStep}</h2>
<p class="muted"><small>${texts.resetTwoStepHint}</small></p>
<details class="more"><summary>${texts.resetTwoStep}</summary>
<p>${texts.resetTwoStepEffect}</p>
<form method="post" action="${`${PATH}/${accountId}/reset-two-step`}" data-once>${csrfField(context.csrfToken)}
<button type="submit" class="danger button-small">${texts.resetTwoStep}</button></form></details></section>`;
}

/** Shows a new link once. */
export function resetLinkPage(context: PageContext): Page {
  const { t, flash, params } = context;
  const { accounts: texts } = t.console;
  const url = flash?.url ?? null;
  const shown =
    url === null
      ? html`<p>${texts.resetLinkShown}</p>`
      : html`<p>${texts.resetLinkMade(flash?.email ?? "")}</p>${copySecret(t, { id: "reset-link", label: texts.resetLink, value: url })}`;
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title: texts.resetLink })}
<section class="card question">${shown}
<p class="buttons after"><a class="button" href="${`${PATH}/${params.id}`}">${texts.backToAccount}</a></p></section>`;
  return { title: texts.resetLink, body };
}

function factsOf(context: PageContext, account: Account): Html {
  const { accounts: texts } = context.t.console;
  const { accountId: id } = account;
  return html`${factList([
    [texts.id, copyCode(context.t, { id: "account-id", label: texts.id, value: id })],
    [texts.email, emailOf(context, account)],
    [texts.roles, roleBadges(context, account)],
    ...(account.closed ? [] : signInFacts(context, account)),
    [texts.created, formatTimestamp(context, account.createdAt)],
  ])}
<p class="links">${account.developer && html`<a href="${pathWith("/console/apps", { developer: id })}">${texts.apps}</a>`}
<a href="${pathWith("/console/audit", { account: id })}">${texts.audit}</a></p>`;
}

function signInFacts(context: PageContext, account: Account): [string, HtmlValue][] {
  const { accounts: texts } = context.t.console;
  return [
    [texts.password, account.hasPassword ? texts.passwordSignIn : texts.externalSignIn],
    [texts.twoStep, account.secondFactorAt === undefined ? context.t.security.off : context.t.security.on],
    [texts.lastSignIn, formatTimestamp(context, account.lastSignedInAt, texts.neverSignedIn)],
  ];
}

/** The form that marks the address as verified. It contains the address, so that only the address on the page is verified. */
function verifyForm(context: PageContext, account: Account): Html | null {
  const { accounts: texts } = context.t.console;
  if (account.email === "" || !isUnverified(account)) return null;
  return html`<div class="notice notice-warn"><p>${texts.unverifiedHint}</p>
<form method="post" action="${`${PATH}/${account.accountId}/verify-email`}" data-once>${csrfField(context.csrfToken)}
<input type="hidden" name="email" value="${account.email}">
<button type="submit" class="button-small secondary">${texts.verifyEmail}</button></form></div>`;
}

function merchantList(context: PageContext, { account, memberships, token, next }: AccountView): Html {
  const { t } = context;
  const { accounts: texts, merchants } = t.console;
  const rows = memberships.map(({ merchantId, merchantName, role }) => [
    html`<a href="${merchantPath(merchantId)}" dir="auto">${merchantName}</a>`,
    html`<code>${merchantId}</code>`,
    roleName(t, role),
  ]);
  const columns = [merchants.name, merchants.id, merchants.role];
  const place = { path: `${PATH}/${account.accountId}`, filter: {}, token, next };
  return countedList(context, { caption: texts.merchants, columns, rows, none: texts.merchantsNone, ...place });
}

function stateSection(context: PageContext, view: AccountView): Html {
  const { accounts: texts } = context.t.console;
  const { account } = view;
  const path = `${PATH}/${account.accountId}`;
  const step =
    account.state === AccountState.SUSPENDED
      ? { hint: texts.resumeHint, action: buttonForm(context, { action: `${path}/resume`, label: texts.resume }) }
      : { hint: texts.suspendHint, action: suspendForm(context, path, view) };
  return html`<section class="card" aria-labelledby="standing"><h2 id="standing">${texts.actions}</h2>${stateSteps([step])}</section>`;
}

function suspendForm(context: PageContext, path: string, view: AccountView): Html {
  const { accounts: texts } = context.t.console;
  const { rejected } = view;
  return html`<details class="more" ${rejected?.fields.one("reason_code") != null && "open"}><summary>${texts.suspend}</summary>
${suspendEffects(context, view).map((effect) => html`<p>${effect}</p>`)}
<form method="post" action="${`${path}/suspend`}" data-once novalidate>${csrfField(context.csrfToken)}
<p class="muted"><small>${texts.suspendShown}</small></p>
${reasonFields(context, { kind: "accountSuspension", rejected, textOptional: true })}
<button type="submit" class="danger button-small">${texts.suspendSubmit}</button></form></details>`;
}

/** The merchants and the team that a suspension affects. Only the first page of the memberships knows their number. */
function suspendEffects(context: PageContext, { account, memberships, team, token, next }: AccountView): string[] {
  const { accounts: texts } = context.t.console;
  const others = team.filter(({ accountId }) => accountId !== account.accountId).length;
  return [
    ...(token === "" ? [texts.suspendMerchants(memberships.length, next !== "")] : []),
    ...(others > 0 ? [texts.suspendTeam(others)] : []),
  ];
}
