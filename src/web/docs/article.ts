import type { FastifyReply } from "fastify";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, type HtmlValue, html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import { sectionNavigation } from "../layout/navigation.ts";
import { findSession, type RequestContext, sendPage } from "../request-context.ts";
import { contentsOf } from "./contents.ts";
import { DOC_GROUPS, DOC_PAGES, type DocGroup, type DocPage, PAGE_ICONS, pathOf, SEARCH_PATH } from "./pages.ts";
import { searchForm } from "./search/view.ts";

/** The account of the session; null if signed out, undefined if the core could not be asked. */
export type ReaderAccount = Account | null | undefined;

export async function findReader(context: RequestContext): Promise<ReaderAccount> {
  return findSession(context).then(
    (session) => session?.account ?? null,
    () => undefined,
  );
}

interface Article {
  account: ReaderAccount;
  title: string;
  body: Html;
  /** Default: 200. */
  status?: number;
}

/** Sends a page of the documentation. During an outage of the core the pages work without the name of the account. */
export function sendArticle(reply: FastifyReply, context: RequestContext, { account, title, body, status }: Article) {
  const contents = contentsOf(context.t, body);
  // Pages with their samples beside the text have their contents below the navigation.
  const hasExamples = ["endpoints", "quickstart"].includes(pageIn(context) ?? "");
  return sendPage(reply, context, {
    title: `${title} · ${context.t.docs.title}`,
    body: articleFrame(context, contents?.body ?? body, !hasExamples && contents?.beside),
    sections: docsNavigation(context, hasExamples ? contents?.beside : null),
    status,
    account,
    wide: true,
  });
}

/** A text with the name of its group above it, and links to its neighbours below. */
export function articleFrame(frame: Frame, body: Html, beside: HtmlValue = null): Html {
  return html`<div class="docs-frame"><article class="docs-text">${groupOf(frame)}${body}${neighbours(frame)}</article>${beside}</div>`;
}

/** The search, which the start page has in its text, and links to the pages of the documentation. @param last content below the links on wide screens */
export function docsNavigation(frame: Frame, last: HtmlValue = null): Html {
  const { docs } = frame.t;
  const groups = Object.entries(DOC_GROUPS).map(([group, pages]) => ({
    title: docs.groups[group as DocGroup],
    links: pages.map((page) => ({
      href: pathOf(page),
      label: docs.pages[page].title,
      above: null,
      icon: PAGE_ICONS[page],
    })),
  }));
  const overview = { href: "/docs", label: docs.overview, above: null, icon: "book" } as const;
  return html`<div class="docs-side">${frame.path?.split("?")[0] !== "/docs" && searchForm(frame.t, queryIn(frame))}
${sectionNavigation(frame, docs.title, [{ links: [overview] }, ...groups])}${last}</div>`;
}

/** The query of a page of search results, for the search form on it; empty on other pages. */
function queryIn({ path }: Frame): string {
  const [page, query] = path?.split("?") ?? [];
  return page === SEARCH_PATH ? (new URLSearchParams(query).get("q") ?? "") : "";
}

/** The page at the path of the request; undefined on the start page and for paths below a page. */
function pageIn({ path }: Frame): DocPage | undefined {
  const here = path?.split("?")[0];
  return DOC_PAGES.find((page) => pathOf(page) === here);
}

/** The name of the group of a page, shown above its title; null on the start page and for paths below a page. */
function groupOf(frame: Frame): Html | null {
  const here = pageIn(frame);
  const group = Object.entries(DOC_GROUPS).find(([, pages]) => pages.some((page) => page === here))?.[0];
  return group === undefined ? null : html`<p class="docs-group">${frame.t.docs.groups[group as DocGroup]}</p>`;
}

/** Links to the previous and the next page; null on the start page and for paths below a page. */
function neighbours(frame: Frame): Html | null {
  const here = pageIn(frame);
  if (here === undefined) return null;
  const at = DOC_PAGES.indexOf(here);
  const { docs } = frame.t;
  const link = (page: DocPage | undefined, name: string, className: string) =>
    page &&
    html`<a class="${className}" href="${pathOf(page)}"><small>${name}</small><strong>${docs.pages[page].title}</strong><span>${docs.pages[page].summary}</span></a>`;
  return html`<nav class="docs-neighbours" aria-label="${docs.neighbours}">${link(DOC_PAGES[at - 1], docs.previous, "previous")}${link(DOC_PAGES[at + 1], docs.next, "next")}</nav>`;
}
