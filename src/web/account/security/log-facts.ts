import { type Html, type HtmlValue, html } from "../../components/html.ts";

/**
 * Facts of a row of `ul.log`, in the same order in every row of a list. On wide screens, they form columns.
 * @param facts an empty fact keeps the place of the following facts
 */
export function logFacts(facts: readonly HtmlValue[]): Html {
  return html`${facts.map((fact) => html`<span>${fact}</span> `)}`;
}
