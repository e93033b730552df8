import { type Html, html } from "./html.ts";

/** An e-mail address that moves to the next line as a whole, and breaks only if it is longer than a line. */
export function emailAddress(email: string): Html {
  return html`<span class="email" dir="auto">${email}</span>`;
}

const PLAIN = String.raw`[^\s@(„“”"]+@[^\s@)“”",;]*[^\s@)“”",;.]`;
const ADDRESS = new RegExp(`(\\(${PLAIN}\\)[.,;]?|${PLAIN}[.,;]?)`);

/** A text with each e-mail address as `emailAddress`, together with its brackets and the mark after it, so that no line begins with the mark. */
export function withEmailAddresses(text: string): Html {
  return html`${text.split(ADDRESS).map((part, at) => (at % 2 === 1 ? emailAddress(part) : part))}`;
}
