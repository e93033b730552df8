import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GetSignInOptionsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { PageError } from "../../errors/page-error.ts";
import { formToken } from "../../http/form-cookie.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { afterSignUp, signUpPath } from "../../http/next-path.ts";
import { setSessionCookie } from "../../http/set-session-cookie.ts";
import { whileConnected } from "../../http/while-connected.ts";
import {
  createContext,
  findSession,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../../request-context.ts";
import { redirectWithFlash } from "../../router/flash.ts";
import { findNewAccountErrors, toFieldErrors } from "./validation.ts";
import { type SignUpFields, signUpPage } from "./view.ts";

export function addSignUpRoutes(app: FastifyInstance, web: Web): void {
  app.get("/sign-up", { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const next = queryOf(request).one("next");
    // Other accounts may want a developer account as well.
    if ((await findSession(context))?.account?.developer) return seeOther(reply, afterSignUp(next));
    await requireOpen(context);
    return showForm(context, reply, { name: "", email: "", next }, []);
  });
  app.post("/sign-up", async (request, reply) => signUp(createContext(web, request), request, reply));
}

/** @throws PageError 404 if sign-up is disabled */
async function requireOpen({ web, call }: RequestContext): Promise<GetSignInOptionsResponse> {
  const options = await web.clients.accounts.getSignInOptions({}, call);
  if (!options.signUp) throw new PageError(404, "sign_up_closed");
  return options;
}

async function signUp(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "form", request });
  const { mail } = await requireOpen(context);
  const account = { name: fields.one("name")?.trim() ?? "", email: fields.one("email")?.trim() ?? "" };
  const filled = { ...account, next: fields.one("next") };
  const password = fields.one("password") ?? "";
  const errors = findNewAccountErrors(context.t, { ...account, password });
  if (errors.length > 0) return showForm(context, reply, filled, errors);
  try {
    const { session } = await context.web.clients.accounts.signUp(
      { ...account, password },
      whileConnected(context.call, reply),
    );
    setSessionCookie(context, reply, session);
    const to = afterSignUp(filled.next);
    if (!mail) return seeOther(reply, to);
    const flash = { done: context.t.signUp.mailSent(account.email) };
    return redirectWithFlash(reply, { ...context, session: session?.sessionToken ?? null }, { to, flash });
  } catch (failure) {
    const refusal = requestErrorOf(failure);
    if (refusal?.reason === "SIGN_UP_LIMIT")
      throw new PageError(429, "sign_up_limit", { retryAfter: refusal.retryAfter ?? null, cause: failure });
    const taken = refusal?.code === Code.AlreadyExists;
    const refused = taken ? [{ field: "email", text: context.t.signUp.emailTaken }] : toFieldErrors(context.t, failure);
    if (refused.length === 0) throw failure;
    return showForm(context, reply, filled, refused);
  }
}

function showForm(
  context: RequestContext,
  reply: FastifyReply,
  filled: SignUpFields,
  errors: FieldError[],
): FastifyReply {
  return sendPage(reply, context, {
    status: errors.length > 0 ? 400 : 200,
    title: context.t.signUp.title,
    body: signUpPage(context, { ...filled, csrfToken: formToken(context, reply), errors }),
    account: undefined,
    hasErrors: errors.length > 0,
    path: signUpPath(filled.next),
    opensAgain: true,
  });
}
