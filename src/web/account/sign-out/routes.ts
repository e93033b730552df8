import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUnimplemented, requestErrorOf } from "../../../rpc/errors.ts";
import { html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { isConnectPath, isVerifyPath, safeNextPath, signInPath } from "../../http/next-path.ts";
import {
  createContext,
  endSession,
  findSession,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../../request-context.ts";
import { redirectSignedOut } from "../../router/flash.ts";
import { findConnecting } from "../sign-in/connecting-app.ts";
import { form, otherAccountPage } from "./view.ts";

/** `/sign-out`. With the path of an install page, a consent page or a mailed link as `next`, another account signs in and continues there. */
export function addSignOutRoutes(app: FastifyInstance, web: Web): void {
  app.get("/sign-out", { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const next = pathForOther(queryOf(request).one("next"));
    const account = (await findSession(context))?.account ?? null;
    const { session, t } = context;
    if (next !== null) {
      if (account === null || session === null) return seeOther(reply, signInPath(next));
      const { app } = await findConnecting(context, next);
      const body = otherAccountPage(context, { account, session, next, app });
      return sendPage(reply, context, { title: t.signOut.otherAccount, body, account });
    }
    const { title, signedOut } = t.signOut;
    const body = html`<article class="card narrow">${icon("person")}<h1>${title}</h1>
${account === null || session === null ? html`<p>${signedOut}</p><p><a href="/">${t.errors.home}</a></p>` : form(context, { account, session })}
</article>`;
    return sendPage(reply, context, { title, body, account });
  });

  app.post("/sign-out", async (request, reply) => signOut(createContext(web, request), request, reply));
}

async function signOut(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  const next = pathForOther(fields.one("next"));
  // Without a session, no token shows that the form is of this origin: a foreign form must not set the cookie of the message.
  if (context.session === null) return seeOther(reply, next === null ? "/" : signInPath(next));
  requireCsrf(context, fields, { binding: "session", request });
  if (next !== null) await releaseRequest(context, next);
  // Ends the session before it clears the cookie, so that copies of the cookie are invalid (docs/conformance.md, C10).
  await endSession(context);
  reply.header("set-cookie", context.web.cookies.clear("session"));
  return next === null ? redirectSignedOut(reply, context) : seeOther(reply, signInPath(next));
}

function pathForOther(text: string | null): string | null {
  const next = safeNextPath(text);
  return isConnectPath(next) || isVerifyPath(next) ? next : null;
}

/** Releases the authorization request, so that the next account answers it. */
async function releaseRequest({ web, call }: RequestContext, next: string): Promise<void> {
  const interactionId = /^\/interactions\/([A-Za-z0-9_-]{1,64})$/.exec(next)?.[1];
  if (interactionId === undefined) return;
  await web.clients.consent.releaseInteraction({ interactionId }, call).catch((failure) => {
    if (!isGone(failure)) throw failure;
  });
}

/** True if the account has no such open request, if its session has ended, or if the core is of the previous release. */
function isGone(failure: unknown): boolean {
  const gone: unknown[] = [Code.NotFound, Code.FailedPrecondition, Code.Unauthenticated];
  return gone.includes(requestErrorOf(failure)?.code) || isUnimplemented(failure);
}
