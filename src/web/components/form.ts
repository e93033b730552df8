import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { FORM_OWNER } from "../http/kept-input.ts";
import type { Messages } from "../messages.en.ts";
import { type Html, html } from "./html.ts";

/** An error of one field. `field` is the element id that the summary links to; empty for an error of no field. */
export interface FieldError {
  field: string;
  text: string;
  /** The name of the field, for the summary; absent if the text contains it. */
  label?: string;
  /** The code of the core's field violation; absent or empty if there is none. */
  code?: string;
  /** No error: the value that another change has stored meanwhile, which a checkbox below the field offers. */
  stored?: string;
}

/** The name of a field in a message. In its label, "(optional)" is a remark for the form. */
export function fieldName(label: string): string {
  return label.replace(/ \(optional\)$/, "");
}

export interface TextField {
  /** The id and name of the input. */
  name: string;
  label: string;
  type: "text" | "email" | "password";
  value?: string;
  autocomplete: string;
  hint?: string;
  /** The labels of the button that `latchkey.js` adds to a password field. */
  reveal?: Messages["layout"]["reveal"];
}

/** A labelled input with its hint and error. */
export function textField(field: TextField, errors: readonly FieldError[]): Html {
  const { name, label, type, value, autocomplete, hint, reveal } = field;
  const error = errors.find((one) => one.field === name);
  const described = [hint && `${name}-hint`, error && `${name}-fault`].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<small id="${name}-hint">${hint}</small>`}
${error && html`<p class="fault" id="${name}-fault">${error.text}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${value ?? ""}" autocomplete="${autocomplete}" required
 ${type === "email" && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
 ${reveal && html`data-show="${reveal.show}" data-hide="${reveal.hide}"`}
 ${described && html`aria-describedby="${described}"`} ${error && html`aria-invalid="true"`}>
</div>`;
}

/** The list of errors with links to their fields; null if there are no errors. */
export function errorSummary(t: Messages, errors: readonly FieldError[]): Html | null {
  if (errors.length === 0) return null;
  const items = errors.map(({ field, text, label }) => {
    const said = label ? `${label}: ${text}` : text;
    return html`<li>${field === "" ? said : html`<a href="${`#${field}`}">${said}</a>`}</li>`;
  });
  return html`<div class="notice notice-fault" role="alert" tabindex="-1" data-focus aria-labelledby="fault-summary">
<p id="fault-summary"><strong>${t.layout.problem}</strong></p>
<ul>${items}</ul>
</div>`;
}

export function csrfField(token: string): Html {
  return html`<input type="hidden" name="csrf_token" value="${token}">`;
}

/** The field of a form whose text survives a sign-in of the same account. */
export function ownerField({ account }: { account: Pick<Account, "accountId"> }): Html {
  return html`<input type="hidden" name="${FORM_OWNER}" value="${account.accountId}">`;
}

interface ButtonForm {
  action: string;
  label: string;
  tone?: "secondary" | "danger" | "quiet";
}

/** A form with one button. */
export function buttonForm({ csrfToken }: { csrfToken: string }, { action, label, tone }: ButtonForm): Html {
  return html`<form method="post" action="${action}" data-once>${csrfField(csrfToken)}
<button type="submit" class="${tone}">${label}</button></form>`;
}
