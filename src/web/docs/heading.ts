import { type Html, html } from "../components/html.ts";

/** A heading that links to itself, so that its address can be copied. @param id the fragment */
export function heading(id: string, text: string): Html {
  return html`<h2 id="${id}">${anchor(id, text)}</h2>`;
}

/** A link to an element of its own page. */
export function anchor(id: string, text: string | Html): Html {
  return html`<a class="anchor" href="#${id}">${text}</a>`;
}

/** Matches the headings of an article and its error codes. The groups are the id and the markup of the text. */
export const HEADING = /<(?:h2|div class="error-code") id="([^"]+)">(?:<dt>)?<a [^>]*>(.*?)<\/a>/gs;
