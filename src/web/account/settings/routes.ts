import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { waitText } from "../../components/timestamp.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import type { Fields } from "../../http/fields.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { whileConnected } from "../../http/while-connected.ts";
import { findSignedIn, seeOther, sendPage, type Visit, visitOf, type Web } from "../../request-context.ts";
import { accountPage } from "./view.ts";

const PATH = "/account";

const PASSWORD_MIN = 12;

/** `/account`: who one is here, and another password. */
export function addAccountRoutes(app: FastifyInstance, web: Web): void {
  app.get(PATH, { exposeHeadRoute: true }, async (request, reply) => {
    const visit = visitOf(web, request);
    const account = (await findSignedIn(visit))?.account;
    if (account === undefined) return toSignIn(reply, visit, PATH);
    return show(visit, reply, { account, changed: queryOf(request).one("changed") !== null });
  });
  app.post(PATH, (request, reply) => change(visitOf(web, request), request, reply));
}

async function change(visit: Visit, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const account = (await findSignedIn(visit))?.account;
  if (account === undefined) return toSignIn(reply, visit, PATH);
  const fields = fieldsOf(request);
  requireCsrf(visit, fields, { binding: "session", request });
  const faults = findErrors(visit, fields);
  if (faults.length > 0) return show(visit, reply, { account, faults });
  const passwords = {
    currentPassword: fields.one("current_password") ?? "",
    newPassword: fields.one("new_password") ?? "",
  };
  try {
    await visit.web.clients.accounts.changePassword(passwords, whileConnected(visit.call, reply));
    return seeOther(reply, `${PATH}?changed=yes`);
  } catch (failure) {
    const refused = faultOf(visit, failure);
    if (refused === null) throw failure;
    return show(visit, reply, { account, faults: [refused] });
  }
}

function findErrors({ t }: Visit, fields: Fields): FieldError[] {
  const faults: FieldError[] = [];
  if (!fields.one("current_password")) faults.push({ field: "current_password", text: t.signIn.passwordMissing });
  if ([...(fields.one("new_password") ?? "")].length < PASSWORD_MIN) {
    faults.push({ field: "new_password", text: t.signUp.passwordWrong });
  }
  return faults;
}

function faultOf({ t }: Visit, failure: unknown): FieldError | null {
  const refusal = requestErrorOf(failure);
  if (refusal?.reason === "CREDENTIALS") return { field: "current_password", text: t.account.wrong };
  if (refusal?.code === Code.ResourceExhausted) {
    return { field: "current_password", text: t.signIn.throttled(waitText(t, refusal.retryAfter ?? 60)) };
  }
  const about = refusal?.violations.some(({ field }) => field === "new_password");
  return about ? { field: "new_password", text: t.signUp.passwordWrong } : null;
}

interface Shown {
  account: Account;
  faults?: readonly FieldError[];
  changed?: boolean;
}

function show(visit: Visit, reply: FastifyReply, { account, faults = [], changed = false }: Shown): FastifyReply {
  const csrfToken = csrfTokenFor("session", visit.session ?? "");
  return sendPage(reply, visit, {
    status: faults.length > 0 ? 400 : 200,
    title: visit.t.account.title,
    body: accountPage(visit, { account, csrfToken, faults, changed }),
    account,
    faulty: faults.length > 0,
    path: PATH,
  });
}
