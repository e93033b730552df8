import { type Html, html } from "./html.ts";

/** An email address that a narrow line breaks after the `@` and before a dot, instead of within a word. */
export function emailAddress(email: string): Html {
  const parts = email.split(/(?<=@)|(?=\.)/);
  return html`<span class="email" dir="auto">${parts.map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}</span>`;
}

/** A text whose e-mail addresses break as those of `emailAddress`. */
export function withEmailAddresses(text: string): Html {
  return html`${text.split(/([^\s@(„“”"]+@[^\s@)“”",;]*[^\s@)“”",;.])/).map((part, at) => (at % 2 === 1 ? emailAddress(part) : part))}`;
}
