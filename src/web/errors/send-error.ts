import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isSessionMissing } from "../../rpc/errors.ts";
import { signInPath } from "../http/next-path.ts";
import type { Messages } from "../messages.en.ts";
import { createContext, type RequestContext, seeOther, sendPage, type Web } from "../request-context.ts";
import { errorPage } from "./error-page.ts";
import { type ErrorTexts, toPageError } from "./from-failure.ts";
import { type ErrorReason, PageError } from "./page-error.ts";

/** What an error page is about: a stable code, and a sentence for the person where the page has none of its own. */
export interface ErrorPageContent {
  reason: string;
  message: string;
}

declare module "fastify" {
  interface FastifyReply {
    /** Answers with an error page. Asks the core nothing, so it works when the core does not. */
    errorPage(status: number, content: ErrorPageContent): FastifyReply;
  }
  interface FastifyContextConfig {
    /** How a page names the refusals of its calls. */
    errorTexts?: ErrorTexts;
  }
}

export function sendError(reply: FastifyReply, context: RequestContext, error: PageError): FastifyReply {
  if (error.retryAfter !== null) reply.header("retry-after", String(Math.ceil(error.retryAfter)));
  else if (error.status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
  const { title, body } = errorPage(context.t, error, reply.request.id);
  return sendPage(reply, context, { status: error.status, title, body, account: undefined });
}

/** The `errorPage` of every reply, for routes outside the pages. */
export function errorPageOf(web: Web) {
  return function (this: FastifyReply, status: number, { reason, message }: ErrorPageContent): FastifyReply {
    const told = Number(this.getHeader("retry-after"));
    const retryAfter = told > 0 ? told : null;
    // Whoever put a token into an address that is none of ours must not read it in a page: no link leads back there.
    const context: RequestContext = { ...createContext(web, this.request), path: null };
    const known = isErrorReason(context.t, reason) ? reason : null;
    return sendError(this, context, new PageError(status, known, { message, retryAfter }));
  };
}

function isErrorReason(t: Messages, reason: string): reason is ErrorReason {
  return Object.hasOwn(t.errors.reasons, reason);
}

/** The end of whatever a page threw: the sign-in where nobody is signed in, else an error page. */
export function failureHandler(web: Web) {
  return (failure: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const context = createContext(web, request);
    if (isSessionMissing(failure)) return toSignIn(reply, context, request.url);
    const error = toPageError(failure, { texts: request.routeOptions.config.errorTexts, path: request.url });
    logError(web, request, error);
    return sendError(reply, context, error);
  };
}

/** To the sign-in page and back to `next`. A cookie that no longer means a session goes. */
export function toSignIn(reply: FastifyReply, { web, session }: RequestContext, next: string): FastifyReply {
  if (session !== null) reply.header("set-cookie", web.cookies.clear("session"));
  return seeOther(reply, signInPath(next));
}

/** The route's pattern and never the address, in which there may be tokens. */
function logError({ log }: Web, request: FastifyRequest, { status, reason, cause }: PageError): void {
  const facts = { requestId: request.id, method: request.method, route: request.routeOptions.url, status, reason };
  if (status < 500) log.info(facts, "page refused");
  else if (cause instanceof ConnectError && cause.code === Code.Canceled) log.info(facts, "the browser has gone");
  else log.error({ ...facts, err: cause }, "page failed");
}
