import { type Html, html } from "../../components/html.ts";

/** The title of a card with the time of its figures, because some figures are not those of the chosen period. */
export function periodHeading(id: string, title: string, period: string): Html {
  return html`<h2 id="${id}">${title} <span class="head-period">${period}</span></h2>`;
}
