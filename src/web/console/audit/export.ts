import type { FastifyInstance } from "fastify";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type CsvColumns, csvTime, PAGE_SIZE } from "../../components/csv-lines.ts";
import { pathWith } from "../../components/list.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Web } from "../../request-context.ts";
import { addCsvRoute } from "../../router/csv-route.ts";
import type { PageContext, PageRouter } from "../../router/page-router.ts";
import { isUnresolved } from "../search-filter.ts";
import { type AuditFilter, dayErrors, queryOf, readFilter, requestOf } from "./filter.ts";

const PATH = "/console/audit";

/** `/console/audit.csv`: the events that match the filters of the page, newest first. */
export function addExportRoute(app: FastifyInstance, router: PageRouter, web: Web): void {
  addCsvRoute(app, router, {
    web,
    list: PATH,
    name: "audit-trail",
    file: { columns: COLUMNS, incomplete: INCOMPLETE },
    async open(context) {
      const filter = await readFilter(context);
      requireDays(context, filter);
      if (isUnresolved(filter.found)) return pathWith(PATH, queryOf(filter));
      return async (pageToken) => {
        const request = { ...requestOf(filter), pageSize: PAGE_SIZE, pageToken };
        const { events, nextPageToken } = await web.clients.audit.listAuditEvents(request, context.call);
        return { rows: events, next: nextPageToken };
      };
    },
  });
}

/** @throws PageError 400 that leads to the list, whose fields have the errors */
function requireDays(context: PageContext, filter: AuditFilter): void {
  const [error] = dayErrors(context, filter);
  if (error === undefined) return;
  const recovery = {
    kind: "page",
    path: pathWith(PATH, queryOf(filter)),
    label: context.t.console.audit.title,
  } as const;
  throw new PageError(400, "bad_request", { explanation: `${error.label}: ${error.text}`, recovery });
}

const INCOMPLETE = "INCOMPLETE: there are older events. Export fewer days at a time.";

const COLUMNS: CsvColumns<AuditEvent> = {
  event_id: ({ eventId }) => eventId,
  at: ({ at }) => csvTime(at),
  action: ({ action }) => action,
  actor_account_id: ({ actorAccountId }) => actorAccountId,
  actor_account_name: ({ actorAccountName }) => actorAccountName,
  actor_account_email: ({ actorAccountEmail }) => actorAccountEmail,
  actor_client_id: ({ actorClientId }) => actorClientId,
  service_key_id: ({ serviceKeyId }) => serviceKeyId,
  caller_name: ({ callerName }) => callerName,
  client_id: ({ clientId }) => clientId,
  app_name: ({ clientName }) => clientName,
  merchant_id: ({ merchantId }) => merchantId,
  merchant_name: ({ merchantName }) => merchantName,
  installation_id: ({ installationId }) => installationId,
  account_id: ({ accountId }) => accountId,
  account_email: ({ accountEmail }) => accountEmail,
  address: ({ address }) => address,
  request_id: ({ requestId }) => requestId,
  detail: ({ detailJson }) => detailJson,
};
