import type { Messages } from "../messages.en.ts";
import { type Html, html } from "./html.ts";
import { icon } from "./icon.ts";

/** A value to copy. */
export interface Copied {
  /** The id of the element with the value. */
  id: string;
  /** The name of the value, for screen readers and above the field. */
  label: string;
  value: string;
}

/** A labelled read-only field with a copy button. `latchkey.js` selects the value on focus. */
export function copyBox(t: Pick<Messages, "copy">, { id, label, value }: Copied): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="copy-row"><input id="${id}" type="text" value="${value}" readonly data-select autocomplete="off" spellcheck="false">
${copyButton(t, { id, label })}</div></div>`;
}

/** A value within a line of text, such as a client id. */
export function copyCode(t: Pick<Messages, "copy">, { id, label, value }: Copied): Html {
  return html`<span class="copy-code"><code id="${id}">${value}</code>${copyIcon(t, { id, label })}</span>`;
}

/** A value that is shown only once, such as a secret or a link. It wraps instead of scrolling. */
export function copySecret(t: Pick<Messages, "copy">, { id, label, value }: Copied): Html {
  return html`<div class="copy-row"><code class="secret" id="${id}">${value}</code>
${copyButton(t, { id, label })}</div>`;
}

/** A labelled secret that is shown only once, in a read-only field that wraps. `latchkey.js` selects the value on focus. */
export function copySecretField(t: Pick<Messages, "copy">, { id, label, value }: Copied): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="copy-row"><textarea class="secret" id="${id}" rows="2" readonly data-select autocomplete="off" spellcheck="false">${value}</textarea>
${copyButton(t, { id, label })}</div></div>`;
}

/**
 * A labelled text of several lines in a read-only field with a copy button. `latchkey.js` selects the text on focus.
 * @param action the label of a primary button below the text, in place of the button beside it
 */
export function copyText(t: Pick<Messages, "copy">, { id, label, value }: Copied, action?: string): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="copy-row"><textarea id="${id}" rows="4" dir="auto" readonly data-select>\n${value}</textarea>
${action === undefined && copyButton(t, { id, label })}</div>${action !== undefined && copyAction(t, { id, label: action })}</div>`;
}

interface CopyAction extends Pick<Copied, "id" | "label"> {
  tone?: "primary" | "secondary";
}

/** The button of a page whose next step is to copy a value. The value is elsewhere on the page, in the element `id`. */
export function copyAction({ copy }: Pick<Messages, "copy">, { id, label, tone = "primary" }: CopyAction): Html {
  return html`<button type="button"${tone === "secondary" && html` class="secondary"`} data-copy="${id}" data-copied="${copy.copied}" data-failed="${copy.failed}" hidden>${label}</button>`;
}

/** A button that copies the text of the element `id`. It is hidden if JavaScript or access to the clipboard is missing (`latchkey.js`). */
export function copyButton({ copy }: Pick<Messages, "copy">, { id, label }: Pick<Copied, "id" | "label">): Html {
  return html`<button type="button" class="secondary outline button-small" data-copy="${id}" data-copied="${copy.copied}" data-failed="${copy.failed}" aria-label="${copy.copyOf(label)}" hidden>${copy.copy}</button>`;
}

/** As `copyButton`, as an icon for a line of text. */
export function copyIcon({ copy }: Pick<Messages, "copy">, { id, label }: Pick<Copied, "id" | "label">): Html {
  return html`<button type="button" class="copy-icon" data-copy="${id}" data-copied="${copy.copied}" data-failed="${copy.failed}" aria-label="${copy.copyOf(label)}" title="${copy.copyOf(label)}" hidden>${icon("copy")}</button>`;
}
