import { type Html, type HtmlValue, html } from "../../components/html.ts";

export interface LogCard {
  /** The id of the heading, to which other parts of the page link. */
  id: string;
  title: string;
  /** The purpose in one or two sentences. */
  text: string;
  /** The action for all entries, beside the title. */
  action?: HtmlValue;
  rows: readonly Html[];
  /** The next step, below the entries. */
  end?: HtmlValue;
}

/** A list of devices or events. On wide screens, the facts of its rows form columns. */
export function logCard({ id, title, text, action, rows, end }: LogCard): Html {
  return html`<section class="card" aria-labelledby="${id}"><div class="heading"><div><h2 id="${id}">${title}</h2>
<p class="muted">${text}</p></div>${action}</div>
<ul class="rows log">${rows.map((row) => html`<li>${row}</li>`)}</ul>
${end}</section>`;
}

/** Facts of a row, in the same order in every row of a list. */
export function logFacts(facts: readonly HtmlValue[]): Html {
  return html`${facts.map((fact) => html`<span>${fact}</span> `)}`;
}
