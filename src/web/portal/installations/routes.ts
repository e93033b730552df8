import type { FastifyInstance } from "fastify";
import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { Counts } from "../../components/installation/health-tabs.ts";
import { PageError } from "../../errors/page-error.ts";
import { type Fields, multilineText } from "../../http/fields.ts";
import type { Web } from "../../request-context.ts";
import { type FormResult, type Page, type PageContext, type PageRouter, withDone } from "../../router/page-router.ts";
import { findOwnApp, readWithOwnApp } from "../own-app.ts";
import { orNoCounts } from "./counts.ts";
import { addExportRoute } from "./export.ts";
import { DAYS_READ } from "./failures.ts";
import { type InstallationFilter, readFilter, readSort, type SortName } from "./filter.ts";
import { type InstallationView, installationPage } from "./installation-view.ts";
import { type InstallationList, listByState, listInstallations, listUrgent } from "./list.ts";
import { installationsPage } from "./view.ts";

/** `/portal/apps/{client_id}/installations`: the list, and one installation with its pause. */
export function addInstallationRoutes(app: FastifyInstance, router: PageRouter, web: Web): void {
  addExportRoute(app, router, web);
  router.page("/portal/apps/:clientId/installations", show);
  router.page(ONE, async (context) => showOne(context, await findOwn(context)));
  router.form(`${ONE}/pause`, { basePath, handle: pause, done: ({ t }) => t.portal.installations.paused });
  router.form(`${ONE}/resume`, {
    basePath,
    async handle(context) {
      const { installationId } = (await findOwn(context)).installation;
      await context.web.clients.installations.resumeInstallation({ installationId, party }, context.call);
      return basePath(context.params);
    },
    done: ({ t }) => t.portal.installations.resumed,
  });
}

const ONE = "/portal/apps/:clientId/installations/:installationId";

const INSTALLATION_ID = /^[0-9a-f-]{36}$/;

// Accounts that could act for other parties, such as operators, also act for the app on this page.
const party = Party.APP;

function basePath({ clientId = "", installationId = "" }: { clientId?: string; installationId?: string }): string {
  return `/portal/apps/${clientId}/installations/${installationId}`;
}

/** @throws PageError 404 for an installation of another app */
async function findOwn(context: PageContext) {
  const { app, history: appHistory } = await findOwnApp(context);
  const { installationId = "" } = context.params;
  if (!INSTALLATION_ID.test(installationId)) throw new PageError(404, "not_found");
  const request = { installationId, includeHistory: true };
  const { installation, history } = await context.web.clients.installations.getInstallation(request, context.call);
  if (installation === undefined || installation.clientId !== app.clientId) throw new PageError(404, "not_found");
  return { app, appHistory, installation, history };
}

type Shown = Pick<InstallationView, "app" | "appHistory" | "installation" | "history"> &
  Partial<Pick<InstallationView, "reason" | "errors">>;

async function showOne(context: PageContext, { reason = "", errors = [], ...shown }: Shown): Promise<Page> {
  const { apps, webhooks } = context.web.clients;
  const { clientId } = shown.app;
  const [{ scopes: catalogue }, { endpoints }] = await Promise.all([
    apps.listScopes({ includeRetired: true }, context.call),
    webhooks.listWebhookEndpoints({ clientId }, context.call),
  ]);
  const body = installationPage(context, { ...shown, catalogue, endpoints, reason, errors });
  return { title: shown.installation.merchantName, body, status: errors.length > 0 ? 400 : 200 };
}

async function pause(context: PageContext, fields: Fields): Promise<FormResult> {
  const found = await findOwn(context);
  const { installationId } = found.installation;
  const reason = multilineText(fields, "reason_text");
  const request = { installationId, party, reasonCode: "PAUSED", reasonText: reason };
  try {
    await context.web.clients.installations.suspendInstallation(request, context.call);
    return basePath(context.params);
  } catch (failure) {
    const error = requestErrorOf(failure);
    if (error?.reason === "NOT_INSTALLED")
      return withDone(basePath(context.params), context.t.portal.installations.uninstalledMeanwhile);
    if (!error?.violations.some(({ field }) => field === "reason_text")) throw failure;
    const errors = [{ field: "reason_text", text: context.t.portal.installations.reasonInvalid }];
    return showOne(context, { ...found, reason, errors });
  }
}

async function show(context: PageContext): Promise<Page | string> {
  const { query, web, call } = context;
  const filter = readFilter(query);
  const token = query.one("page") ?? "";
  const sort = readSort(query);
  const isUnfiltered = Object.values(filter).every((text) => text === "");
  const isWhole = token === "" && isUnfiltered;
  const { ownApp, result } = await readWithOwnApp(context, (app) => {
    const counting = web.clients.installations.countInstallations(app, call).catch(orNoCounts);
    return Promise.all([
      listPage(context, app, { filter, sort, token, counting: isUnfiltered && sort === null ? counting : null }),
      counting,
      isWhole ? web.clients.apps.getAppStatistics({ ...app, days: DAYS_READ }, call).then((read) => read.days) : null,
      INSTALLATION_ID.test(filter.search) ? findById(context, app, filter.search) : null,
    ]);
  });
  const [{ installations, next }, counts, days, found] = result;
  if (found !== null) return basePath(found);
  const view = { ...ownApp, installations, counts, filter, sort, token, next, days };
  return { title: context.t.portal.installations.title, body: installationsPage(context, view) };
}

interface ListRequest {
  filter: InstallationFilter;
  sort: SortName | null;
  token: string;
  /** The counts of the whole list, which shows urgent installations first; null for a filtered or sorted list. */
  counting: Promise<Counts | null> | null;
}

/**
 * One page of the list. Of the whole list, the first page begins with the urgent installations, which the others omit, and the last pages
 * have the uninstalled ones.
 */
async function listPage(
  context: PageContext,
  app: Pick<App, "clientId">,
  { counting, ...asked }: ListRequest,
): Promise<InstallationList> {
  if (counting === null) return listInstallations(context, app, asked);
  const { token } = asked;
  const counts = await counting;
  // In a very large app, only the tabs lead to the urgent ones.
  const urgent = counts === null || counts.partial ? [] : await listUrgent(context, app, counts);
  const { installations, next } = await listByState(context, app, { counts, token, omitted: urgent });
  // A later page with only urgent installations repeats them, because it would be empty otherwise.
  if (token !== "" && installations.length === 0) return listByState(context, app, { counts, token, omitted: [] });
  return { installations: token === "" ? [...urgent, ...installations] : installations, next };
}

/** The installation of the app with this id; null if there is none. */
async function findById(
  { web, call }: PageContext,
  app: Pick<App, "clientId">,
  installationId: string,
): Promise<Installation | null> {
  const { installation } = await web.clients.installations
    .getInstallation({ installationId }, call)
    .catch((failure: unknown) => {
      if (requestErrorOf(failure)?.reason !== "NOT_FOUND") throw failure;
      return { installation: undefined };
    });
  return installation?.clientId === app.clientId ? installation : null;
}
