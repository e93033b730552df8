import { csrfField, type FieldError, textField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import { confirmPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import { PASSWORD, PATH } from "./paths.ts";
import { sectionCard } from "./section-card.ts";

export interface PasswordView {
  csrfToken: string;
  errors: readonly FieldError[];
  /** True if a change first needs a proof by the second factor. */
  locked: boolean;
  /** True if the platform sends mails, and so also links for a new password. */
  mail: boolean;
}

const FIELDS = ["current_password", "new_password"];

/** The section with the form for a new password. */
export function passwordSection(frame: Frame, view: PasswordView): Html {
  const { account, security } = frame.t;
  return sectionCard({
    id: "password",
    title: account.password,
    text: view.locked ? security.passwordLocked : security.passwordHint,
    action: view.locked && linkButton(confirmPath(PATH), account.unlock, "secondary"),
    content: !view.locked && passwordForm(frame, view),
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
