import type { Tone } from "./badges.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

export interface StatusPanel {
  tone: Exclude<Tone, "label">;
  /** A badge or an icon before the title. */
  mark: HtmlValue;
  title: string;
  content: HtmlValue;
  /** The id of the title, if the page has several panels. Default: `verdict`. */
  id?: string;
}

/** The card at the top of a page that says in one sentence whether all is well, and below it what to do. */
export function statusPanel({ id = "verdict", tone, mark, title, content }: StatusPanel): Html {
  return html`<section class="${`verdict verdict-${tone}`}" aria-labelledby="${id}">
  <div class="verdict-head">${mark} <h2 id="${id}">${title}</h2></div>
  ${content}</section>`;
}
