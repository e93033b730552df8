import { type CallOptions, Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GetInvitationResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { SESSION } from "../../../rpc/metadata.ts";
import type { FaultTexts } from "../../errors/from-failure.ts";
import { formToken } from "../../http/form-cookie.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { setSessionCookie } from "../../http/session-cookie.ts";
import { endSession, findSignedIn, seeOther, sendPage, type Visit, visitOf, type Web } from "../../request-context.ts";
import { faultsOfRefusal, findNewAccountErrors } from "../sign-up/validation.ts";
import { type InvitationView, invitationPage, takesSession } from "./view.ts";

const GONE = { status: 404, reason: "invitation_not_found" } as const;

const faultTexts: FaultTexts = {
  [Code.NotFound]: GONE,
  [Code.FailedPrecondition]: GONE,
  [Code.PermissionDenied]: { status: 403, reason: "forbidden", signIn: "other" },
};

export function addInvitationRoutes(app: FastifyInstance, web: Web): void {
  const options = { config: { faultTexts } };
  app.get<{ Params: { token: string } }>(
    "/invitations/:token",
    { ...options, exposeHeadRoute: true },
    async (request, reply) => {
      const visit = visitOf(web, request);
      const invitation = await web.clients.accounts.getInvitation({ token: request.params.token }, visit.call);
      return show(visit, reply, { invitation, token: request.params.token, name: invitation.accountName, faults: [] });
    },
  );
  app.post<{ Params: { token: string } }>("/invitations/:token", options, async (request, reply) =>
    accept(visitOf(web, request), request, reply),
  );
}

type Request = FastifyRequest<{ Params: { token: string } }>;

async function accept(visit: Visit, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const { accounts } = visit.web.clients;
  const { token } = request.params;
  const fields = fieldsOf(request);
  requireCsrf(visit, fields, { binding: "form", request });
  const invitation = await accounts.getInvitation({ token }, visit.call);
  const name = fields.one("name")?.trim() ?? "";
  const password = fields.one("password") ?? "";
  const asHolder = takesSession(invitation, (await findSignedIn(visit))?.account ?? null);
  const faults = asHolder ? [] : findNewAccountErrors(visit.t, { name, password });
  if (faults.length > 0) return show(visit, reply, { invitation, token, name, faults });
  try {
    const call = asHolder ? visit.call : withoutSession(visit.call);
    const { session } = await accounts.acceptInvitation({ token, name, password }, call);
    if (session !== undefined) {
      setSessionCookie(visit, reply, session);
      // Whoever was signed in here before is not any more: a copy of the old cookie is worth nothing either (case C10).
      await endSession(visit);
    }
    return seeOther(reply, "/");
  } catch (failure) {
    const refused = faultsOfRefusal(visit.t, failure);
    if (refused.length === 0) throw failure;
    return show(visit, reply, { invitation, token, name, faults: refused });
  }
}

/** A new account is made for the invited address, whoever else is signed in at this browser. */
function withoutSession({ headers, ...options }: CallOptions): CallOptions {
  const kept = new Headers(headers);
  kept.delete(SESSION);
  return { ...options, headers: kept };
}

interface Shown extends Pick<InvitationView, "name" | "faults" | "token"> {
  invitation: GetInvitationResponse;
}

async function show(visit: Visit, reply: FastifyReply, shown: Shown): Promise<FastifyReply> {
  const account = (await findSignedIn(visit))?.account ?? null;
  const faulty = shown.faults.length > 0;
  return sendPage(reply, visit, {
    status: faulty ? 400 : 200,
    title: visit.t.invitation.title,
    body: invitationPage(visit, { ...shown, csrfToken: formToken(visit, reply), signedIn: account }),
    account,
    faulty,
    path: `/invitations/${encodeURIComponent(shown.token)}`,
  });
}
