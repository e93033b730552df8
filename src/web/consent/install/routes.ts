import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { GetInstallPageResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { FieldError } from "../../components/form.ts";
import type { ErrorTexts } from "../../errors/from-failure.ts";
import { PageError } from "../../errors/page-error.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import {
  createContext,
  findSession,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../../request-context.ts";
import { keepWantedScope } from "../authorize/wanted-scope.ts";
import { readRefusal } from "../refusal/read.ts";
import { refusalTitle } from "../refusal/view.ts";
import { forbiddenPage } from "./forbidden-view.ts";
import { headingOf, installPage, isForbidden } from "./view.ts";

const errorTexts: ErrorTexts = {
  APP_SUSPENDED: { status: 404, reason: "app_suspended", connectAgain: true },
  [Code.NotFound]: { status: 404, reason: "install_not_found" },
  [Code.FailedPrecondition]: { status: 409, reason: "app_refused" },
  [Code.InvalidArgument]: { status: 400, reason: "app_refused" },
  [Code.PermissionDenied]: { status: 403, reason: "forbidden" },
};

const CLIENT_ID = /^[A-Za-z0-9_-]{1,255}$/;

type Request = FastifyRequest<{ Params: { clientId: string } }>;

/** `/install/{client_id}`: the page behind an app's install link. */
export function addInstallRoutes(app: FastifyInstance, web: Web): void {
  const options = { config: { errorTexts } };
  app.get("/install/:clientId", { ...options, exposeHeadRoute: true }, async (request: Request, reply) => {
    const context = createContext(web, request);
    const { clientId } = request.params;
    if (!CLIENT_ID.test(clientId)) throw new PageError(404, "install_not_found");
    const [account, install] = await Promise.all([
      findSession(context).then((signedIn) => signedIn?.account),
      web.clients.consent.getInstallPage({ clientId }, context.call),
    ]);
    if (account === undefined) return toSignIn(reply, context, `/install/${clientId}`);
    const query = queryOf(request);
    const wanted = { allow: query.one("allow") ?? "", merchant: query.one("merchant") ?? "" };
    return show(context, reply, { install, clientId, account, ...wanted });
  });
  app.post("/install/:clientId", options, async (request: Request, reply) => {
    const context = createContext(web, request);
    return start(context, request, reply);
  });
}

async function start(context: RequestContext, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const { clientId } = request.params;
  if (!CLIENT_ID.test(clientId)) throw new PageError(404, "install_not_found");
  const account = (await findSession(context))?.account;
  if (account === undefined) return toSignIn(reply, context, `/install/${clientId}`);
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "session", request });
  const { consent } = context.web.clients;
  const merchantId = fields.one("merchant_id") ?? "";
  const allow = fields.one("allow") ?? "";
  if (merchantId === "") {
    const install = await consent.getInstallPage({ clientId }, context.call);
    const errors = [{ field: "merchant_id", text: context.t.merchant.missing }];
    if (install.merchants.length !== 1) return show(context, reply, { install, clientId, account, errors, allow });
  }
  const { redirectTo } = await consent.startInstall({ clientId, merchantId }, context.call);
  if (allow !== "") keepWantedScope(context, reply, { account, clientId, scope: allow });
  return seeOther(reply, redirectTo);
}

interface InstallPage {
  install: GetInstallPageResponse;
  clientId: string;
  account: Account;
  errors?: FieldError[];
  allow?: string;
  merchant?: string;
}

async function show(
  context: RequestContext,
  reply: FastifyReply,
  { install, clientId, account, errors = [], allow = "", merchant = "" }: InstallPage,
): Promise<FastifyReply> {
  const { t, web } = context;
  const path = `/install/${clientId}`;
  const name = install.app?.name ?? "";
  const csrfToken = csrfTokenFor("session", context.session ?? "");
  const view = { install, clientId, csrfToken, errors, account, allow, merchant };
  if (isForbidden(install)) {
    const refusal = await readRefusal(context, install.app, clientId);
    const title = refusalTitle(context, { app: { name }, texts: t.install.forbidden, refusal });
    const body = forbiddenPage(context, { ...view, refusal, publicUrl: web.publicUrl });
    return sendPage(reply, context, { status: 403, title, body, account, path });
  }
  return sendPage(reply, context, {
    status: errors.length > 0 ? 400 : 200,
    title: headingOf(context, view),
    body: installPage(context, view),
    account,
    hasErrors: errors.length > 0,
    target: { kind: "app", origin: install.launchOrigin || web.publicUrl },
    path,
  });
}
