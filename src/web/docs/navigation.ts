import { type Html, type HtmlValue, html } from "../components/html.ts";
import { icon } from "../components/icon.ts";
import type { Frame } from "../layout/frame.ts";
import { sectionNavigation } from "../layout/navigation.ts";
import type { Link } from "../layout/sites.ts";
import {
  DOC_GROUPS,
  DOC_PAGES,
  type DocGroup,
  type DocPage,
  endpointOn,
  groupOf,
  PAGE_ICONS,
  pathOf,
  SEARCH_PATH,
} from "./pages.ts";
import { methodsOf } from "./reference/names.ts";
import { endpointsOf } from "./reference/openapi.ts";
import { searchForm } from "./search/view.ts";

/** The areas in the header, by their first page. */
const AREAS = ["quickstart", "authorization", "endpoints"] as const satisfies readonly DocPage[];

/** The page at the path of the request; undefined on the start page, on other pages and for paths below a page. */
export function pageIn({ path }: Frame): DocPage | undefined {
  const here = path?.split("?")[0];
  return DOC_PAGES.find((page) => pathOf(page) === here);
}

/** The page whose navigation is shown: also of paths below a page. */
function placeIn({ path }: Frame): DocPage | undefined {
  const here = path?.split("?")[0] ?? "";
  return DOC_PAGES.findLast((page) => here === pathOf(page) || here.startsWith(`${pathOf(page)}/`));
}

/** The header of the documentation: its areas and, except on the start page, the search, which is a link on phones. */
export function docsBar(frame: Frame): Html {
  const { docs } = frame.t;
  const place = placeIn(frame);
  const areas = AREAS.map((area) => {
    const here = place !== undefined && groupOf(place) === groupOf(area);
    return html`<li><a href="${pathOf(area)}" ${here && html`aria-current="true"`}>${docs.groups[groupOf(area)]}</a></li>`;
  });
  const here = frame.path?.split("?")[0];
  const isSearch = here === SEARCH_PATH;
  const link = html`<a class="docs-search-link" href="${SEARCH_PATH}" aria-label="${docs.search.label}">${icon("search")}</a>`;
  const search = html`${!isSearch && link}${searchForm(frame.t, queryIn(frame), isSearch)}`;
  return html`<div class="docs-bar ${isSearch && "docs-bar-search"}"><nav class="docs-areas" aria-label="${docs.areas}"><a class="docs-home" href="/docs">${docs.short}</a><ul>${areas}</ul></nav>
${here !== "/docs" && search}</div>`;
}

/** Links to the pages of the group, or of all groups outside of them. @param contents links to the headings of the page, which stand below them */
export function docsNavigation(frame: Frame, contents: HtmlValue = null): Html {
  const { docs } = frame.t;
  const place = placeIn(frame);
  const groups = (Object.keys(DOC_GROUPS) as DocGroup[])
    .filter((group) => place === undefined || groupOf(place) === group)
    .map((group) => ({ title: docs.groups[group], links: DOC_GROUPS[group].map((page) => linkTo(frame, page)) }));
  const overview = { href: "/docs", label: docs.overview, above: null, icon: "book" } as const;
  const all = place === undefined ? [{ links: [overview] }, ...groups] : groups;
  const navigation = sectionNavigation(frame, docs.title, all);
  return html`<div class="docs-side">${navigation}${contents}</div>`;
}

/** The operations, whose methods the links to their pages show. */
const ENDPOINTS = endpointsOf("");

function linkTo({ t }: Frame, page: DocPage): Link {
  const link = { href: pathOf(page), label: t.docs.pages[page].title, above: null };
  const name = endpointOn(page);
  const endpoint = ENDPOINTS.find(({ operation }) => operation === name);
  if (endpoint !== undefined) return { ...link, extra: html` ${methodsOf(endpoint, ENDPOINTS)}` };
  return { ...link, icon: PAGE_ICONS[page as keyof typeof PAGE_ICONS] };
}

/** The query of a page of search results, for the search form on it; empty on other pages. */
function queryIn({ path }: Frame): string {
  const [page, query] = path?.split("?") ?? [];
  return page === SEARCH_PATH ? (new URLSearchParams(query).get("q") ?? "") : "";
}
