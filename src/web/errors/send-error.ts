import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isSessionMissing } from "../../rpc/errors.ts";
import { signInPath } from "../http/next-path.ts";
import type { Messages } from "../messages.en.ts";
import { seeOther, sendPage, type Visit, visitOf, type Web } from "../request-context.ts";
import { errorPage } from "./error-page.ts";
import { type FaultTexts, toPageError } from "./from-failure.ts";
import { type FaultReason, PageError } from "./page-error.ts";

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
    faultTexts?: FaultTexts;
  }
}

export function sendError(reply: FastifyReply, visit: Visit, fault: PageError): FastifyReply {
  if (fault.retryAfter !== null) reply.header("retry-after", String(Math.ceil(fault.retryAfter)));
  else if (fault.status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
  const { title, body } = errorPage(visit.t, fault, reply.request.id);
  return sendPage(reply, visit, { status: fault.status, title, body, account: undefined });
}

/** The `errorPage` of every reply, for routes outside the pages. */
export function errorPageOf(web: Web) {
  return function (this: FastifyReply, status: number, { reason, message }: ErrorPageContent): FastifyReply {
    const told = Number(this.getHeader("retry-after"));
    const retryAfter = told > 0 ? told : null;
    // Whoever put a token into an address that is none of ours must not read it in a page: no link leads back there.
    const visit: Visit = { ...visitOf(web, this.request), path: null };
    const known = isFaultReason(visit.t, reason) ? reason : null;
    return sendError(this, visit, new PageError(status, known, { message, retryAfter }));
  };
}

function isFaultReason(t: Messages, reason: string): reason is FaultReason {
  return Object.hasOwn(t.fault.reasons, reason);
}

/** The end of whatever a page threw: the sign-in where nobody is signed in, else an error page. */
export function failureHandler(web: Web) {
  return (failure: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const visit = visitOf(web, request);
    if (isSessionMissing(failure)) return toSignIn(reply, visit, request.url);
    const fault = toPageError(failure, { texts: request.routeOptions.config.faultTexts, path: request.url });
    logError(web, request, fault);
    return sendError(reply, visit, fault);
  };
}

/** To the sign-in page and back to `next`. A cookie that no longer means a session goes. */
export function toSignIn(reply: FastifyReply, { web, session }: Visit, next: string): FastifyReply {
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
