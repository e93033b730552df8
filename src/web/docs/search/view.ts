import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { emptyState, pathWith } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { type DocPage, groupOf, pathOf, SEARCH_PATH, SUGGESTIONS_PATH } from "../pages.ts";
import type { Hit } from "./find.ts";
import { patternOf } from "./terms.ts";

/** The search of the documentation. @param query its current text @param isPage true on its own page, where an empty field gets the focus */
export function searchForm({ docs }: Messages, query: string, isPage = false): Html {
  const { label, placeholder, submit, key, suggestions } = docs.search;
  return html`<form class="docs-search" role="search" method="get" action="${SEARCH_PATH}">
<label class="sr" for="docs-query">${label}</label>
<input id="docs-query" name="q" type="search" value="${query}" placeholder="${placeholder}" maxlength="100" autocomplete="off" spellcheck="false" data-suggestions="${SUGGESTIONS_PATH}" ${isPage && query === "" && html`autofocus`}>
<kbd class="docs-key" data-mac="⌘ K" aria-hidden="true" hidden>${key}</kbd>
<button type="submit" class="quiet" aria-label="${submit}">${icon("search")}</button>
<div class="docs-suggestions" id="docs-suggestions" role="listbox" aria-label="${suggestions}" hidden></div><p class="sr" role="status"></p></form>`;
}

export interface Found {
  query: string;
  terms: readonly string[];
  hits: readonly Hit[];
}

interface FoundPage extends Found {
  /** The query that the results are for, if a word of `query` has none; else null. */
  corrected: string | null;
}

/** The number of results of a page that are not folded. */
const SHOWN_MAX = 3;
const EXAMPLES = ["redirect_uri", "invalid_grant", "webhook-id", "/oauth/token", "refresh"];

/** The results of a search, by page; without a query, an explanation of the search. */
export function searchPage(t: Messages, { query, terms, hits, corrected }: FoundPage): Html {
  const { search: texts } = t.docs;
  const title = html`<h1>${texts.title}</h1>`;
  if (terms.length === 0)
    return html`${title}<p class="lead">${texts.lead}</p><p>${queriesOf(texts.examples, EXAMPLES)}</p>`;
  if (hits.length === 0) {
    const action = html`${queriesOf(texts.examples, EXAMPLES)}<a class="button secondary" href="/docs">${texts.browse}</a>`;
    return html`${title}${emptyState({ icon: "search", title: texts.none(query), text: texts.noneText, action })}`;
  }
  const pages = [...Map.groupBy(hits, ({ page }) => page)];
  const count = texts.count(hits.length, pages.length, corrected ?? query);
  return html`${title}${corrected !== null && correctedNotice(texts, query, corrected)}<p class="muted" role="status">${count}</p>
${pages.map(([page, ofPage]) => pageOf(t, page, { hits: ofPage, terms }))}`;
}

function correctedNotice(texts: Messages["docs"]["search"], query: string, corrected: string): Html {
  return html`<p class="notice">${texts.corrected(query)} <a href="${pathWith(SEARCH_PATH, { q: corrected })}">${corrected}</a></p>`;
}

/** Links to searches. */
function queriesOf(label: string, queries: readonly string[]): Html {
  const links = queries.map((one) => html` <a href="${pathWith(SEARCH_PATH, { q: one })}"><code>${one}</code></a>`);
  return html`<span class="docs-queries">${label}${links}</span>`;
}

/** The results on one page, the best first. */
function pageOf({ docs }: Messages, page: DocPage, { hits, terms }: Pick<Found, "hits" | "terms">): Html {
  const items = hits.map((hit) => resultOf(docs.search, hit, terms));
  const folded = items.slice(SHOWN_MAX);
  const more =
    folded.length > 0 &&
    html`<details><summary>${docs.search.more(folded.length)}</summary><ol class="docs-results">${folded}</ol></details>`;
  return html`<section class="docs-found"><h2><small>${docs.groups[groupOf(page)]} › </small><a href="${pathOf(page)}">${marked(docs.pages[page].title, terms)}</a></h2>
<ol class="docs-results">${items.slice(0, SHOWN_MAX)}</ol>${more}</section>
`;
}

/** A result. The start of a page has the title of the page above it already. */
function resultOf(texts: Messages["docs"]["search"], hit: Hit, terms: readonly string[]): Html {
  const { id, heading, isCode, above, snippet, onlyInSample } = hit;
  const title = id === "" ? html`${texts.start}` : marked(heading, terms);
  const name = isCode ? html`<code class="long">${title}</code>` : title;
  return html`<li><a href="${addressOf(hit)}">${above && html`<small>${above} › </small>`}<strong>${name}</strong></a>
<p>${onlyInSample && html`<small>${texts.inSample}</small> `}${snippetOf(snippet, terms)}</p></li>`;
}

/** The address of a section. */
export function addressOf({ page, id }: Pick<Hit, "page" | "id">): string {
  return `${pathOf(page)}${id === "" ? "" : `#${id}`}`;
}

/** A snippet: its names are in backticks. */
export function snippetOf(snippet: string, terms: readonly string[]): Html {
  const parts = snippet.split("`").map((part, at) => {
    return at % 2 === 1 ? html`<code class="long">${marked(part, terms)}</code>` : marked(part, terms);
  });
  return html`${parts}`;
}

/** A text in which the terms are marked. */
export function marked(text: string, terms: readonly string[]): Html {
  // Because of the group, `split` returns the matches at the odd indexes.
  const parts = text.split(new RegExp(`(${terms.map(patternOf).join("|")})`, "giu"));
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
}
