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
import { openInstallation, readScopes } from "./read.ts";
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
  const result = await remove(context, one, scope);
  if ("refused" in result) return redirectWithFlash(reply, context, { to, flash: result });
  const permission = (await readScopes(context)).get(scope)?.title || scope;
  const { done, notGranted } = context.t.connected.removal;
  const text = (result.removed ? done : notGranted)(permission, one.appName);
  const flash: Record<string, string> = result.removed ? { done: text } : { refused: text };
  return redirectWithFlash(reply, context, { to, flash });
}

/** Whether the permission was granted before, or the reason of a refusal in the reader's language. */
type Removal = { removed: boolean } | { refused: string };

/** A core of an earlier release removes nothing, or does not say what it removed. */
async function remove({ web, call, t }: RequestContext, one: Installation, scope: string): Promise<Removal> {
  const { refused, updating } = t.connected.removal;
  const isReason = (reason: string | undefined): reason is keyof typeof refused =>
    reason !== undefined && Object.hasOwn(refused, reason);
  try {
    const request = { installationId: one.installationId, scopes: [scope] };
    const { removedScopes } = await web.clients.installations.removeScopes(request, call);
    return { removed: removedScopes.includes(scope) || one.grantedScopes.includes(scope) };
  } catch (failure) {
    if (isUnimplemented(failure)) return { refused: updating };
    const reason = requestErrorOf(failure)?.reason;
    if (isReason(reason)) return { refused: refused[reason] };
    throw failure;
  }
}
