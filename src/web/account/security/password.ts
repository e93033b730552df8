import type { SecurityEvent } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { csrfField, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import { confirmPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import { setting } from "../setting.ts";
import { PASSWORD, PATH } from "./paths.ts";

export interface PasswordView {
  csrfToken: string;
  errors: readonly FieldError[];
  /** True if a change first needs a proof by the second factor. */
  locked: boolean;
  /** True if the platform sends mails, and so also links for a new password. */
  mail: boolean;
  /** The newest events of the account, the last change of the password among them. */
  events: readonly SecurityEvent[];
}

const FIELDS = ["current_password", "new_password"];
const CHANGES = ["account.change_password", "account.reset_password"];

/** The password with the form for a new one. */
export function passwordSetting(frame: Frame, view: PasswordView): Html {
  const { account, security } = frame.t;
  const changed = view.events.find(({ action }) => CHANGES.includes(action));
  return setting({
    id: "password",
    title: account.password,
    purpose: view.locked ? security.passwordLocked : security.passwordHint,
    state: html`${badge("good", security.set)}${changed && html` <small>${security.changed} ${formatTimestamp(frame, changed.at)}</small>`}`,
    action: view.locked ? linkButton(confirmPath(PATH), account.unlock, "secondary") : passwordForm(frame, view),
  });
}

function passwordForm({ t }: Frame, { csrfToken, errors, mail }: PasswordView): Html {
  const { account: texts } = t;
  const isOpen = errors.some(({ field }) => FIELDS.includes(field));
  const current = { label: texts.current, autocomplete: "current-password" };
  const next = { label: texts.newPassword, hint: t.signUp.passwordHint, autocomplete: "new-password" };
  return html`<details class="more" ${isOpen && "open"}><summary>${t.security.changePassword}</summary>
<form method="post" action="${PASSWORD}" class="short-form" novalidate>${csrfField(csrfToken)}
${textField({ name: "current_password", type: "password", ...current }, errors)}
${mail && html`<p class="field-link"><a href="/forgot-password">${t.signIn.forgot}</a></p>`}
${textField({ name: "new_password", type: "password", ...next }, errors)}
<button type="submit">${texts.submit}</button></form></details>`;
}
