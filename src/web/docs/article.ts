import type { FastifyReply } from "fastify";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import { linkList } from "../layout/sites.ts";
import { findSession, type RequestContext, sendPage } from "../request-context.ts";
import { DOC_PAGES, type DocPage, pathOf } from "./pages.ts";

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

/** Sends a page of the documentation. Its pages work during an outage of the core, then without the account's name. */
export function sendArticle(reply: FastifyReply, context: RequestContext, { account, title, body, status }: Article) {
  return sendPage(reply, context, {
    title: `${title} · ${context.t.docs.title}`,
    body: html`<article class="docs-text">${body}</article>`,
    sections: docsNavigation(context),
    status,
    account,
    wide: true,
  });
}

/** Links to the pages of the documentation. */
export function docsNavigation(frame: Frame): Html {
  const { docs } = frame.t;
  const links = DOC_PAGES.map((page) => ({ href: pathOf(page), label: docs.pages[page].title, above: null }));
  const all = [{ href: "/docs", label: docs.overview, above: null }, ...links];
  return html`<nav class="sections" aria-label="${docs.title}">${linkList(frame, all)}</nav>`;
}

/** The start page: all pages with their summaries. */
export function overviewPage({ t, platformName }: Frame): Html {
  const { docs } = t;
  const cards = DOC_PAGES.map((page: DocPage) => {
    const { title, summary } = docs.pages[page];
    return html`<li><a href="${pathOf(page)}">${title}</a><p>${summary}</p></li>`;
  });
  return html`<h1>${docs.title}</h1><p class="lead">${docs.lead(platformName)}</p><ul class="docs-cards">${cards}</ul>`;
}
