import { Readable } from "node:stream";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { FastifyInstance } from "fastify";
import type { AuditEvent, ListAuditEventsResponse } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { csvHeaders, csvLine } from "../../components/csv.ts";
import { pathWith } from "../../components/list.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { createContext, type Web } from "../../request-context.ts";
import type { PageRouter } from "../../router/page-router.ts";
import { isUnresolved } from "../search-filter.ts";
import { queryOf, readFilter, requestOf } from "./filter.ts";

/** The maximum number of events in one file. */
export const MAX_EVENTS = 100_000;
const PAGE_SIZE = 200;
/** The maximum number of calls. Each call reads at most a thousand events to find those that match. */
const MAX_PAGES = 1_000;

/** `/console/audit.csv`: the events that match the filters of the page, newest first. */
export function addExportRoute(app: FastifyInstance, router: PageRouter, web: Web): void {
  app.get("/console/audit.csv", { exposeHeadRoute: true }, async (request, reply) => {
    const context = await router.findContext(request);
    if (context === null) return toSignIn(reply, createContext(web, request), "/console/audit");
    const filter = await readFilter(context);
    if (isUnresolved(filter.found)) return router.send(reply, context, pathWith("/console/audit", queryOf(filter)));
    const read = (pageToken: string) =>
      web.clients.audit.listAuditEvents({ ...requestOf(filter), pageSize: PAGE_SIZE, pageToken }, context.call);
    // The first page is read before the headers are sent, so that its errors lead to an error page.
    const lines = linesOf(await read(""), read);
    return reply.headers(csvHeaders("audit-trail")).send(request.method === "HEAD" ? "" : Readable.from(lines));
  });
}

/**
 * The lines of the file. An error on a later page aborts the response, so that a partial file does not look complete. A file that reaches a
 * limit ends with a line that says so.
 */
export async function* linesOf(
  first: ListAuditEventsResponse,
  read: (pageToken: string) => Promise<ListAuditEventsResponse>,
  { maxEvents = MAX_EVENTS, maxPages = MAX_PAGES } = {},
): AsyncGenerator<string> {
  yield csvLine(Object.keys(COLUMNS));
  let written = 0;
  for (let [page, pages] = [first, 1]; ; page = await read(page.nextPageToken), pages++) {
    const events = page.events.slice(0, maxEvents - written);
    if (events.length > 0) yield events.map(toLine).join("");
    written += events.length;
    if (page.nextPageToken === "" && events.length === page.events.length) return;
    if (written === maxEvents || pages === maxPages) return yield csvLine([INCOMPLETE]);
  }
}

const INCOMPLETE = "INCOMPLETE: there are older events. Export fewer days at a time.";

function toLine(event: AuditEvent): string {
  return csvLine(Object.values(COLUMNS).map((toCell) => toCell(event)));
}

const COLUMNS: Readonly<Record<string, (event: AuditEvent) => string | null>> = {
  event_id: ({ eventId }) => eventId,
  at: ({ at }) => (at === undefined ? null : timestampDate(at).toISOString()),
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
