import type { ConsoleVisit } from "../console/context.ts";
import type { Messages } from "../messages.en.ts";
import { type Html, html } from "./html.ts";

/** What is wrong with one field; `field` is the id of the element that the summary leads to. */
export interface FieldError {
  field: string;
  text: string;
}

export interface TextField {
  /** Its id and name. */
  name: string;
  label: string;
  type: "text" | "email" | "password";
  value?: string;
  autocomplete: string;
  hint?: string;
}

/** A labelled field with its hint and fault tied to it. */
export function textField(field: TextField, faults: readonly FieldError[]): Html {
  const { name, label, type, value, autocomplete, hint } = field;
  const fault = faults.find((one) => one.field === name);
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<small id="${name}-hint">${hint}</small>`}
${fault && html`<p class="fault" id="${name}-fault">${fault.text}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${value ?? ""}" autocomplete="${autocomplete}" required
 ${type === "email" && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
 ${described && html`aria-describedby="${described}"`} ${fault && html`aria-invalid="true"`}>
</div>`;
}

/** What has to be put right, with links to the fields; nothing where nothing has. */
export function faultSummary(t: Messages, faults: readonly FieldError[]): Html | null {
  if (faults.length === 0) return null;
  const items = faults.map(({ field, text }) => html`<li><a href="${`#${field}`}">${text}</a></li>`);
  return html`<div class="notice notice-fault" role="alert" tabindex="-1" data-focus aria-labelledby="fault-summary">
<p id="fault-summary"><strong>${t.layout.problem}</strong></p>
<ul>${items}</ul>
</div>`;
}

export function csrfField(token: string): Html {
  return html`<input type="hidden" name="csrf_token" value="${token}">`;
}

export interface Button {
  label: string;
  tone?: "secondary" | "danger";
}

/** A form of one button. */
export function buttonForm({ csrfToken }: Pick<ConsoleVisit, "csrfToken">, action: string, button: Button): Html {
  return html`<form method="post" action="${action}" data-once>${csrfField(csrfToken)}
<button type="submit" class="${button.tone}">${button.label}</button></form>`;
}
