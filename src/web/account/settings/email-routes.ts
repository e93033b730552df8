import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { waitText } from "../../components/timestamp.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { confirmPath } from "../../http/next-path.ts";
import { whileConnected } from "../../http/while-connected.ts";
import { createContext, findSession, type RequestContext, seeOther, type Web } from "../../request-context.ts";
import { needsProof } from "../../router/page-router.ts";
import { findSignedIn, PATH, show } from "./routes.ts";

/** `/account/verify-email` and `/account/email`: links to verify and to change the e-mail address. */
export function addAccountEmailRoutes(app: FastifyInstance, web: Web): void {
  app.post(`${PATH}/verify-email`, async (request, reply) => {
    const context = createContext(web, request);
    const account = (await findSession(context))?.account;
    if (account === undefined) return toSignIn(reply, context, PATH);
    requireCsrf(context, fieldsOf(request), { binding: "session", request, back: PATH });
    try {
      await web.clients.accounts.sendVerificationEmail({}, context.call);
    } catch (failure) {
      // The address was verified in the meantime, which the account page shows.
      if (requestErrorOf(failure)?.reason === "EMAIL_VERIFIED") return seeOther(reply, PATH);
      throw failure;
    }
    return seeOther(reply, `${PATH}?changed=sent`);
  });
  app.post(`${PATH}/email`, (request, reply) => changeEmail(createContext(web, request), request, reply));
}

async function changeEmail(
  context: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signedIn = await findSignedIn(context);
  if (signedIn === null) return toSignIn(reply, context, PATH);
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "session", request, back: PATH });
  const newEmail = fields.one("new_email")?.trim() ?? "";
  const currentPassword = fields.one("email_password") ?? "";
  try {
    const call = whileConnected(context.call, reply);
    await context.web.clients.accounts.changeEmail({ newEmail, currentPassword }, call);
    return seeOther(reply, `${PATH}?changed=sent`);
  } catch (failure) {
    if (needsProof(failure)) return seeOther(reply, confirmPath(PATH));
    const refused = fieldErrorOf(context, failure);
    if (refused === null) throw failure;
    return show(context, reply, { ...signedIn, newEmail, errors: [refused] });
  }
}

function fieldErrorOf({ t }: RequestContext, failure: unknown): FieldError | null {
  const refusal = requestErrorOf(failure);
  if (refusal?.reason === "CREDENTIALS") return { field: "email_password", text: t.account.wrongPassword };
  if (refusal?.code === Code.InvalidArgument) return { field: "new_email", text: t.signIn.emailRequired };
  if (refusal?.code !== Code.ResourceExhausted) return null;
  return { field: "email_password", text: t.signIn.throttled(waitText(t, refusal.retryAfter ?? 60)) };
}
