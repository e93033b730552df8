import { raw } from "hono/html";
import { type Html, html } from "../components/html.ts";
import type { Messages } from "../messages.en.ts";
import { HEADING } from "./heading.ts";

/** The minimum number of headings for a table of contents. */
const HEADINGS_MIN = 2;

/** Links to the headings of an article; null for a page with few headings. */
export interface Contents {
  /** For narrow screens, below the title and the lead. */
  folded: Html;
  /** For wide screens, below the navigation. */
  beside: Html;
}

/** The title of an article and its lead, and the first sample of an endpoint or the index of the errors. */
const TITLE =
  /^<h1>.*?<\/h1>(?:\s*<p class="lead">.*?<\/p>)?(?:\s*<(section|dl) class="(?:endpoint-start|error-index)">.*?<\/\1>)?/s;

export function contentsOf({ docs }: Pick<Messages, "docs">, body: Html): Contents | null {
  const headings = [...body.toString().matchAll(HEADING)];
  if (headings.length < HEADINGS_MIN) return null;
  // The headings are markup of `html` already. Long codes break at their underscores.
  const links = headings.map(([, id = "", text = ""]) =>
    text.startsWith("<code>")
      ? html`<li class="contents-code"><a href="#${id}">${raw(text.replaceAll("_", "_<wbr>"))}</a></li>`
      : html`<li><a href="#${id}">${raw(text)}</a></li>`,
  );
  const list = html`<ul>${links}</ul>`;
  return {
    folded: html`<details class="docs-contents-folded"><summary>${docs.contents}</summary>${list}</details>`,
    beside: html`<nav class="docs-contents" aria-labelledby="contents"><p id="contents">${docs.contents}</p>${list}</nav>`,
  };
}

/** An article with an addition below its start. */
export function withBelowLead(body: Html, addition: Html): Html {
  return raw(body.toString().replace(TITLE, (title) => title + addition.toString())) as Html;
}
