import type { Tone } from "./badges.ts";
import { type Html, type HtmlValue, html } from "./html.ts";

export interface StatusPanel {
  tone: Exclude<Tone, "label">;
  /** A badge or an icon before the title. */
  mark: HtmlValue;
  title: string;
  content: HtmlValue;
}

/** The card at the top of a page that says in one sentence whether all is well, and below it what to do. */
export function statusPanel({ tone, mark, title, content }: StatusPanel): Html {
  return html`<section class="${`verdict verdict-${tone}`}" aria-labelledby="verdict">
<div class="verdict-head">${mark} <h2 id="verdict">${title}</h2></div>
${content}</section>`;
}
