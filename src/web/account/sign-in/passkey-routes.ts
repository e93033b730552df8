import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { readKept } from "../../http/kept-input.ts";
import { safeNextPath, signInPath } from "../../http/next-path.ts";
import { createContext, type RequestContext, type Web } from "../../request-context.ts";
import { continueSignedIn } from "./continue.ts";
import { CLOSED, showForm } from "./routes.ts";
import { PASSKEY_SIGN_IN } from "./view.ts";

/** `POST /sign-in/passkey`: signs in with a passkey and without a password. */
export function addPasskeySignInRoutes(app: FastifyInstance, web: Web): void {
  app.post(PASSKEY_SIGN_IN, { config: { errorTexts: CLOSED } }, (request, reply) =>
    signIn(createContext(web, request), request, reply),
  );
}

async function signIn(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { web, t } = context;
  const fields = fieldsOf(request);
  const next = safeNextPath(fields.one("next"));
  requireCsrf(context, fields, { binding: "form", request, back: signInPath(next) });
  const response = fields.one("credential") ?? "";
  const kept = readKept(fields.one("kept"));
  const shown = { next, kept, formLost: fields.one("lost") === "form" };
  const refuse = (text: string) => showForm(context, reply, { ...shown, errors: [{ field: "passkey", text }] });
  if (response === "") return refuse(t.security.passkeyLate);
  try {
    const { session } = await web.clients.accounts.signInWithPasskey({ response }, context.call);
    return continueSignedIn(context, reply, session, { next, kept });
  } catch (failure) {
    const refusal = requestErrorOf(failure);
    if (refusal?.reason === "PASSKEY") return refuse(t.signIn.wrongPasskey);
    if (refusal?.code !== Code.ResourceExhausted) throw failure;
    const seconds = refusal.retryAfter ?? 60;
    reply.header("retry-after", String(seconds));
    return showForm(context, reply, { ...shown, wait: seconds });
  }
}
