import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Installation } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { InstallationSide, InstallationState } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import type { FaultTexts } from "../fault/of-failure.ts";
import { PageFault } from "../fault/page-fault.ts";
import { toSignIn } from "../fault/send-fault.ts";
import { csrfTokenFor } from "../http/csrf.ts";
import { fieldsOf, queryOf, requireCsrf } from "../http/guard.ts";
import { findSignedIn, seeOther, sendPage, type Visit, visitOf, type Web } from "../visit.ts";
import { findPage } from "./page.ts";
import { confirmPage, listPage } from "./view.ts";

const faultTexts: FaultTexts = {
  [Code.NotFound]: { status: 404, reason: "not_found", signIn: "other" },
  [Code.PermissionDenied]: { status: 403, reason: "disconnect_forbidden" },
};
const INSTALLATION_ID = /^[A-Za-z0-9_-]{1,64}$/;
const LIST = "/connected-apps";

type Request = FastifyRequest<{ Params: { id: string } }>;

/** `/connected-apps`: what may work with a merchant's data, and the end of it. */
export function addConnectedAppsRoutes(app: FastifyInstance, web: Web): void {
  const options = { config: { faultTexts } };
  app.get(LIST, options, async (request, reply) => showList(visitOf(web, request), request, reply));
  app.get(`${LIST}/:id/disconnect`, options, async (request: Request, reply) => {
    const visit = visitOf(web, request);
    if (visit.session === null) return toSignIn(reply, visit, request.url);
    return confirm(visit, reply, await findInstallation(visit, request));
  });
  app.post(`${LIST}/:id/disconnect`, options, async (request: Request, reply) => {
    const visit = visitOf(web, request);
    requireCsrf(visit, fieldsOf(request), { binding: "session", request });
    const { installationId, merchantId } = await findInstallation(visit, request);
    const side = InstallationSide.MERCHANT;
    await web.clients.installations.uninstall({ installationId, side }, visit.call);
    return seeOther(reply, `${LIST}?${new URLSearchParams({ merchant_id: merchantId, done: "disconnected" })}`);
  });
}

async function showList(visit: Visit, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = queryOf(request);
  const signedIn = await findSignedIn(visit);
  if (signedIn === null) return toSignIn(reply, visit, request.url);
  const wanted = { merchantId: query.one("merchant_id"), pageToken: query.one("page") ?? "" };
  const page = await findPage(visit, signedIn.memberships, wanted);
  const { title } = visit.t.connectedApps;
  const view = { ...page, memberships: signedIn.memberships, done: query.one("done") === "disconnected" };
  return sendPage(reply, visit, { title, body: listPage(visit, view), account: signedIn.account });
}

async function findInstallation({ web, call }: Visit, { params: { id } }: Request): Promise<Installation> {
  if (!INSTALLATION_ID.test(id)) throw new PageFault(404, "not_found");
  const { installation } = await web.clients.installations.getInstallation({ installationId: id }, call);
  const over = installation?.state === InstallationState.ENDED || installation?.state === InstallationState.PENDING;
  if (installation === undefined || over) throw new PageFault(404, "not_found");
  return installation;
}

async function confirm(visit: Visit, reply: FastifyReply, installation: Installation): Promise<FastifyReply> {
  const account = (await findSignedIn(visit))?.account;
  const csrfToken = csrfTokenFor("session", visit.session ?? "");
  const body = confirmPage(visit, installation, csrfToken);
  return sendPage(reply, visit, { title: visit.t.connectedApps.confirmTitle(installation.appName), body, account });
}
