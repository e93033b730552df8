import type { SecurityEvent } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { csrfField, type FieldError, textField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import { formatDay } from "../../components/timestamp.ts";
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

/** When the password was last changed, or first set; "Set" if the events do not tell it. */
function lastChange(frame: Frame, events: readonly SecurityEvent[]): HtmlValue {
  const { security } = frame.t;
  const event = events.find((one) => CHANGES.includes(one.action) || isFirst(one));
  if (event === undefined) return security.set;
  return html`${isFirst(event) ? security.set : security.changed} ${formatDay(frame, event.at)}`;
}

/** True if the account got its first password with this event. */
function isFirst({ action, method }: SecurityEvent): boolean {
  return action === "account.sign_up" || (action === "session.start" && method === "invitation");
}

/** The password with the form for a new one. */
export function passwordSetting(frame: Frame, view: PasswordView): Html {
  const { account, security } = frame.t;
  return setting({
    id: "password",
    title: account.password,
    purpose: view.locked ? security.passwordLocked : security.passwordHint,
    value: html`<span class="muted">${lastChange(frame, view.events)}</span>`,
    action: view.locked ? linkButton(confirmPath(PATH), account.unlock, "secondary") : passwordForm(frame, view),
  });
}

function passwordForm({ t }: Frame, { csrfToken, errors, mail }: PasswordView): Html {
  const { account: texts } = t;
  const isOpen = errors.some(({ field }) => FIELDS.includes(field));
  const current = { label: texts.current, autocomplete: "current-password", reveal: t.layout.reveal };
  const next = {
    label: texts.newPassword,
    hint: t.signUp.passwordHint,
    autocomplete: "new-password",
    reveal: t.layout.reveal,
  };
  return html`<details class="more" ${isOpen && "open"}><summary>${t.security.changePassword}</summary>
<form method="post" action="${PASSWORD}" class="short-form" novalidate>${csrfField(csrfToken)}
${textField({ name: "current_password", type: "password", ...current }, errors)}
${mail && html`<p class="field-link"><a href="/forgot-password">${t.signIn.forgot}</a></p>`}
${textField({ name: "new_password", type: "password", ...next }, errors)}
<button type="submit">${texts.submit}</button></form></details>`;
}
