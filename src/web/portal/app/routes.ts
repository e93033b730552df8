import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { renderSVG } from "uqr";
import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { PageError } from "../../errors/page-error.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { type Fields, multilineText } from "../../http/fields.ts";
import { createContext, type Web } from "../../request-context.ts";
import type { FormResult, Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { toFieldErrors } from "../app-form/field-errors.ts";
import { formOf } from "../app-form/form.ts";
import { checkComplete } from "../app-form/save.ts";
import { appFormPage } from "../app-form/view.ts";
import { orNoCounts } from "../installations/counts.ts";
import { DAYS_READ } from "../installations/failures.ts";
import { lateAnswer, orLate } from "../late-step.ts";
import { findOwnApp, isLocked, isSubmittable, pathOf, readWithOwnApp } from "../own-app.ts";
import { archivePage } from "./archive-view.ts";
import { findSameName } from "./same-name.ts";
import { appPage } from "./view.ts";

const basePath = ({ clientId = "" }: Readonly<Record<string, string>>) => `/portal/apps/${clientId}`;

/** `/portal/apps/{client_id}`: an app, its submission and its archiving. */
export function addAppRoutes(app: FastifyInstance, router: PageRouter, web: Web): void {
  router.page("/portal/apps/:clientId", async (context) => {
    const { ownApp, result } = await readWithOwnApp(context, (own) =>
      Promise.all([
        web.clients.apps.listScopes({ includeRetired: true }, context.call),
        web.clients.installations.countInstallations(own, context.call).catch(orNoCounts),
        web.clients.apps.getAppStatistics({ ...own, days: DAYS_READ }, context.call).catch(orNoStatistics),
        web.clients.webhooks.listWebhookEndpoints(own, context.call),
      ]),
    );
    const [{ scopes: catalogue }, counts, { days }, { endpoints }] = result;
    const [missing, sameName] = await Promise.all([
      isSubmittable(ownApp.app) ? checkComplete(context, ownApp.app, formOf(ownApp.app, catalogue)) : [],
      findSameName(context, ownApp.app),
    ]);
    const title = ownApp.app.profile?.name || context.t.app.unnamed;
    return { title, body: appPage(context, { ...ownApp, catalogue, counts, days, endpoints, missing, sameName }) };
  });
  router.form("/portal/apps/:clientId/submit", { basePath, handle: submit, done: done("submit") });
  router.form("/portal/apps/:clientId/withdraw", {
    basePath,
    handle: (context) =>
      step(context, "withdraw", (clientId) => web.clients.apps.withdrawApp({ clientId }, context.call)),
    done: done("withdraw"),
  });
  router.form("/portal/apps/:clientId/discard", {
    basePath,
    handle: (context) =>
      step(context, "discard", (clientId) => web.clients.apps.discardRevision({ clientId }, context.call)),
    done: done("discard"),
  });
  router.page("/portal/apps/:clientId/archive", async (context) => {
    const { app, installationCount } = await findOwnApp(context);
    if (app.state === AppState.ARCHIVED) return pathOf(app);
    return archivePage(context, { app, installationCount, unconfirmed: false });
  });
  router.form("/portal/apps/:clientId/archive", { basePath, handle: archive, done: done("archive") });
  addInstallLinkCode(app, router, web);
}

/** Handles a core that cannot read the statistics at the moment, or does not have the RPC. */
function orNoStatistics(failure: unknown): { days: null } {
  const { code } = ConnectError.from(failure);
  if (code === Code.Unavailable || code === Code.Unimplemented) return { days: null };
  throw failure;
}

function done(step: keyof PageContext["t"]["portal"]["app"]["done"]) {
  return ({ t }: PageContext) => t.portal.app.done[step];
}

async function step(
  context: PageContext,
  name: "withdraw" | "discard" | "archive",
  take: (clientId: string) => Promise<unknown>,
): Promise<FormResult> {
  const { app } = await findOwnApp(context);
  return take(app.clientId).then(() => pathOf(app), orLate(context, name));
}

/** Submits the app. Field errors lead to the form, which keeps the note. */
async function submit(context: PageContext, fields: Pick<Fields, "one">): Promise<FormResult> {
  const { app } = await findOwnApp(context);
  // Another tab has submitted or archived the app.
  if (isLocked(app)) return lateAnswer(context, app, "submit");
  const note = multilineText(fields, "note");
  try {
    await context.web.clients.apps.submitApp({ clientId: app.clientId, note }, context.call);
    return pathOf(app);
  } catch (failure) {
    return showErrors(context, app, { failure, note });
  }
}

async function showErrors(
  context: PageContext,
  app: App,
  { failure, note }: { failure: unknown; note: string },
): Promise<Page> {
  const { scopes } = await context.web.clients.apps.listScopes({ includeRetired: true }, context.call);
  const form = { ...formOf(app, scopes), note };
  const errors = toFieldErrors(context.t, form, failure);
  if (errors.length === 0) throw failure;
  const title = context.t.portal.form.editTitle(app.profile?.name || context.t.app.unnamed);
  return { title, body: appFormPage(context, { form, app, errors, logo: null }), status: 400, live: true };
}

async function archive(context: PageContext, fields: Pick<Fields, "one">): Promise<FormResult> {
  const { app, installationCount } = await findOwnApp(context);
  if (app.state === AppState.ARCHIVED) return lateAnswer(context, app, "archive");
  if (fields.one("confirm") === null) return archivePage(context, { app, installationCount, unconfirmed: true });
  return step(context, "archive", (clientId) => context.web.clients.apps.archiveApp({ clientId }, context.call));
}

/** The QR code of the install link. */
function addInstallLinkCode(app: FastifyInstance, router: PageRouter, web: Web): void {
  app.get(
    "/portal/apps/:clientId/install-link.svg",
    { exposeHeadRoute: true },
    async (request: FastifyRequest<{ Params: Record<string, string> }>, reply) => {
      const context = await router.findContext(request);
      if (context === null) return toSignIn(reply, createContext(web, request), basePath(request.params));
      const { app: ownApp } = await findOwnApp(context);
      if (ownApp.installUrl === "") throw new PageError(404, "not_found");
      return reply
        .headers({
          "content-type": "image/svg+xml",
          "cache-control": "private, no-store",
          "content-security-policy": "default-src 'none'; sandbox",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "same-origin",
        })
        .send(renderSVG(ownApp.installUrl, { ecc: "M", border: 2 }));
    },
  );
}
