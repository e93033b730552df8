import { type Html, type HtmlValue, html } from "../../components/html.ts";

/**
 * Facts of a row of `ul.log`, in the same order in every row of a list. On wide screens, they form columns.
 * @param facts an empty fact keeps the place of the following facts
 */
export function logFacts(facts: readonly HtmlValue[]): Html {
  return html`${facts.map((fact) => html`<span>${fact}</span> `)}`;
}

/** The heads of the columns on wide screens, where labels in the rows are only for screen readers. @param last the head of the last column */
export function logHeads(first: string, facts: readonly string[], last: string | null = null): Html {
  return html`<div class="log-heads" aria-hidden="true"><span>${first}</span>
<div>${facts.map((fact) => html`<span>${fact}</span> `)}</div>${last && html`<span>${last}</span>`}</div>`;
}
