import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { hasLostEmail, isUnverified } from "../../components/email-verification.ts";
import { csrfField, errorSummary, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import type { Frame } from "../../layout/frame.ts";

export interface AccountView {
  account: Account;
  csrfToken: string;
  errors: readonly FieldError[];
  /** The password was changed by the previous request. */
  changed: boolean;
}

export function accountPage({ t }: Frame, { account, csrfToken, errors, changed }: AccountView): Html {
  const texts = t.account;
  return html`<article class="card narrow"><h1>${texts.title}</h1>
<p><strong dir="auto">${account.name}</strong>${account.email !== "" && html`<br>${account.email}`}</p>
${changed && html`<p class="notice notice-good" role="status">${texts.changed}</p>`}
${isUnverified(account) && html`<p class="notice notice-warn">${hasLostEmail(account) ? texts.lostEmail : texts.unverified}</p>`}
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
${errorSummary(t, errors)}
<form method="post" action="/account" novalidate>${csrfField(csrfToken)}
${textField({ name: "current_password", label: texts.current, type: "password", autocomplete: "current-password" }, errors)}
${textField({ name: "new_password", type: "password", ...newPasswordField }, errors)}
<button type="submit">${texts.submit}</button></form>`;
}
