import {
  type Account,
  type GetInvitationResponse,
  MerchantRole,
  TeamRole,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { roleName, teamRoleName, wordOf } from "../../components/enum-names.ts";
import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
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
  return html`<article class="card narrow">${icon("mail")}<h1>${t.invitation.title}</h1>
<p>${offerOf(t, invitation)}
${invitation.developer && t.invitation.asDeveloper} ${invitation.operator && t.invitation.asOperator}
${t.invitation.forEmail(invitation.email)}</p>
${roleOf(t, invitation)}
${errorSummary(t, errors)}
${takesSession(invitation, view.signedIn) ? forAccount(frame, view) : forNewcomer(frame, view)}
</article>`;
}

function offerOf(t: Frame["t"], { merchantName, role, teamName, teamRole }: GetInvitationResponse): string {
  if (teamName !== "") return t.invitation.toTeam(teamName, teamRoleName(t, teamRole));
  return merchantName === "" ? t.invitation.toAccount : t.invitation.toMerchant(merchantName, roleName(t, role));
}

/** The abilities of the offered role, as on the page of the members; null for an account without a role. */
function roleOf(t: Frame["t"], { merchantName, role, teamName, teamRole }: GetInvitationResponse): Html | null {
  const texts: Readonly<Record<string, string>> = teamName !== "" ? t.portal.team.roleTexts : t.members.roleTexts;
  const about = teamName !== "" ? texts[wordOf(TeamRole, teamRole)] : texts[wordOf(MerchantRole, role)];
  if ((teamName === "" && merchantName === "") || about === undefined) return null;
  return html`<p class="role-text"><strong>${teamName !== "" ? teamRoleName(t, teamRole) : roleName(t, role)}</strong> ${about}.</p>`;
}

/** True if an existing account accepts with its session; false if a new account or a first password is created. */
export function takesSession(
  { accountExists, heldUnverified, email }: GetInvitationResponse,
  signedIn: Account | null,
): boolean {
  return accountExists || (heldUnverified && signedIn?.email === email);
}

function forAccount({ t }: Frame, { invitation, token, csrfToken, signedIn, canReset }: InvitationView): Html {
  const signIn = signInPath(`/invitations/${token}`);
  if (signedIn === null) {
    return html`<p>${t.invitation.signInFirst(invitation.email)}</p>
${invitation.heldUnverified && otherHolder(t, canReset)}<p><a class="button wide" href="${signIn}">${t.signIn.submit}</a></p>`;
  }
  if (signedIn.email !== invitation.email) {
    return html`<p class="notice notice-warn">${t.invitation.wrongAccount(fullNameOf(signedIn))}</p>
<p><a class="button wide" href="${signIn}">${t.invitation.signInOther}</a></p>`;
  }
  return html`<form method="post" action="${`/invitations/${token}`}">
${csrfField(csrfToken)}
<button type="submit">${t.invitation.accept}</button>
</form>`;
}

/**
 * Warns that anyone may have signed up with the address. A mailed link for a new password gives the account to the owner of the mailbox.
 */
function otherHolder(t: Frame["t"], canReset: boolean): Html {
  if (!canReset) return html`<p class="muted">${t.invitation.askPlatform}</p>`;
  return html`<p class="muted">${t.invitation.notYours} <a href="/forgot-password">${t.invitation.newPassword}</a></p>`;
}

function forNewcomer({ t }: Frame, { invitation, token, csrfToken, name, errors }: InvitationView): Html {
  const password = { label: t.invitation.password, hint: t.signUp.passwordHint, autocomplete: "new-password" };
  return html`${invitation.heldUnverified && heldNotice(t, { invitation, token })}<form method="post" action="${`/invitations/${token}`}" novalidate>
${csrfField(csrfToken)}
<input type="hidden" name="email" value="${invitation.email}" autocomplete="username">
${textField({ name: "name", label: t.invitation.name, type: "text", value: name, autocomplete: "name" }, errors)}
${textField({ name: "password", type: "password", ...password }, errors)}
<button type="submit">${t.invitation.acceptNew}</button>
</form>`;
}

function heldNotice(t: Frame["t"], { invitation, token }: Pick<InvitationView, "invitation" | "token">): Html {
  return html`<div class="notice notice-warn"><p>${t.invitation.emailUnverified(invitation.email)}</p>
<p><a href="${signInPath(`/invitations/${token}`)}">${t.invitation.signInToKeep}</a></p></div>`;
}
