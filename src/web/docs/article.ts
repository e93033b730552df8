import type { FastifyReply } from "fastify";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import { findSession, type RequestContext, sendPage } from "../request-context.ts";
import { contentsOf, withBelowLead } from "./contents.ts";
import { feedbackToken } from "./feedback/routes.ts";
import { feedbackOf } from "./feedback/view.ts";
import { markdownActions } from "./markdown/view.ts";
import { docsBar, docsNavigation, pageIn } from "./navigation.ts";
import { DOC_PAGES, type DocPage, endpointOn, groupOf, hasMarkdown, markdownPathOf, pathOf } from "./pages.ts";

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
  const here = pageIn(context);
  const markdown = here !== undefined && hasMarkdown(here);
  if (markdown) reply.header("link", `<${markdownPathOf(here)}>; rel="alternate"; type="text/markdown"`);
  const below = html`${markdown && markdownActions(context.t, here)}${contents?.folded}`;
  return sendPage(reply, context, {
    title: `${title} · ${context.t.docs.title}`,
    body: articleFrame(context, withBelowLead(body, below), { feedback: feedbackToken(context, reply) }),
    bar: docsBar(context),
    sections: docsNavigation(context, contents?.beside),
    status,
    account,
    wide: true,
    script: context.web.assets.docsScript,
    live: true,
  });
}

interface ArticleParts {
  /** The token of the feedback question; null for a page without the question. */
  feedback?: string | null;
  /** True for a step of the page, which has a link back to the page. */
  isStep?: boolean;
}

/** An article: its place in the documentation, its text, the feedback question, and links to the neighbouring pages. */
export function articleFrame(frame: Frame, body: Html, { feedback = null, isStep = false }: ArticleParts): Html {
  const here = pageIn(frame);
  return html`<article class="docs-text">${here !== undefined && aboveOf(frame, here, isStep)}${body}${here !== undefined && feedbackOf(frame, here, feedback)}${neighbours(frame)}</article>`;
}

/** The place of a page or of its step. */
function aboveOf({ t }: Frame, page: DocPage, isStep: boolean): Html {
  const { groups, pages } = t.docs;
  const above = isStep ? page : endpointOn(page) !== null && "endpoints";
  const place = above
    ? html`<span><a class="docs-back" href="${pathOf(above)}">${pages[above].title}</a>${!isStep && html` / ${pages[page].title}`}</span>`
    : html`<span class="docs-place">${groups[groupOf(page)]}</span>`;
  return html`<div class="docs-above">${place}</div>`;
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
  return html`<nav class="docs-neighbours" aria-label="${docs.neighbours}">${link(DOC_PAGES[at - 1], docs.previous, "previous-page")}${link(DOC_PAGES[at + 1], docs.next, "next-page")}</nav>`;
}
