import type { FastifyInstance, FastifyRequest } from "fastify";
import { renderSVG } from "uqr";
import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { PageError } from "../../errors/page-error.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { visitOf, type Web } from "../../request-context.ts";
import { faultsOfFailure } from "../app-form/field-errors.ts";
import { formOf } from "../app-form/form.ts";
import { appFormPage } from "../app-form/view.ts";
import { clientIdOf, findOwnApp, pathOf } from "../own-app.ts";
import { type Desk, findDeveloper, type PortalPage, type PortalVisit } from "../page-router.ts";
import { archivePage } from "./archive-view.ts";
import { appPage } from "./view.ts";

const home = ({ clientId = "" }: Readonly<Record<string, string>>) => `/portal/apps/${clientId}`;

/** `/portal/apps/{client_id}`: one app, and the steps that its developer may take. */
export function addAppRoutes(app: FastifyInstance, desk: Desk, web: Web): void {
  desk.page("/portal/apps/:clientId", async (visit) => {
    const found = await findOwnApp(visit);
    const { scopes } = await web.clients.apps.listScopes({ includeRetired: true }, visit.call);
    const title = found.app.profile?.name || visit.t.portal.unnamed;
    return { title, body: appPage(visit, { ...found, catalogue: scopes }) };
  });
  desk.form("/portal/apps/:clientId/submit", { home, act: submit });
  desk.form("/portal/apps/:clientId/withdraw", {
    home,
    act: (visit) => step(visit, (clientId) => web.clients.apps.withdrawApp({ clientId }, visit.call)),
  });
  desk.form("/portal/apps/:clientId/discard", {
    home,
    act: (visit) => step(visit, (clientId) => web.clients.apps.discardRevision({ clientId }, visit.call)),
  });
  desk.page("/portal/apps/:clientId/archive", async (visit) => {
    const { app: own, installationCount } = await findOwnApp(visit);
    if (own.state === AppState.ARCHIVED) return pathOf(own);
    return archivePage(visit, { app: own, installationCount, unconfirmed: false });
  });
  desk.form("/portal/apps/:clientId/archive", { home, act: archive });
  addInstallCode(app, web);
}

async function step(visit: PortalVisit, take: (clientId: string) => Promise<unknown>): Promise<string> {
  const { app } = await findOwnApp(visit);
  await take(app.clientId);
  return pathOf(app);
}

/** What is missing shows on the form, field by field. */
async function submit(visit: PortalVisit): Promise<PortalPage | string> {
  const { app } = await findOwnApp(visit);
  try {
    await visit.web.clients.apps.submitApp({ clientId: app.clientId }, visit.call);
    return pathOf(app);
  } catch (failure) {
    return showErrors(visit, app, failure);
  }
}

async function showErrors(visit: PortalVisit, app: App, failure: unknown): Promise<PortalPage> {
  const { scopes } = await visit.web.clients.apps.listScopes({ includeRetired: true }, visit.call);
  const form = formOf(app, scopes);
  const faults = faultsOfFailure(visit.t, form, failure);
  if (faults.length === 0) throw failure;
  const title = visit.t.portal.form.editTitle(app.profile?.name || visit.t.portal.unnamed);
  return { title, body: appFormPage(visit, { form, app, faults, logoLost: false }), status: 400, live: true };
}

async function archive(visit: PortalVisit, fields: { one(name: string): string | null }): Promise<PortalPage | string> {
  const { app, installationCount } = await findOwnApp(visit);
  if (fields.one("confirm") === null) return archivePage(visit, { app, installationCount, unconfirmed: true });
  await visit.web.clients.apps.archiveApp({ clientId: app.clientId }, visit.call);
  return pathOf(app);
}

/** The install link as a picture for phones and paper. */
function addInstallCode(app: FastifyInstance, web: Web): void {
  app.get(
    "/portal/apps/:clientId/install-link.svg",
    { exposeHeadRoute: true },
    async (request: FastifyRequest<{ Params: Record<string, string> }>, reply) => {
      const visit = await findDeveloper(web, request);
      if (visit === null) return toSignIn(reply, visitOf(web, request), home(request.params));
      clientIdOf(visit);
      const { app: own } = await findOwnApp(visit);
      if (own.installUrl === "") throw new PageError(404, "not_found");
      return reply
        .headers({
          "content-type": "image/svg+xml",
          "cache-control": "private, no-store",
          "content-security-policy": "default-src 'none'; sandbox",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "same-origin",
        })
        .send(renderSVG(own.installUrl, { ecc: "M", border: 2 }));
    },
  );
}
