import { type Html, html } from "../components/html.ts";
import type { Messages } from "../messages.en.ts";

/** A read-only value. The script selects it on click and shows a copy button. */
export function copyBox(t: Messages, { id, label, value }: { id: string; label: string; value: string }): Html {
  const { copy } = t.portal;
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="copy-row"><input id="${id}" type="text" value="${value}" readonly data-select autocomplete="off" spellcheck="false">
<button type="button" class="secondary button-small" data-copy="${id}" data-copied="${copy.copied}" aria-label="${copy.copyOf(label)}" hidden>${copy.copy}</button></div></div>`;
}
