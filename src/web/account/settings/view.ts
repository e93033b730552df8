import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { hasLostEmail, isUnverified } from "../../components/email-verification.ts";
import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { statusMessage } from "../../components/notice.ts";
import type { Frame } from "../../layout/frame.ts";

export interface AccountView {
  account: Account;
  csrfToken: string;
  errors: readonly FieldError[];
  /** The change by the previous request; null without one. */
  changed: "password" | "name" | null;
  /** The name as it was entered. */
  name: string;
}

export function accountPage({ t }: Frame, view: AccountView): Html {
  const { account, csrfToken, errors, changed } = view;
  const texts = t.account;
  return html`<article class="card narrow"><h1>${texts.title}</h1>
<p><strong dir="auto">${account.name}</strong>${account.email !== "" && html`<br>${account.email}`}</p>
${changed !== null && statusMessage(changed === "name" ? texts.nameChanged : texts.changed)}
${errorSummary(t, errors)}
${isUnverified(account) && html`<p class="notice notice-warn">${hasLostEmail(account) ? texts.lostEmail : texts.unverified}</p>`}
<p><a href="/account/security">${texts.security}</a></p>
${nameForm({ t }, view)}
${signInLink({ t }, { account, csrfToken, errors })}
</article>`;
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
