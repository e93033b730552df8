import { type Html, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { groupOf, SEARCH_PATH } from "../pages.ts";
import type { Hit } from "./find.ts";
import { QUERY_MAX } from "./terms.ts";
import { addressOf, type Found, marked, snippetOf } from "./view.ts";

/** So many fit below the search without scrolling. */
const OPTIONS_MAX = 5;

interface FoundOptions extends Found {
  /** Similar queries with results, for a query without any. */
  suggestions: readonly string[];
}

/** The options of the list below the search, best first; empty for an empty query. `data-status` is read to screen readers. */
export function optionsOf(t: Messages, { query, terms, hits, suggestions }: FoundOptions): Html {
  if (terms.length === 0) return html``;
  const { search: texts } = t.docs;
  const asked = query.slice(0, QUERY_MAX);
  const shown = onePerPageFirst(hits).slice(0, OPTIONS_MAX);
  const similar = suggestions.map((one) => ({
    href: pathWith(SEARCH_PATH, { q: one }),
    name: html`<code>${one}</code>`,
  }));
  const options = [
    ...shown.map((hit) => ({
      href: addressOf(hit),
      name: nameOf(hit, terms),
      place: placeOf(t, hit),
      excerpt: hit.snippet && html`<span class="docs-excerpt">${snippetOf(hit.snippet, terms)}</span>`,
    })),
    ...similar.map((one) => ({ ...one, place: texts.similar, excerpt: null })),
    { href: pathWith(SEARCH_PATH, { q: asked }), name: html`${texts.all(asked)}`, place: "", excerpt: null },
  ];
  const status = hits.length === 0 ? texts.none(asked) : texts.suggested(shown.length);
  return html`<div data-status="${status}">${options.map(({ href, name, place, excerpt }, at) => {
    const text = html`<span>${name}</span>${place && html`<small>${place}</small>`}${excerpt}`;
    return html`<a role="option" id="${`docs-option-${at}`}" aria-selected="false" tabindex="-1" href="${href}">${text}</a>`;
  })}</div>`;
}

/** The best result of each page, and then the others. */
function onePerPageFirst(hits: readonly Hit[]): Hit[] {
  const best = [...Map.groupBy(hits, ({ page }) => page).values()].map(([first]) => first!);
  return [...new Set([...best, ...hits])];
}

function nameOf({ heading, title = heading, isCode }: Hit, terms: readonly string[]): Html {
  const name = marked(title, terms);
  return isCode ? html`<code class="long">${name}</code>` : name;
}

/** The group or the page of a section, and the heading above it. */
function placeOf({ docs }: Messages, { page, id, above }: Hit): string {
  const place = id === "" ? docs.groups[groupOf(page)] : docs.pages[page].title;
  return above ? `${place} › ${above}` : place;
}
