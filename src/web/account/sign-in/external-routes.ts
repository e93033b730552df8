import { Code } from "@connectrpc/connect";
import type { FastifyInstance } from "fastify";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { toPageError } from "../../errors/from-failure.ts";
import { PageError } from "../../errors/page-error.ts";
import { queryOf } from "../../http/guard.ts";
import { safeNextPath } from "../../http/next-path.ts";
import { setSessionCookie } from "../../http/set-session-cookie.ts";
import { createContext, type RequestContext, seeOther, type Web } from "../../request-context.ts";

/** The time in seconds in which the browser must return from the identity provider. */
const ROUND_TRIP = 600;

const FAILED = { status: 400, reason: "external_failed" } as const;

const REFUSED = { status: 403, reason: "external_refused", signIn: "afresh" } as const;

const UNAVAILABLE = { status: 503, reason: "external_unavailable", signIn: "afresh" } as const;

const CLOSED = { status: 404, reason: "external_closed" } as const;

/** Sign-in with the platform's own login: the redirect to the identity provider and its callback. The core runs the protocol. */
export function addExternalSignInRoutes(app: FastifyInstance, web: Web): void {
  const begin = { config: { errorTexts: { [Code.FailedPrecondition]: CLOSED, EXTERNAL_UNAVAILABLE: UNAVAILABLE } } };
  // No HEAD on these routes: both change the state of a sign-in.
  app.get("/sign-in/external", begin, async (request, reply) => {
    const { call } = createContext(web, request);
    const next = safeNextPath(queryOf(request).one("next")) ?? "/";
    const { redirectTo, browserToken } = await web.clients.accounts.beginExternalSignIn({ next }, call);
    reply.header("set-cookie", web.cookies.write("external", browserToken, ROUND_TRIP));
    return seeOther(reply, redirectTo);
  });

  const errorTexts = {
    [Code.InvalidArgument]: FAILED,
    [Code.FailedPrecondition]: FAILED,
    [Code.Unauthenticated]: FAILED,
    [Code.PermissionDenied]: REFUSED,
    EXTERNAL_UNAVAILABLE: UNAVAILABLE,
  };
  app.get("/sign-in/external/callback", { config: { errorTexts } }, async (request, reply) => {
    const context = createContext(web, request);
    const browserToken = web.cookies.read(request.headers.cookie, "external");
    reply.header("set-cookie", web.cookies.clear("external"));
    if (browserToken === null) throw await failureOf(context);
    const query = request.url.split("?", 2)[1] ?? "";
    const { session, next } = await web.clients.accounts
      .completeExternalSignIn({ query, browserToken }, context.call)
      .catch(async (failure: unknown) => {
        const { reason } = toPageError(failure, { texts: errorTexts, path: request.url, isRead: true });
        throw reason === FAILED.reason ? await failureOf(context, failure) : failure;
      });
    setSessionCookie(context, reply, session);
    return seeOther(reply, safeNextPath(next) ?? "/");
  });
}

/** The error page of a sign-in that failed. It names the identity provider as the button of the sign-in page does. */
async function failureOf({ web, t, call }: RequestContext, cause?: unknown): Promise<PageError> {
  const options = await web.clients.accounts.getSignInOptions({}, call).catch(() => null);
  return new PageError(FAILED.status, FAILED.reason, {
    ...(options?.externalLabel && { explanation: t.signIn.externalFailed(options.externalLabel) }),
    recovery: { kind: "sign-in", next: safeNextPath(requestErrorOf(cause)?.metadata.next ?? null), other: false },
    cause,
  });
}
