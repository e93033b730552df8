import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { PageError } from "../../errors/page-error.ts";
import { formToken } from "../../http/form-cookie.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { setSessionCookie } from "../../http/session-cookie.ts";
import { whileConnected } from "../../http/while-connected.ts";
import { seeOther, sendPage, type Visit, visitOf, type Web } from "../../request-context.ts";
import { faultsOfRefusal, findNewAccountErrors } from "./validation.ts";
import { type SignUpFields, signUpPage } from "./view.ts";

export function addSignUpRoutes(app: FastifyInstance, web: Web): void {
  app.get("/sign-up", { exposeHeadRoute: true }, async (request, reply) => {
    const visit = visitOf(web, request);
    await requireOpen(visit);
    return showForm(visit, reply, { name: "", email: "" }, []);
  });
  app.post("/sign-up", async (request, reply) => signUp(visitOf(web, request), request, reply));
}

/** @throws PageError 404 where the platform takes no new developers */
async function requireOpen({ web, call }: Visit): Promise<void> {
  const { signUp } = await web.clients.accounts.getSignInOptions({}, call);
  if (!signUp) throw new PageError(404, "sign_up_closed");
}

async function signUp(visit: Visit, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  requireCsrf(visit, fields, { binding: "form", request });
  await requireOpen(visit);
  const filled = { name: fields.one("name")?.trim() ?? "", email: fields.one("email")?.trim() ?? "" };
  const password = fields.one("password") ?? "";
  const faults = findNewAccountErrors(visit.t, { ...filled, password });
  if (faults.length > 0) return showForm(visit, reply, filled, faults);
  try {
    const { session } = await visit.web.clients.accounts.signUp(
      { ...filled, password },
      whileConnected(visit.call, reply),
    );
    setSessionCookie(visit, reply, session);
    return seeOther(reply, "/portal");
  } catch (failure) {
    const refusal = requestErrorOf(failure);
    if (refusal?.reason === "SIGN_UP_LIMIT")
      throw new PageError(429, "sign_up_limit", { retryAfter: refusal.retryAfter ?? null, cause: failure });
    const taken = refusal?.code === Code.AlreadyExists;
    const refused = taken ? [{ field: "email", text: visit.t.signUp.emailTaken }] : faultsOfRefusal(visit.t, failure);
    if (refused.length === 0) throw failure;
    return showForm(visit, reply, filled, refused);
  }
}

function showForm(visit: Visit, reply: FastifyReply, filled: SignUpFields, faults: FieldError[]): FastifyReply {
  return sendPage(reply, visit, {
    status: faults.length > 0 ? 400 : 200,
    title: visit.t.signUp.title,
    body: signUpPage(visit, { ...filled, csrfToken: formToken(visit, reply), faults }),
    account: undefined,
    faulty: faults.length > 0,
    path: "/sign-up",
  });
}
