import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { PageError } from "../../errors/page-error.ts";
import { formToken } from "../../http/form-cookie.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { setSessionCookie } from "../../http/set-session-cookie.ts";
import { whileConnected } from "../../http/while-connected.ts";
import { createContext, type RequestContext, seeOther, sendPage, type Web } from "../../request-context.ts";
import { findNewAccountErrors, toFieldErrors } from "./validation.ts";
import { type SignUpFields, signUpPage } from "./view.ts";

export function addSignUpRoutes(app: FastifyInstance, web: Web): void {
  app.get("/sign-up", { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    await requireOpen(context);
    return showForm(context, reply, { name: "", email: "" }, []);
  });
  app.post("/sign-up", async (request, reply) => signUp(createContext(web, request), request, reply));
}

/** @throws PageError 404 if sign-up is disabled */
async function requireOpen({ web, call }: RequestContext): Promise<void> {
  const { signUp } = await web.clients.accounts.getSignInOptions({}, call);
  if (!signUp) throw new PageError(404, "sign_up_closed");
}

async function signUp(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "form", request });
  await requireOpen(context);
  const filled = { name: fields.one("name")?.trim() ?? "", email: fields.one("email")?.trim() ?? "" };
  const password = fields.one("password") ?? "";
  const errors = findNewAccountErrors(context.t, { ...filled, password });
  if (errors.length > 0) return showForm(context, reply, filled, errors);
  try {
    const { session } = await context.web.clients.accounts.signUp(
      { ...filled, password },
      whileConnected(context.call, reply),
    );
    setSessionCookie(context, reply, session);
    return seeOther(reply, "/portal");
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
    path: "/sign-up",
  });
}
