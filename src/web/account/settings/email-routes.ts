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
import type { CHANGES } from "./view.ts";

/** `/account/verify-email` and `/account/email…`: links to verify and to change the e-mail address. */
export function addAccountEmailRoutes(app: FastifyInstance, web: Web): void {
  const { accounts } = web.clients;
  const post = (path: string, step: LinkStep) =>
    app.post(path, (request, reply) => takeStep(createContext(web, request), step, { request, reply }));
  // The address was verified in the meantime, which the account page shows.
  post(`${PATH}/verify-email`, {
    run: (call) => accounts.sendVerificationEmail({}, call),
    changed: "link",
    late: { reason: "EMAIL_VERIFIED", to: PATH },
  });
  // The change was confirmed, was cancelled or has expired in the meantime.
  post(`${PATH}/email/resend`, {
    run: (call) => accounts.resendEmailChange({}, call),
    changed: "sent",
    late: NO_CHANGE,
  });
  post(`${PATH}/email/cancel`, {
    run: (call) => accounts.cancelEmailChange({}, call),
    changed: "cancelled",
    late: NO_CHANGE,
  });
  app.post(`${PATH}/email`, (request, reply) => changeEmail(createContext(web, request), request, reply));
}

const NO_CHANGE = { reason: "NO_EMAIL_CHANGE", to: `${PATH}?changed=none` };

/** A button without fields that is about the link to an address. */
interface LinkStep {
  run(call: RequestContext["call"]): Promise<unknown>;
  changed: (typeof CHANGES)[number];
  /** The reason of a step that is no longer needed, and the page with the present state. */
  late: { reason: string; to: string };
}

async function takeStep(
  context: RequestContext,
  { run, changed, late }: LinkStep,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  if ((await findSession(context)) === null) return toSignIn(reply, context, PATH);
  requireCsrf(context, fieldsOf(request), { binding: "session", request, back: PATH });
  try {
    await run(context.call);
  } catch (failure) {
    if (requestErrorOf(failure)?.reason === late.reason) return seeOther(reply, late.to);
    throw failure;
  }
  return seeOther(reply, `${PATH}?changed=${changed}`);
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
  if (refusal?.reason === "EMAIL_UNCHANGED") return { field: "new_email", text: t.account.emailUnchanged };
  if (refusal?.code === Code.InvalidArgument) return { field: "new_email", text: t.signIn.emailRequired };
  if (refusal?.code !== Code.ResourceExhausted) return null;
  return { field: "email_password", text: t.signIn.throttled(waitText(t, refusal.retryAfter ?? 60)) };
}
