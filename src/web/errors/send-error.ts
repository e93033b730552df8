import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { isSessionMissing } from "../../rpc/errors.ts";
import { signInPath } from "../http/next-path.ts";
import { isRead } from "../http/same-origin.ts";
import type { Messages } from "../messages.en.ts";
import { createContext, findSession, type RequestContext, seeOther, sendPage, type Web } from "../request-context.ts";
import { Detour } from "./detour.ts";
import { errorPage } from "./error-page.ts";
import { type ErrorTexts, toPageError } from "./from-failure.ts";
import { withLostTexts } from "./lost-access.ts";
import { type ErrorReason, PageError, type RecoveryLink } from "./page-error.ts";

/** A stable code, and the message to show if the code has no text. */
export interface ErrorPageContent {
  reason: string;
  message: string;
}

declare module "fastify" {
  interface FastifyReply {
    /**
     * Sends an error page, also while the core does not answer. The reply may be sent after the return; Fastify waits for a reply that a
     * handler returns.
     */
    errorPage(status: number, content: ErrorPageContent): FastifyReply;
  }
  interface FastifyRequest {
    /** The path of the page with the form, if it differs from the form's own path. Error pages link to it. */
    formPage: string | null;
    /** The long texts of a multipart form; null for other forms. */
    typedText: string | null;
  }
  interface FastifyContextConfig {
    /** The route's texts for errors of its calls. */
    errorTexts?: ErrorTexts;
  }
}

/** @param account the signed-in account; null if signed out, undefined if unknown */
export function sendError(
  reply: FastifyReply,
  context: RequestContext,
  error: PageError,
  account?: Account | null,
): FastifyReply {
  if (error.retryAfter !== null) reply.header("retry-after", String(Math.ceil(error.retryAfter)));
  else if (error.status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
  const { title, body } = errorPage(context, error, { requestId: reply.request.id, isGuest: context.session === null });
  const hasSession = account === undefined && context.session !== null;
  return sendPage(reply, context, { status: error.status, title, body, account, hasSession });
}

/** The reply decorator `errorPage`, for routes of the gateway. */
export function errorPageOf(web: Web) {
  return function (this: FastifyReply, status: number, { reason, message }: ErrorPageContent): FastifyReply {
    const seconds = Number(this.getHeader("retry-after"));
    const retryAfter = seconds > 0 ? seconds : null;
    // The path of an unknown route may contain a token, so no link repeats it: the language links lead to the start page.
    const context: RequestContext = { ...createContext(web, this.request), path: "/" };
    const known = isErrorReason(context.t, reason) ? reason : null;
    // An empty link reloads the page without repeating its URL.
    const recovery: RecoveryLink =
      status === 503 && isRead(this.request) ? { kind: "retry", path: "" } : { kind: "home" };
    const error = new PageError(status, known, { message, retryAfter, recovery });
    void findAccount(context, error)
      .then((account) => sendError(this, context, error, account))
      .catch((failure) => {
        web.log.error({ requestId: this.request.id, err: failure }, "error page failed");
        this.raw.destroy();
      });
    return this;
  };
}

function isErrorReason(t: Messages, reason: string): reason is ErrorReason {
  return Object.hasOwn(t.errors.reasons, reason);
}

/** The error handler: redirects to the sign-in page without a session, else sends an error page. */
export function failureHandler(web: Web) {
  return async (failure: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = createContext(web, request);
    if (failure instanceof Detour) return seeOther(reply, failure.path);
    const path = request.formPage ?? request.url;
    if (isSessionMissing(failure)) return toSignIn(reply, context, path);
    const texts = request.routeOptions.config.errorTexts;
    const error = withLostTexts(request, toPageError(failure, { texts, path, isRead: isRead(request) }));
    logError(web, request, error);
    return sendError(reply, context, error, await findAccount(context, error));
  };
}

/** The time in milliseconds that an error page waits for its account. */
const ACCOUNT_TIMEOUT_MS = 1_000;

/**
 * The account for the header of an error page: that of a request that the core or a route refused. A page of an overload, of a fault or of
 * an error of the server itself makes no call.
 * @returns null if signed out, undefined if unknown
 */
async function findAccount(context: RequestContext, { status, cause }: PageError): Promise<Account | null | undefined> {
  if (context.session === null) return null;
  const isRefusal = cause === undefined || cause instanceof ConnectError;
  if (status >= 500 || status === 429 || !isRefusal) return undefined;
  try {
    const call = { ...context.call, timeoutMs: ACCOUNT_TIMEOUT_MS };
    return (await findSession({ ...context, call }))?.account ?? null;
  } catch {
    return undefined;
  }
}

/**
 * Redirects to the sign-in page, which leads to `next` afterwards, and clears the cookie of an ended session. If a form was sent, the page
 * says that its input is lost.
 */
export function toSignIn(reply: FastifyReply, { web, session }: RequestContext, next: string): FastifyReply {
  if (session !== null) reply.header("set-cookie", web.cookies.clear("session"));
  return seeOther(reply, signInPath(next, isRead(reply.request) ? undefined : "form-lost"));
}

/** Logs the pattern of the route, because the URL may contain tokens. */
function logError({ log }: Web, request: FastifyRequest, { status, reason, cause }: PageError): void {
  const facts = { requestId: request.id, method: request.method, route: request.routeOptions.url, status, reason };
  if (status < 500) log.info(facts, "page rejected");
  else if (cause instanceof ConnectError && cause.code === Code.Canceled) log.info(facts, "the browser disconnected");
  else log.error({ ...facts, err: cause }, "page failed");
}
