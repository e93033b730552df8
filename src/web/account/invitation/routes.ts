import { type CallOptions, Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type GetInvitationResponse, MerchantRole, TeamRole } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { SESSION } from "../../../rpc/metadata.ts";
import type { ErrorTexts } from "../../errors/from-failure.ts";
import { formToken } from "../../http/form-cookie.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { setSessionCookie } from "../../http/set-session-cookie.ts";
import {
  createContext,
  endSession,
  findSession,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../../request-context.ts";
import { redirectWithFlash } from "../../router/flash.ts";
import { findNewAccountErrors, toFieldErrors } from "../sign-up/validation.ts";
import { declinedPage, type InvitationView, invitationPage, invitationTitle, takesSession } from "./view.ts";

const DECLINED = "/invitations/declined";

const GONE = { status: 404, reason: "invitation_not_found" } as const;

const errorTexts: ErrorTexts = {
  [Code.NotFound]: GONE,
  [Code.FailedPrecondition]: GONE,
  [Code.PermissionDenied]: { status: 403, reason: "forbidden", signIn: "other" },
};

export function addInvitationRoutes(app: FastifyInstance, web: Web): void {
  const options = { config: { errorTexts } };
  app.get<{ Params: { token: string } }>(
    "/invitations/:token",
    { ...options, exposeHeadRoute: true },
    async (request, reply) => {
      const context = createContext(web, request);
      const invitation = await web.clients.accounts.getInvitation({ token: request.params.token }, context.call);
      return show(context, reply, {
        invitation,
        token: request.params.token,
        name: invitation.accountName,
        errors: [],
      });
    },
  );
  app.post<{ Params: { token: string } }>("/invitations/:token", options, async (request, reply) =>
    accept(createContext(web, request), request, reply),
  );
  app.post<{ Params: { token: string } }>("/invitations/:token/decline", options, async (request, reply) =>
    decline(createContext(web, request), request, reply),
  );
  // A token has 43 characters, so the path is no invitation.
  app.get(DECLINED, { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const account = (await findSession(context))?.account ?? null;
    return sendPage(reply, context, {
      title: context.t.invitation.declined.title,
      body: declinedPage(context),
      account,
    });
  });
}

type Request = FastifyRequest<{ Params: { token: string } }>;

async function decline(context: RequestContext, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  requireCsrf(context, fieldsOf(request), { binding: "form", request });
  await context.web.clients.accounts.declineInvitation({ token: request.params.token }, context.call);
  return seeOther(reply, DECLINED);
}

async function accept(context: RequestContext, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const { accounts } = context.web.clients;
  const { token } = request.params;
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "form", request });
  const invitation = await accounts.getInvitation({ token }, context.call);
  const name = fields.one("name")?.trim() ?? "";
  const password = fields.one("password") ?? "";
  const asHolder = takesSession(invitation, (await findSession(context))?.account ?? null);
  const errors = asHolder ? [] : findNewAccountErrors(context.t, { name, password });
  if (errors.length > 0) return show(context, reply, { invitation, token, name, errors });
  try {
    const call = asHolder ? context.call : withoutSession(context.call);
    const { session } = await accounts.acceptInvitation({ token, name, password }, call);
    if (session !== undefined) {
      setSessionCookie(context, reply, session);
      // Revokes the previous session of this browser, so that copies of its cookie are invalid (docs/conformance.md, C10).
      await endSession(context);
    }
    // The flash is bound to a session, so it must use the session of the next page.
    const next = { ...context, session: session?.sessionToken ?? context.session };
    const flash = { done: doneText(context, invitation) };
    if (invitation.teamAccountId === "") return redirectWithFlash(reply, next, { to: "/", flash });
    // Makes the portal show the team of the invitation.
    reply.header("set-cookie", context.web.cookies.write("team", invitation.teamAccountId, null));
    return redirectWithFlash(reply, next, { to: "/portal", flash });
  } catch (failure) {
    const refused = toFieldErrors(context.t, failure);
    if (refused.length === 0) throw failure;
    return show(context, reply, { invitation, token, name, errors: refused });
  }
}

function doneText({ t }: RequestContext, { teamName, merchantName, role, teamRole }: GetInvitationResponse): string {
  const { accepted, joined, joinedAsManager, joinedAsOwner } = t.invitation;
  const name = teamName || merchantName;
  if (name === "") return accepted;
  if (role === MerchantRole.MANAGER) return joinedAsManager(name);
  return role === MerchantRole.OWNER || teamRole === TeamRole.OWNER ? joinedAsOwner(name) : joined(name);
}

/** Removes the session from a call, because a new account must not depend on the account that is signed in. */
function withoutSession({ headers, ...options }: CallOptions): CallOptions {
  const kept = new Headers(headers);
  kept.delete(SESSION);
  return { ...options, headers: kept };
}

interface Shown extends Pick<InvitationView, "name" | "errors" | "token"> {
  invitation: GetInvitationResponse;
}

async function show(context: RequestContext, reply: FastifyReply, shown: Shown): Promise<FastifyReply> {
  const account = (await findSession(context))?.account ?? null;
  const hasErrors = shown.errors.length > 0;
  const { mail, password } = await context.web.clients.accounts.getSignInOptions({}, context.call);
  const page = { ...shown, csrfToken: formToken(context, reply), signedIn: account, canReset: mail && password };
  return sendPage(reply, context, {
    status: hasErrors ? 400 : 200,
    title: invitationTitle(context, shown.invitation),
    body: invitationPage(context, page),
    account,
    hasErrors,
    path: `/invitations/${encodeURIComponent(shown.token)}`,
  });
}
