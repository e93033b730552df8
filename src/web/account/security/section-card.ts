import { type Html, type HtmlValue, html } from "../../components/html.ts";

export interface SectionCard {
  /** The id of the heading, to which the overview links. */
  id: string;
  title: string;
  /** The state, after the title. */
  badges?: HtmlValue;
  /** The purpose in one or two sentences. */
  text?: HtmlValue;
  /** The action of the section, beside its title. */
  action?: HtmlValue;
  content?: HtmlValue;
}

/** One topic of the security page: its state, purpose and action, with its entries below. */
export function sectionCard({ id, title, badges, text, action, content }: SectionCard): Html {
  return html`<section class="card" aria-labelledby="${id}"><div class="section-head"><div><h2 id="${id}">${title} ${badges}</h2>
${text && html`<p class="muted">${text}</p>`}</div>${action && html`<div>${action}</div>`}</div>
${content}</section>`;
}
