import { csrfField } from "../components/form.ts";
import { type Html, html } from "../components/html.ts";
import type { Messages } from "../messages.en.ts";
import type { PortalVisit } from "./page-router.ts";

/** A value to take away: selected by a click, copied by the button that a script shows. */
export function copyBox(t: Messages, { id, label, value }: { id: string; label: string; value: string }): Html {
  const { copy } = t.portal;
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="copy-row"><input id="${id}" type="text" value="${value}" readonly data-select autocomplete="off" spellcheck="false">
<button type="button" class="secondary button-small" data-copy="${id}" data-copied="${copy.copied}" aria-label="${copy.copyOf(label)}" hidden>${copy.copy}</button></div></div>`;
}

interface StepButton {
  action: string;
  label: string;
  tone?: "secondary" | "danger";
}

/** A form of one button. */
export function stepButton({ csrfToken }: PortalVisit, { action, label, tone }: StepButton): Html {
  return html`<form method="post" action="${action}" data-once>${csrfField(csrfToken)}
<button type="submit" class="${tone}">${label}</button></form>`;
}
