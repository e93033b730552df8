import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GetSessionResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { FaultTexts } from "../../errors/from-failure.ts";
import { PageError } from "../../errors/page-error.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import { fieldsOf, queryOf, requireCsrf } from "../../http/guard.ts";
import { findMember, seeOther, sendPage, type Visit, visitOf, type Web } from "../../request-context.ts";
import { type Asked, findInstallation, mayChange, membershipIn, readConnectedApps } from "./read.ts";
import { connectedAppsPage, disconnectPage, noMerchantPage } from "./view.ts";

const PATH = "/connected-apps";

const faultTexts: FaultTexts = {
  [Code.NotFound]: { status: 404, reason: "installation_not_found", signIn: "other" },
};

type Request = FastifyRequest<{ Params: { id: string } }>;

/** `/connected-apps`: what works with a merchant's data; pause, resume and disconnect it. */
export function addConnectedAppsRoutes(app: FastifyInstance, web: Web): void {
  const options = { config: { faultTexts } };
  app.get(PATH, { ...options, exposeHeadRoute: true }, async (request, reply) => {
    const visit = visitOf(web, request);
    const signedIn = await findMember(visit);
    if (signedIn === null) return toSignIn(reply, visit, request.url);
    return showList(visit, reply, { signedIn, asked: askedBy(request) });
  });
  app.get(`${PATH}/:id/disconnect`, { ...options, exposeHeadRoute: true }, async (request: Request, reply) => {
    const visit = visitOf(web, request);
    const signedIn = await findMember(visit);
    if (signedIn === null) return toSignIn(reply, visit, request.url);
    const found = await openInstallation(visit, signedIn, request.params.id);
    if (found.state === InstallationState.UNINSTALLED) return seeOther(reply, rowOf(found));
    const body = disconnectPage(visit, found, csrfTokenFor("session", visit.session ?? ""));
    const title = visit.t.connected.confirm.title(found.appName);
    return sendPage(reply, visit, { title, body, account: signedIn.account });
  });
  for (const [name, step] of Object.entries(STEPS)) {
    app.post(`${PATH}/:id/${name}`, options, (request: Request, reply) => take(web, { request, reply, step }));
  }
}

function askedBy(request: FastifyRequest): Asked {
  const query = queryOf(request);
  const one = (name: string) => query.one(name) ?? "";
  return { merchantId: one("merchant"), installationId: one("installation"), token: one("page") };
}

interface List {
  signedIn: GetSessionResponse;
  asked: Asked;
}

async function showList(visit: Visit, reply: FastifyReply, { signedIn, asked }: List): Promise<FastifyReply> {
  const { title } = visit.t.connected;
  const { account } = signedIn;
  const found = await readConnectedApps(visit, signedIn, asked);
  if (found === null) return sendPage(reply, visit, { title, body: noMerchantPage(visit), account });
  const csrfToken = csrfTokenFor("session", visit.session ?? "");
  return sendPage(reply, visit, { title, body: connectedAppsPage(visit, { ...found, csrfToken }), account });
}

type Step = (visit: Visit, installationId: string) => Promise<unknown>;

// Whoever is an operator or a developer too acts here for the merchant all the same.
const party = Party.MERCHANT;

const STEPS: Record<string, Step> = {
  pause: ({ web, call }, installationId) =>
    web.clients.installations.suspendInstallation({ installationId, party, reasonCode: "PAUSED" }, call),
  resume: ({ web, call }, installationId) =>
    web.clients.installations.resumeInstallation({ installationId, party }, call),
  disconnect: ({ web, call }, installationId) => web.clients.installations.uninstall({ installationId, party }, call),
};

interface Taken {
  request: Request;
  reply: FastifyReply;
  step: Step;
}

async function take(web: Web, { request, reply, step }: Taken): Promise<FastifyReply> {
  const visit = visitOf(web, request);
  const { id } = request.params;
  requireCsrf(visit, fieldsOf(request), { binding: "session", request, back: PATH });
  const signedIn = await findMember(visit);
  if (signedIn === null) return toSignIn(reply, visit, PATH);
  const found = await openInstallation(visit, signedIn, id);
  await step(visit, id);
  return seeOther(reply, rowOf(found));
}

/** An installation that the account may change for its merchant. @throws PageError 403 for members who only look, 404 for everybody else */
async function openInstallation(visit: Visit, signedIn: GetSessionResponse, id: string): Promise<Installation> {
  const found = await findInstallation(visit, id);
  const membership = await membershipIn(visit, signedIn, found.merchantId);
  if (!mayChange(membership)) throw new PageError(403, "disconnect_forbidden");
  return found;
}

function rowOf({ installationId }: Installation): string {
  return `${PATH}?${new URLSearchParams({ installation: installationId })}`;
}
