import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AccountLinkPurpose } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { isPasswordAllowed } from "../../../credential/password-rules.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { pathWith } from "../../components/list.ts";
import { waitText } from "../../components/timestamp.ts";
import type { ErrorTexts } from "../../errors/from-failure.ts";
import { formToken } from "../../http/form-cookie.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { forgotPasswordPath, safeNextPath } from "../../http/next-path.ts";
import { whileConnected } from "../../http/while-connected.ts";
import { createContext, type RequestContext, seeOther, sendPage, type Web } from "../../request-context.ts";
import { redirectWithFlash, withFlash } from "../../router/flash.ts";
import { newPasswordError } from "../sign-up/validation.ts";
import { findLink } from "./find-link.ts";
import { forgetNext, keepNext, readNext } from "./next-cookie.ts";
import { type ForgotView, forgotPage, invalidLinkPage, resetDonePage, resetPage, sentPage } from "./view.ts";

const FORGOT = "/forgot-password";
const RESET = "/reset-password";

const donePath = (next: string | null) => pathWith(RESET, { done: "yes", next: next ?? "" });

/** The error if passwords are disabled, because accounts then sign in through the platform's own login. */
const CLOSED: ErrorTexts = { PASSWORD_CLOSED: { status: 404, reason: "external_closed", signIn: "afresh" } };

/** `/forgot-password` requests a link for a new password; `/reset-password` is the page to which the link leads. */
export function addRecoveryRoutes(app: FastifyInstance, web: Web): void {
  const options = { config: { errorTexts: CLOSED } };
  app.get(FORGOT, { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const next = safeNextPath(queryOf(request).one("next"));
    if (queryOf(request).one("sent") === null) return showForgot(context, reply, { next });
    const body = await withFlash({ context: asGuest(context, request), request, reply }, async ({ flash }) =>
      sentPage(context, { email: flash?.email ?? "", next }),
    );
    const { sentTitle: title } = context.t.recovery.forgot;
    return sendPage(reply, context, { title, body, account: undefined, path: forgotPasswordPath(next) });
  });
  app.post(FORGOT, options, async (request, reply) => requestLink(createContext(web, request), request, reply));
  app.get(RESET, { ...options, exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const query = queryOf(request);
    if (query.one("done") === null) return openReset(context, reply, query.one("token") ?? "");
    const next = safeNextPath(query.one("next"));
    return sendPage(reply, context, {
      title: context.t.recovery.reset.doneTitle,
      body: resetDonePage(context, next),
      account: undefined,
      path: donePath(next),
    });
  });
  app.post(RESET, options, async (request, reply) => reset(createContext(web, request), request, reply));
}

/** The context in which the secret of the form encrypts the flash, because the page needs no session. */
function asGuest(context: RequestContext, { headers }: FastifyRequest): RequestContext {
  return { ...context, session: context.web.cookies.read(headers.cookie, "form") };
}

async function requestLink(
  context: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "form", request });
  const email = fields.one("email")?.trim() ?? "";
  const next = safeNextPath(fields.one("next"));
  const invalid = [{ field: "email", text: context.t.signIn.emailRequired }];
  if (email === "") return showForgot(context, reply, { next, errors: invalid });
  try {
    await context.web.clients.accounts.requestPasswordReset({ email }, context.call);
    keepNext(context, reply, next);
    const to = pathWith(FORGOT, { sent: "yes", next: next ?? "" });
    return redirectWithFlash(reply, asGuest(context, request), { to, flash: { email } });
  } catch (failure) {
    const refusal = requestErrorOf(failure);
    if (refusal?.code === Code.InvalidArgument) return showForgot(context, reply, { next, email, errors: invalid });
    if (refusal?.code !== Code.ResourceExhausted) throw failure;
    const seconds = refusal.retryAfter ?? 60;
    reply.header("retry-after", String(seconds));
    return showForgot(context, reply, { next, email, wait: waitText(context.t, seconds) });
  }
}

async function showForgot(
  context: RequestContext,
  reply: FastifyReply,
  { next, email = "", errors = [], wait = null }: Partial<ForgotView> & Pick<ForgotView, "next">,
): Promise<FastifyReply> {
  const { mail } = await context.web.clients.accounts.getSignInOptions({}, context.call);
  const csrfToken = formToken(context, reply);
  return sendPage(reply, context, {
    status: wait !== null ? 429 : errors.length > 0 ? 400 : 200,
    title: context.t.recovery.forgot.title,
    body: forgotPage(context, { csrfToken, next, email, errors, mail, wait }),
    hasErrors: errors.length > 0 || wait !== null,
    account: undefined,
    path: forgotPasswordPath(next),
    opensAgain: true,
  });
}

async function reset(context: RequestContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "form", request, back: RESET });
  const token = fields.one("token") ?? "";
  const newPassword = fields.one("new_password") ?? "";
  const errors = [{ field: "new_password", text: context.t.signUp.passwordInvalid }];
  if (!isPasswordAllowed(newPassword)) return showReset(context, reply, { token, errors });
  try {
    const call = whileConnected(context.call, reply);
    await context.web.clients.accounts.resetPassword({ token, newPassword }, call);
    forgetNext(context, reply);
    return seeOther(reply, donePath(readNext(context, request)));
  } catch (failure) {
    const refusal = requestErrorOf(failure);
    const error = newPasswordError(context.t, failure, "new_password");
    if (error !== null) return showReset(context, reply, { token, errors: [error] });
    if (refusal?.reason === "LINK_NOT_FOUND") return showInvalid(context, reply);
    throw failure;
  }
}

/** Sends the form; if the link no longer works, sends the page of `showInvalid`. */
async function openReset(context: RequestContext, reply: FastifyReply, token: string): Promise<FastifyReply> {
  const link = await findLink(context, token, [AccountLinkPurpose.RESET_PASSWORD]);
  return link === null ? showInvalid(context, reply) : showReset(context, reply, { token });
}

function showReset(
  context: RequestContext,
  reply: FastifyReply,
  { token, errors = [] }: { token: string; errors?: readonly FieldError[] },
): FastifyReply {
  if (token === "") return showInvalid(context, reply);
  return sendPage(reply, context, {
    status: errors.length > 0 ? 400 : 200,
    title: context.t.recovery.reset.title,
    body: resetPage(context, { csrfToken: formToken(context, reply), token, errors }),
    hasErrors: errors.length > 0,
    account: undefined,
    path: `${RESET}?${new URLSearchParams({ token })}`,
    opensAgain: true,
  });
}

function showInvalid(context: RequestContext, reply: FastifyReply): FastifyReply {
  const { invalid, forgot } = context.t.recovery;
  const to = forgotPasswordPath(readNext(context, reply.request));
  return sendPage(reply, context, {
    status: 404,
    title: invalid.title,
    body: invalidLinkPage(context, { text: invalid.text, to, label: forgot.again }),
    account: undefined,
    path: to,
  });
}
