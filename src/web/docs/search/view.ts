import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { emptyState } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { groupOf, pathOf, SEARCH_PATH } from "../pages.ts";
import type { Hit } from "./find.ts";

/** The search of the documentation. @param query its current text */
export function searchForm({ docs }: Messages, query: string): Html {
  const { label, placeholder, submit } = docs.search;
  return html`<form class="docs-search" role="search" method="get" action="${SEARCH_PATH}">
<label class="sr" for="docs-query">${label}</label>
<input id="docs-query" name="q" type="search" value="${query}" placeholder="${placeholder}" maxlength="100" autocomplete="off" spellcheck="false">
<button type="submit" class="quiet" aria-label="${submit}">${icon("search")}</button></form>`;
}

interface Found {
  query: string;
  terms: readonly string[];
  hits: readonly Hit[];
}

/** The results of a search; without a query, an explanation of the search. */
export function searchPage(t: Messages, { query, terms, hits }: Found): Html {
  const { search: texts } = t.docs;
  const title = html`<h1>${texts.title}</h1>`;
  if (terms.length === 0) return html`${title}<p class="lead">${texts.lead}</p>`;
  if (hits.length === 0) {
    const action = html`<a class="button secondary" href="/docs">${texts.browse}</a>`;
    return html`${title}${emptyState({ icon: "search", title: texts.none(query), text: texts.noneText, action })}`;
  }
  return html`${title}<p class="muted" role="status">${texts.count(hits.length, query)}</p>
<ol class="docs-results">${hits.map((hit) => resultOf(t, hit, terms))}</ol>`;
}

function resultOf({ docs }: Messages, { page, id, heading, snippet }: Hit, terms: readonly string[]): Html {
  const path = [docs.groups[groupOf(page)], id !== "" && docs.pages[page].title].filter(Boolean).join(" › ");
  const href = `${pathOf(page)}${id === "" ? "" : `#${id}`}`;
  return html`<li><a href="${href}"><small>${path}</small> <strong>${marked(heading, terms)}</strong></a>
<p>${marked(snippet, terms)}</p></li>`;
}

/** A text in which the terms are marked. */
function marked(text: string, terms: readonly string[]): Html {
  // Because of the group, `split` returns the matches at the odd indexes.
  const parts = text.split(new RegExp(`(${terms.map((term) => RegExp.escape(term)).join("|")})`, "giu"));
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
}
