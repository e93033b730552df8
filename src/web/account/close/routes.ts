import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { FieldError } from "../../components/form.ts";
import { waitText } from "../../components/timestamp.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { confirmPath } from "../../http/next-path.ts";
import { whileConnected } from "../../http/while-connected.ts";
import {
  createContext,
  findSession,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../../request-context.ts";
import {
  createPageRouter,
  type FormResult,
  needsProof,
  type Page,
  type PageContext,
} from "../../router/page-router.ts";
import { ACCOUNT } from "../section.ts";
import { hasSecondFactor } from "../security/two-step.ts";
import { CLOSED, type CloseView, closedPage, closePage, hasObstacle, PATH } from "./view.ts";

/** `/account/close`: closes the signed-in account. `/account/closed`: the page after it. */
export function addCloseRoutes(app: FastifyInstance, web: Web): void {
  const router = createPageRouter(app, web, ACCOUNT);
  router.page(PATH, (context) => openPage(context));
  // Not a form of the router, because it needs `reply` to clear the cookie.
  app.post(PATH, async (request, reply) => {
    request.formPage = PATH;
    const context = await router.findContext(request);
    if (context === null) return toSignIn(reply, createContext(web, request), PATH);
    const result = await close(context, request, reply);
    if (result !== null) return router.send(reply, { ...context, path: PATH }, result);
    reply.header("set-cookie", web.cookies.clear("session"));
    return seeOther(reply, CLOSED);
  });
  app.get(CLOSED, { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    if ((await findSession(context)) !== null) return seeOther(reply, "/account");
    return sendPage(reply, context, { title: context.t.close.done.title, body: closedPage(context), account: null });
  });
}

/** Asks for the second step first, so that the form is not sent twice. */
async function openPage(context: PageContext): Promise<Page | string> {
  const { accounts } = context.web.clients;
  const [closure, factors] = await Promise.all([
    accounts.getAccountClosure({}, context.call),
    accounts.getSecondFactors({}, context.call),
  ]);
  if (!hasObstacle(closure) && hasSecondFactor(factors) && factors.verificationRequired) return confirmPath(PATH);
  return show(context, { closure, errors: [], understood: false });
}

function show(context: PageContext, view: CloseView): Page {
  const status = view.errors.length > 0 ? { status: 400 } : {};
  return { title: context.t.close.title, body: closePage(context, view), ...status };
}

/** Null if the account was closed. */
async function close(context: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FormResult | null> {
  const { t, web, call } = context;
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "session", request, back: PATH });
  const currentPassword = fields.one("current_password") ?? "";
  const understood = fields.one("understood") === "yes";
  const errors: FieldError[] = [];
  if (currentPassword === "") errors.push({ field: "current_password", text: t.account.currentRequired });
  if (!understood) errors.push({ field: "understood", text: t.close.errors.understood });
  const redisplay = async (faults: readonly FieldError[]) => {
    const closure = await web.clients.accounts.getAccountClosure({}, call);
    return show(context, { closure, errors: faults, understood });
  };
  if (errors.length > 0) return redisplay(errors);
  try {
    await web.clients.accounts.closeAccount({ currentPassword }, whileConnected(call, reply));
    return null;
  } catch (failure) {
    if (needsProof(failure)) return confirmPath(PATH);
    // The page names the obstacles that came up meanwhile.
    if (OBSTACLES.includes(requestErrorOf(failure)?.reason ?? "")) return { ...(await redisplay([])), status: 409 };
    const fault = passwordFault(context, failure);
    if (fault === null) throw failure;
    return redisplay([fault]);
  }
}

const OBSTACLES: readonly string[] = ["EXTERNAL_ACCOUNT", "LAST_OWNER", "HAS_APPS", "LAST_OPERATOR"];

function passwordFault({ t }: RequestContext, failure: unknown): FieldError | null {
  const refusal = requestErrorOf(failure);
  if (refusal?.reason === "CREDENTIALS") return { field: "current_password", text: t.account.wrongPassword };
  if (refusal?.code !== Code.ResourceExhausted) return null;
  return { field: "current_password", text: t.signIn.throttled(waitText(t, refusal.retryAfter ?? 60)) };
}
