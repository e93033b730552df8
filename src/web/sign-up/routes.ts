import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refusalOf } from "../../rpc/errors.ts";
import { PageFault } from "../fault/page-fault.ts";
import { formToken } from "../http/form-cookie.ts";
import { fieldsOf, requireCsrf } from "../http/guard.ts";
import { setSessionCookie } from "../http/session-cookie.ts";
import type { FieldFault } from "../view/form-parts.ts";
import { seeOther, sendPage, type Visit, visitOf, type Web } from "../visit.ts";
import { type SignUpFields, signUpPage } from "./view.ts";

export function addSignUpRoutes(app: FastifyInstance, web: Web): void {
  app.get("/sign-up", async (request, reply) => {
    const visit = visitOf(web, request);
    await requireOpen(visit);
    return showForm(visit, reply, { name: "", email: "" }, []);
  });
  app.post("/sign-up", async (request, reply) => signUp(visitOf(web, request), request, reply));
}

/** @throws PageFault 404 where the platform takes no new developers */
async function requireOpen({ web, call }: Visit): Promise<void> {
  const { signUp } = await web.clients.accounts.getSignInOptions({}, call);
  if (!signUp) throw new PageFault(404, "sign_up_closed");
}

async function signUp(visit: Visit, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  requireCsrf(visit, fields, { binding: "form", request });
  await requireOpen(visit);
  const filled = { name: fields.one("name")?.trim() ?? "", email: fields.one("email")?.trim() ?? "" };
  const password = fields.one("password") ?? "";
  const faults = findFaults(visit, { ...filled, password });
  if (faults.length > 0) return showForm(visit, reply, filled, faults);
  try {
    const { session } = await visit.web.clients.accounts.signUp({ ...filled, password }, visit.call);
    setSessionCookie(visit, reply, session);
    return seeOther(reply, "/");
  } catch (failure) {
    const refused = faultsOf(visit, failure);
    if (refused.length === 0) throw failure;
    return showForm(visit, reply, filled, refused);
  }
}

/** What can be seen without the core; the rest it says itself. */
function findFaults({ t }: Visit, { name, email, password }: SignUpFields & { password: string }): FieldFault[] {
  const faults: FieldFault[] = [];
  if (name === "") faults.push({ field: "name", text: t.signUp.nameMissing });
  if (email === "") faults.push({ field: "email", text: t.signUp.emailMissing });
  if ([...password].length < 12) faults.push({ field: "password", text: t.signUp.passwordShort });
  return faults;
}

/** What the core says about the fields; none where the failure is about something else. */
function faultsOf({ t }: Visit, failure: unknown): FieldFault[] {
  const refusal = refusalOf(failure);
  if (refusal?.code === Code.AlreadyExists) return [{ field: "email", text: t.signUp.emailTaken }];
  if (refusal?.code !== Code.InvalidArgument) return [];
  const texts: Record<string, string> = {
    name: t.signUp.nameMissing,
    email: t.signUp.emailWrong,
    password: t.signUp.passwordShort,
  };
  return refusal.violations.flatMap(({ field }) => {
    const text = Object.hasOwn(texts, field) ? texts[field] : undefined;
    return text === undefined ? [] : [{ field, text }];
  });
}

function showForm(visit: Visit, reply: FastifyReply, filled: SignUpFields, faults: FieldFault[]): FastifyReply {
  return sendPage(reply, visit, {
    status: faults.length > 0 ? 400 : 200,
    title: visit.t.signUp.title,
    body: signUpPage(visit, { ...filled, csrfToken: formToken(visit, reply), faults }),
    account: undefined,
    faulty: faults.length > 0,
    path: "/sign-up",
  });
}
