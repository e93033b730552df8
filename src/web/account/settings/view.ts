import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { hasLostEmail, isUnverified } from "../../components/email-verification.ts";
import { buttonForm, csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { statusMessage } from "../../components/notice.ts";
import type { Frame } from "../../layout/frame.ts";

export interface AccountView {
  account: Account;
  csrfToken: string;
  errors: readonly FieldError[];
  /** The change by the previous request; null without one. */
  changed: "password" | "name" | "email" | "sent" | null;
  /** The name as it was entered. */
  name: string;
  /** The new e-mail address as it was entered. */
  newEmail: string;
  /** The platform sends mails. */
  mail: boolean;
}

export function accountPage({ t }: Frame, view: AccountView): Html {
  const { account, csrfToken, errors, changed } = view;
  const texts = t.account;
  return html`<article class="card narrow"><h1>${texts.title}</h1>
<p><strong dir="auto">${account.name}</strong>${account.email !== "" && html`<br>${account.email}`}</p>
${changed !== null && statusMessage(CHANGED[changed](texts))}
${errorSummary(t, errors)}
${isUnverified(account) && unverifiedNotice({ t }, view)}
<p><a href="/account/security">${texts.security}</a></p>
${nameForm({ t }, view)}
${emailForm({ t }, view)}
${signInLink({ t }, { account, csrfToken, errors })}
</article>`;
}

const CHANGED: Record<NonNullable<AccountView["changed"]>, (texts: Frame["t"]["account"]) => string> = {
  password: (texts) => texts.changed,
  name: (texts) => texts.nameChanged,
  email: (texts) => texts.emailChanged,
  sent: (texts) => texts.linkSent,
};

function unverifiedNotice({ t }: Pick<Frame, "t">, { account, mail, csrfToken }: AccountView): Html {
  const texts = t.account;
  const text = hasLostEmail(account) ? texts.lostEmail : mail ? texts.unverifiedByMail : texts.unverified;
  return html`<div class="notice notice-warn"><p>${text}</p>
${mail && !hasLostEmail(account) && buttonForm({ csrfToken }, { action: "/account/verify-email", label: texts.sendLink, tone: "secondary" })}</div>`;
}

function emailForm({ t }: Pick<Frame, "t">, { account, mail, newEmail, csrfToken, errors }: AccountView): Html | null {
  if (!mail || !account.hasPassword || hasLostEmail(account)) return null;
  const texts = t.account;
  const password = { label: texts.current, autocomplete: "current-password" };
  return html`<h2>${texts.email}</h2><p class="muted">${texts.emailHint}</p>
<form method="post" action="/account/email" novalidate>${csrfField(csrfToken)}
${textField({ name: "new_email", label: texts.newEmail, type: "email", value: newEmail, autocomplete: "email" }, errors)}
${textField({ name: "email_password", type: "password", ...password }, errors)}
<button type="submit" class="secondary">${texts.emailSubmit}</button></form>`;
}

function signInLink({ t }: Pick<Frame, "t">, view: Pick<AccountView, "account" | "csrfToken" | "errors">): Html | null {
  if (!view.account.hasPassword) return html`<p>${t.account.noPassword}</p>`;
  return hasLostEmail(view.account) ? null : passwordForm({ ...view, t });
}

function passwordForm({ t, csrfToken, errors }: Pick<AccountView, "csrfToken" | "errors"> & Pick<Frame, "t">): Html {
  const texts = t.account;
  const newPasswordField = { label: texts.newPassword, hint: t.signUp.passwordHint, autocomplete: "new-password" };
  return html`<h2>${texts.password}</h2><p class="muted">${texts.passwordHint}</p>
<form method="post" action="/account" novalidate>${csrfField(csrfToken)}
${textField({ name: "current_password", label: texts.current, type: "password", autocomplete: "current-password" }, errors)}
${textField({ name: "new_password", type: "password", ...newPasswordField }, errors)}
<button type="submit">${texts.submit}</button></form>`;
}

function nameForm({ t }: Pick<Frame, "t">, { name, csrfToken, errors }: AccountView): Html {
  const { account: texts } = t;
  return html`<form method="post" action="/account/name" novalidate>${csrfField(csrfToken)}
${textField({ name: "name", label: texts.name, type: "text", value: name, autocomplete: "name" }, errors)}
<button type="submit" class="secondary">${texts.nameSubmit}</button></form>`;
}
