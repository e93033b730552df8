import { raw } from "hono/html";
import { type Html, html } from "../components/html.ts";
import type { Messages } from "../messages.en.ts";
import { HEADING } from "./heading.ts";

/** A shorter page is seen as a whole. */
const HEADINGS_MIN = 3;

/** Links to the headings of an article, beside it on wide screens; null for a page with few of them. */
export function contentsOf({ docs }: Pick<Messages, "docs">, body: Html): Html | null {
  // The endpoints have their own list, and their examples in place of this one.
  if (body.includes('class="endpoint"')) return null;
  const headings = [...body.toString().matchAll(HEADING)];
  if (headings.length < HEADINGS_MIN) return null;
  // The headings are markup of `html` already.
  const links = headings.map(([, id, text = ""]) => html`<li><a href="#${id}">${raw(text)}</a></li>`);
  return html`<nav class="docs-contents" aria-labelledby="contents"><p id="contents">${docs.contents}</p><ul>${links}</ul></nav>`;
}
