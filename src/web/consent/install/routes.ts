import { Code } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { GetInstallPageResponse } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import type { FieldError } from "../../components/form.ts";
import type { FaultTexts } from "../../errors/from-failure.ts";
import { PageError } from "../../errors/page-error.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { csrfTokenFor } from "../../http/csrf.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { findSignedIn, seeOther, sendPage, type Visit, visitOf, type Web } from "../../request-context.ts";
import { installPage, isForbidden } from "./view.ts";

const faultTexts: FaultTexts = {
  APP_SUSPENDED: { status: 404, reason: "app_suspended" },
  [Code.NotFound]: { status: 404, reason: "install_not_found" },
  [Code.FailedPrecondition]: { status: 409, reason: "app_refused" },
  [Code.InvalidArgument]: { status: 400, reason: "app_refused" },
  [Code.PermissionDenied]: { status: 403, reason: "forbidden" },
};

const CLIENT_ID = /^[A-Za-z0-9_-]{1,255}$/;

type Request = FastifyRequest<{ Params: { clientId: string } }>;

/** `/install/{client_id}`: the link that merchants follow to an app. */
export function addInstallRoutes(app: FastifyInstance, web: Web): void {
  const options = { config: { faultTexts } };
  app.get("/install/:clientId", { ...options, exposeHeadRoute: true }, async (request: Request, reply) => {
    const visit = visitOf(web, request);
    const { clientId } = request.params;
    if (!CLIENT_ID.test(clientId)) throw new PageError(404, "install_not_found");
    const [account, install] = await Promise.all([
      findSignedIn(visit).then((signedIn) => signedIn?.account),
      web.clients.consent.getInstallPage({ clientId }, visit.call),
    ]);
    if (account === undefined) return toSignIn(reply, visit, `/install/${clientId}`);
    return show(visit, reply, { install, clientId, account });
  });
  app.post("/install/:clientId", options, async (request: Request, reply) => {
    const visit = visitOf(web, request);
    return start(visit, request, reply);
  });
}

async function start(visit: Visit, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const { clientId } = request.params;
  if (!CLIENT_ID.test(clientId)) throw new PageError(404, "install_not_found");
  const account = (await findSignedIn(visit))?.account;
  if (account === undefined) return toSignIn(reply, visit, `/install/${clientId}`);
  const fields = fieldsOf(request);
  requireCsrf(visit, fields, { binding: "session", request });
  const { consent } = visit.web.clients;
  const merchantId = fields.one("merchant_id") ?? "";
  if (merchantId === "") {
    const install = await consent.getInstallPage({ clientId }, visit.call);
    const faults = [{ field: "merchant_id", text: visit.t.merchant.missing }];
    if (install.merchants.length !== 1) return show(visit, reply, { install, clientId, account, faults });
  }
  const { redirectTo } = await consent.startInstall({ clientId, merchantId }, visit.call);
  return seeOther(reply, redirectTo);
}

interface Shown {
  install: GetInstallPageResponse;
  clientId: string;
  account: Account;
  faults?: FieldError[];
}

function show(visit: Visit, reply: FastifyReply, { install, clientId, account, faults = [] }: Shown): FastifyReply {
  const path = `/install/${clientId}`;
  const name = install.app?.name ?? "";
  const csrfToken = csrfTokenFor("session", visit.session ?? "");
  return sendPage(reply, visit, {
    status: isForbidden(install) ? 403 : faults.length > 0 ? 400 : 200,
    title: visit.t.install.title(name),
    body: installPage(visit, { install, clientId, csrfToken, faults, account }),
    account,
    faulty: faults.length > 0,
    target: { kind: "app", origin: install.launchOrigin || visit.web.publicUrl },
    path,
  });
}
