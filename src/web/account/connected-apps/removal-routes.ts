import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { isUnimplemented, requestErrorOf } from "../../../rpc/errors.ts";
import type { ErrorTexts } from "../../errors/from-failure.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import {
  createContext,
  findSessionWithMemberships,
  type RequestContext,
  seeOther,
  sendPage,
  type Web,
} from "../../request-context.ts";
import { redirectWithFlash } from "../../router/flash.ts";
import { CONNECTED_APPS, merchantNavigation } from "../merchant-section.ts";
import { openInstallation } from "./read.ts";
import { removalPage } from "./removal-view.ts";
import { appPath } from "./row-view.ts";

type Request = FastifyRequest<{ Params: { id: string } }>;

const PATH = `${CONNECTED_APPS}/:id/permissions/remove`;

/** `/connected-apps/:id/permissions/remove`: takes one optional permission of an app back, after a confirmation. */
export function addRemovalRoutes(app: FastifyInstance, web: Web, errorTexts: ErrorTexts): void {
  const options = { config: { errorTexts } };
  app.get(PATH, { ...options, exposeHeadRoute: true }, (request: Request, reply) => showRemoval(web, request, reply));
  app.post(PATH, options, (request: Request, reply) => removePermission(web, request, reply));
}

async function showRemoval(web: Web, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const context = createContext(web, request);
  const signedIn = await findSessionWithMemberships(context);
  if (signedIn === null) return toSignIn(reply, context, request.url);
  const one = await openInstallation(context, signedIn, request.params.id);
  const scope = queryOf(request).one("scope") ?? "";
  if (!one.removableScopes.includes(scope)) return seeOther(reply, appPath(one));
  const view = { one, scope, scopes: await readScopes(context) };
  const body = removalPage(context, { ...view, csrfToken: csrfTokenFor("session", context.session ?? "") });
  const sections = merchantNavigation(context, { ...signedIn, merchantId: one.merchantId });
  const { title } = context.t.connected.removal;
  return sendPage(reply, context, { title, body, account: signedIn.account, wide: true, sections });
}

async function removePermission(web: Web, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const context = createContext(web, request);
  const fields = fieldsOf(request);
  requireCsrf(context, fields, { binding: "session", request, back: CONNECTED_APPS });
  const signedIn = await findSessionWithMemberships(context);
  if (signedIn === null) return toSignIn(reply, context, CONNECTED_APPS);
  const one = await openInstallation(context, signedIn, request.params.id);
  const scope = fields.one("scope") ?? "";
  const to = appPath(one);
  const refusal = await remove(context, one, scope);
  if (refusal !== null) return redirectWithFlash(reply, context, { to, flash: { refused: refusal } });
  const permission = (await readScopes(context)).get(scope)?.title || scope;
  const done = context.t.connected.removal.done(permission, one.appName);
  return redirectWithFlash(reply, context, { to, flash: { done } });
}

/** The reason of a refusal in the reader's language; null after the removal. A core of the previous release removes nothing. */
async function remove({ web, call, t }: RequestContext, one: Installation, scope: string): Promise<string | null> {
  const { refused, updating } = t.connected.removal;
  const isReason = (reason: string | undefined): reason is keyof typeof refused =>
    reason !== undefined && Object.hasOwn(refused, reason);
  try {
    await web.clients.installations.removeScopes({ installationId: one.installationId, scopes: [scope] }, call);
    return null;
  } catch (failure) {
    if (isUnimplemented(failure)) return updating;
    const reason = requestErrorOf(failure)?.reason;
    if (isReason(reason)) return refused[reason];
    throw failure;
  }
}

async function readScopes({ web, call }: RequestContext) {
  const { scopes } = await web.clients.apps.listScopes({ includeRetired: true }, call);
  return new Map(scopes.map((scope) => [scope.name, scope]));
}
