import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Installation, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { stopsOf, verdictOf } from "../../components/installation/verdict.ts";
import { needsMerchant } from "../../components/installation/verdict-view.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import type { Page, PageContext, PageForm, PageRouter } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { confirmPage, requireConfirmed } from "../confirm.ts";
import { REASON_FIELDS, reasonFields } from "../reason-fields.ts";
import { readSuspensions } from "../suspensions.ts";
import { installationPage, needsDeveloper, type Reason } from "./installation-view.ts";
import { PATH } from "./list-filter.ts";
import { listPage } from "./view.ts";

const party = Party.OPERATOR;

/** `/console/installations`: the list, newest first, and one installation with suspension and uninstall. */
export function addInstallationRoutes(router: PageRouter): void {
  router.page(PATH, listPage);
  router.page(`${PATH}/:id`, (context) => show(context, null));
  router.page(`${PATH}/:id/uninstall`, (context) => uninstallPage(context, null));
  router.form(`${PATH}/:id/suspend`, {
    ...formAt(show),
    kept: REASON_FIELDS,
    done: ({ t }) => t.console.installations.done.suspend,
    async handle({ web, call, params }, fields) {
      const step = { installationId: params.id ?? "", party, ...reasonIn(fields) };
      await web.clients.installations.suspendInstallation(step, call);
      return `${PATH}/${params.id}`;
    },
  });
  router.form(`${PATH}/:id/resume`, {
    ...formAt(show),
    done: ({ t }) => t.console.installations.done.resume,
    async handle({ web, call, params }) {
      await web.clients.installations.resumeInstallation({ installationId: params.id ?? "", party }, call);
      return `${PATH}/${params.id}`;
    },
  });
  router.form(`${PATH}/:id/uninstall`, {
    ...formAt(uninstallPage),
    kept: REASON_FIELDS,
    done: ({ t }) => t.console.installations.done.uninstall,
    async handle(context, fields) {
      const { web, call, params } = context;
      requireConfirmed(context, fields, ["reason_code"]);
      const step = { installationId: params.id ?? "", party, ...reasonIn(fields) };
      await web.clients.installations.uninstall(step, call);
      return `${PATH}/${params.id}`;
    },
  });
}

function reasonIn(fields: Fields): { reasonCode: string; reasonText: string } {
  return { reasonCode: fields.one("reason_code") ?? "", reasonText: (fields.one("reason_text") ?? "").trim() };
}

/** More than the page shows, because one of them may say who suspended the installation. */
const EVENTS_READ = 30;

function formAt(redisplay: NonNullable<PageForm["redisplay"]>): Pick<PageForm, "basePath" | "redisplay"> {
  return { basePath: (params) => `${PATH}/${params.id}`, redisplay };
}

async function readInstallation({ web, call, params }: PageContext): Promise<Installation> {
  const { installation } = await web.clients.installations.getInstallation({ installationId: params.id ?? "" }, call);
  if (installation === undefined) throw new PageError(404, "not_found");
  return installation;
}

async function show(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { web, call, params } = context;
  const installationId = params.id ?? "";
  const [installation, { events }, { scopes }] = await Promise.all([
    readInstallation(context),
    web.clients.audit.listAuditEvents({ installationId, pageSize: EVENTS_READ }, call),
    web.clients.apps.listScopes({ includeRetired: true }, call),
  ]);
  const titles = new Map(scopes.map(({ name, title }) => [name, title]));
  const [app, stop] = await Promise.all([readApp(context, installation), readStop(context, installation)]);
  const stopReason = await readStopReason(context, installation, app);
  return installationPage(context, {
    ...{ installation, events: withStop(events, stop), stop, stopReason, titles, rejected },
    installUrl: needsMerchant(verdictOf(installation)) ? (app?.installUrl ?? "") : "",
    developerId: needsDeveloper(installation) ? app?.developerAccountId : undefined,
  });
}

/** The app, if the next step depends on it. */
async function readApp({ web, call }: PageContext, one: Installation): Promise<App | undefined> {
  const isNamed = needsMerchant(verdictOf(one)) || needsDeveloper(one) || stopsOf(one).includes("app_suspended");
  return isNamed ? (await web.clients.apps.getApp({ clientId: one.clientId }, call)).app : undefined;
}

/** The suspension of the app or, if it is not suspended, of the merchant; undefined if neither is, or if its event was removed. */
async function readStop(context: PageContext, one: Installation): Promise<AuditEvent | undefined> {
  const stops = stopsOf(one);
  if (stops.includes("app_suspended")) return (await readSuspensions(context, "app", [one.clientId])).get(one.clientId);
  if (!stops.includes("merchant_suspended")) return undefined;
  return (await readSuspensions(context, "merchant", [one.merchantId])).get(one.merchantId);
}

/** The events of the installation with the suspension of its app or merchant, newest first. */
function withStop(events: readonly AuditEvent[], stop: AuditEvent | undefined): readonly AuditEvent[] {
  if (stop === undefined) return events;
  const timeOf = ({ at }: AuditEvent) => (at === undefined ? 0 : timestampMs(at));
  return [...events, stop].sort((a, b) => timeOf(b) - timeOf(a));
}

/** The reason for which the platform stopped the app or, if it did not, the merchant; null if neither is stopped. */
async function readStopReason(
  { web, call }: PageContext,
  one: Installation,
  app: App | undefined,
): Promise<Reason | null> {
  const stops = stopsOf(one);
  if (stops.includes("app_suspended") || stops.includes("app_rejected")) return app ?? null;
  if (!stops.includes("merchant_suspended")) return null;
  return (await web.clients.accounts.getMerchant({ merchantId: one.merchantId }, call)).merchant ?? null;
}

async function uninstallPage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { installations: texts } = context.t.console;
  const { installationId, appName, merchantName } = await readInstallation(context);
  const back = `${PATH}/${installationId}`;
  const confirmation = {
    crumb: { href: back, label: texts.appAtMerchant(appName, merchantName) },
    title: texts.uninstallTitle(appName, merchantName),
    effects: [texts.uninstallEffect, texts.uninstallReason],
    action: `${back}/uninstall`,
    fields: reasonFields(context, { kind: "suspension", rejected, textOptional: true }),
    checkbox: context.t.console.apps.confirm,
    submit: texts.uninstallSubmit,
    cancel: texts.cancel,
    back,
  };
  return confirmPage(context, confirmation, rejected);
}
