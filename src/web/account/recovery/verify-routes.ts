import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Account, AccountLinkPurpose } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { withEmailAddresses } from "../../components/email-address.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { otherAccountPath } from "../../http/next-path.ts";
import {
  createContext,
  findSession,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../../request-context.ts";
import { findLink } from "./find-link.ts";
import { confirmPage, invalidLinkPage } from "./view.ts";

const PATH = "/verify-email";
const PURPOSES = [AccountLinkPurpose.VERIFY_EMAIL, AccountLinkPurpose.CHANGE_EMAIL];

/**
 * `/verify-email` is the page to which a mailed link leads. A button confirms the address, because mail servers open links by themselves.
 */
export function addVerifyEmailRoutes(app: FastifyInstance, web: Web): void {
  app.get(PATH, { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const account = (await findSession(context))?.account;
    if (account === undefined) return toSignIn(reply, context, request.url);
    const token = queryOf(request).one("token") ?? "";
    const link = await findLink(context, token, PURPOSES);
    if (link === null) return showInvalid(context, reply, { account, token, isTaken: false });
    const csrfToken = csrfTokenFor("session", context.session ?? "");
    return sendPage(reply, context, {
      title: context.t.recovery.confirm.title,
      body: confirmPage(context, { csrfToken, token, name: account.name, email: link.email }),
      account,
      path: pathOf(token),
    });
  });
  app.post(PATH, async (request, reply) => confirm(createContext(web, request), request, reply));
}

const pathOf = (token: string) => `${PATH}?${new URLSearchParams({ token })}`;

async function confirm(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  const token = fields.one("token") ?? "";
  const back = pathOf(token);
  const account = (await findSession(context))?.account;
  if (account === undefined) return toSignIn(reply, context, back);
  requireCsrf(context, fields, { binding: "session", request, back });
  try {
    const confirmed = await context.web.clients.accounts.confirmEmail({ token }, context.call);
    return seeOther(reply, `/account?changed=${confirmed.account?.email === account.email ? "email" : "address"}`);
  } catch (failure) {
    const reason = requestErrorOf(failure)?.reason;
    if (reason !== "LINK_NOT_FOUND" && reason !== "EMAIL_TAKEN") throw failure;
    return showInvalid(context, reply, { account, token, isTaken: reason === "EMAIL_TAKEN" });
  }
}

function showInvalid(
  context: RequestContext,
  reply: FastifyReply,
  { account, token, isTaken }: { account: Account; token: string; isTaken: boolean },
): FastifyReply {
  const { invalid } = context.t.recovery;
  const text = isTaken ? invalid.taken : withEmailAddresses(invalid.emailText(account.email));
  const other = isTaken || token === "" ? null : otherAccountPath(pathOf(token));
  return sendPage(reply, context, {
    status: isTaken ? 409 : 404,
    title: invalid.title,
    body: invalidLinkPage(context, { text, to: "/account", label: invalid.toAccount, other }),
    account,
    path: "/account",
  });
}
