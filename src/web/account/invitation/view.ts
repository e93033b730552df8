import {
  type Account,
  type GetInvitationResponse,
  MerchantRole,
  TeamRole,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { emailAddress, withEmailAddresses } from "../../components/email-address.ts";
import { roleName, teamRoleName, wordOf } from "../../components/enum-names.ts";
import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { factList } from "../../components/list.ts";
import { personName } from "../../components/person-name.ts";
import { supportLink } from "../../components/support-link.ts";
import { formatZoned } from "../../components/timestamp.ts";
import { signInPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import { fullNameOf } from "../../layout/layout.ts";

export interface InvitationView {
  invitation: GetInvitationResponse;
  token: string;
  csrfToken: string;
  signedIn: Account | null;
  /** True if a mailed link can set a new password. */
  canReset: boolean;
  name: string;
  errors: readonly FieldError[];
}

export function invitationPage(frame: Frame, view: InvitationView): Html {
  const { t } = frame;
  const { invitation, errors } = view;
  return html`<article class="card narrow invitation">${icon("mail")}<h1>${invitationTitle(frame, invitation)}</h1>
<p>${leadOf(frame, invitation)} ${!takesSession(invitation, view.signedIn) && t.invitation.platform(frame.platformName)}</p>
${factList(factsOf(frame, invitation))}
${errorSummary(t, errors)}
${takesSession(invitation, view.signedIn) ? forAccount(frame, view) : forNewcomer(frame, view)}
${declineForm(frame, view)}
</article>`;
}

/** The title names the shop or team; without one, the invitation offers an account. */
export function invitationTitle({ t }: Pick<Frame, "t">, { teamName, merchantName }: GetInvitationResponse): string {
  const name = teamName || merchantName;
  return name === "" ? t.invitation.titleAccount : t.invitation.title(name);
}

/** The inviter, and the shop or team. */
function leadOf({ t, platformName }: Frame, invitation: GetInvitationResponse): string {
  const { byPlatform, invitedByName, teamName, merchantName } = invitation;
  const { invitation: texts } = t;
  if (teamName === "" && merchantName === "") return texts.toAccount(platformName);
  // The developer account of a team has the name of the team.
  if (!byPlatform && invitedByName === teamName && teamName !== "") return texts.toOwnTeam(teamName);
  // An owner chooses their name, which may be that of the platform.
  const owner = invitedByName === "" ? texts.anOwner : texts.owner(personName({ t }, invitedByName));
  const who = byPlatform ? platformName : owner;
  return teamName !== "" ? texts.toTeam(who, teamName) : texts.toMerchant(who, merchantName);
}

/** The role in words, the invited address, and the end of the invitation. */
function factsOf(frame: Frame, invitation: GetInvitationResponse): [name: string, value: HtmlValue][] {
  const { invitation: texts } = frame.t;
  const { email, expiresAt } = invitation;
  const roles = rolesOf(frame.t, invitation);
  return [
    ...(roles.length === 0
      ? []
      : [[texts.role, html`<ul>${roles.map((role) => html`<li>${role}</li>`)}</ul>`] as [string, Html]]),
    [texts.email, emailAddress(email)],
    ...(expiresAt === undefined ? [] : [[texts.until, formatZoned(frame, expiresAt)] as [string, HtmlValue]]),
  ];
}

/** Each offered role with its abilities, as on the page of the members. */
function rolesOf(t: Frame["t"], invitation: GetInvitationResponse): Html[] {
  const { merchantName, role, teamName, teamRole, developer, operator } = invitation;
  const { asDeveloper, asOperator } = t.invitation;
  const texts: Readonly<Record<string, string>> = teamName !== "" ? t.portal.team.roleTexts : t.members.roleTexts;
  const about = teamName !== "" ? texts[wordOf(TeamRole, teamRole)] : texts[wordOf(MerchantRole, role)];
  const name = teamName !== "" ? teamRoleName(t, teamRole) : roleName(t, role);
  const isMember = teamName !== "" || merchantName !== "";
  const offered: (readonly [name: string, about: string] | false)[] = [
    isMember && about !== undefined && [name, about],
    developer && [t.home.developer, asDeveloper],
    operator && [t.home.operator, asOperator],
  ];
  return offered.filter((one) => one !== false).map(([name, about]) => html`<strong>${name}:</strong> ${about}`);
}

/**
 * The link of the invitation is enough to decline it, but a page that refuses another account does not offer it. A core of the previous
 * release cannot decline, and returns no expiry; null then.
 */
function declineForm({ t }: Frame, { token, csrfToken, invitation, signedIn }: InvitationView): Html | null {
  if (invitation.expiresAt === undefined) return null;
  if (signedIn !== null && takesSession(invitation, signedIn) && signedIn.email !== invitation.email) return null;
  return html`<details class="decline"><summary>${t.invitation.declineFold}</summary><p class="muted">${t.invitation.declineEffect}</p>
<form method="post" action="${`/invitations/${token}/decline`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="secondary outline">${t.invitation.decline}</button></form></details>`;
}

/** The page after an invitation was declined. */
export function declinedPage({ t }: Frame): Html {
  const { declined } = t.invitation;
  return html`<article class="card narrow">${icon("mail")}<h1>${declined.title}</h1><p>${declined.text}</p>
<p><a class="button secondary wide" href="/">${declined.home}</a></p></article>`;
}

/** True if an existing account accepts with its session; false if a new account or a first password is created. */
export function takesSession(
  { accountExists, heldUnverified, email }: GetInvitationResponse,
  signedIn: Account | null,
): boolean {
  return accountExists || (heldUnverified && signedIn?.email === email);
}

function forAccount(frame: Frame, { invitation, token, csrfToken, signedIn, canReset }: InvitationView): Html {
  const { t } = frame;
  const signIn = signInPath(`/invitations/${token}`);
  if (signedIn === null) {
    return html`<p>${withEmailAddresses(t.invitation.signInFirst(invitation.email))}</p>
${invitation.heldUnverified && otherHolder(frame, canReset)}<p><a class="button wide" href="${signIn}">${t.signIn.submit}</a></p>`;
  }
  if (signedIn.email !== invitation.email) {
    return html`<p class="notice notice-warn">${withEmailAddresses(t.invitation.wrongAccount(fullNameOf(signedIn), invitation.email))}</p>
<p><a class="button wide" href="${signIn}">${t.invitation.signInOther}</a></p>
<p><a class="button secondary outline wide" href="/">${t.invitation.stay}</a></p>`;
  }
  return html`<form method="post" action="${`/invitations/${token}`}">
${csrfField(csrfToken)}
<button type="submit">${t.invitation.accept}</button>
</form>`;
}

/**
 * Warns that anyone may have signed up with the address. A mailed link for a new password gives the account to the owner of the mailbox.
 */
function otherHolder(frame: Frame, canReset: boolean): Html {
  const { t } = frame;
  if (!canReset)
    return html`<p class="muted">${t.invitation.askPlatform(frame.platformName)} ${supportLink(frame)}</p>`;
  return html`<p class="muted">${t.invitation.notYours} <a href="/forgot-password">${t.invitation.newPassword}</a></p>`;
}

function forNewcomer({ t }: Frame, view: InvitationView): Html {
  const { invitation, token, csrfToken, signedIn, name, errors } = view;
  const password = {
    label: t.invitation.password,
    hint: t.signUp.passwordHint,
    autocomplete: "new-password",
    reveal: t.layout.reveal,
  };
  const leaves = signedIn && t.invitation.leaves(fullNameOf(signedIn), invitation.email);
  return html`${invitation.heldUnverified && heldNotice(t, { invitation, token })}
${leaves && html`<p class="notice notice-warn">${withEmailAddresses(leaves)}</p>`}
<form method="post" action="${`/invitations/${token}`}" novalidate>
${csrfField(csrfToken)}
<input type="hidden" name="email" value="${invitation.email}" autocomplete="username">
${textField({ name: "name", label: t.invitation.name, type: "text", value: name, autocomplete: "name" }, errors)}
${textField({ name: "password", type: "password", ...password }, errors)}
<button type="submit">${t.invitation.acceptNew}</button>
</form>`;
}

function heldNotice(t: Frame["t"], { invitation, token }: Pick<InvitationView, "invitation" | "token">): Html {
  return html`<div class="notice notice-warn"><p>${withEmailAddresses(t.invitation.emailUnverified(invitation.email))}</p>
<p><a href="${signInPath(`/invitations/${token}`)}">${t.invitation.signInToKeep}</a></p></div>`;
}
