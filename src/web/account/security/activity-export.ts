import type { FastifyInstance } from "fastify";
import type { SecurityEvent } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type CsvColumns, csvTime, PAGE_SIZE } from "../../components/csv-lines.ts";
import type { Web } from "../../request-context.ts";
import { addCsvRoute } from "../../router/csv-route.ts";
import type { PageRouter } from "../../router/page-router.ts";
import { filterOf, readEvents } from "./activity-list.ts";
import { ACTIVITY } from "./paths.ts";

/** Limits that suffice for years of one account. Each page searches some thousand audit events. */
const LIMITS = { maxRows: 5_000, maxPages: 100 };

/** `/account/activity.csv`: the account's own events of the chosen kind, newest first. */
export function addActivityExport(app: FastifyInstance, router: PageRouter, web: Web): void {
  addCsvRoute(app, router, {
    web,
    list: ACTIVITY,
    name: "activity",
    file: { columns: COLUMNS, incomplete: "INCOMPLETE: there are older events.", ...LIMITS },
    async open(context) {
      const filter = filterOf(context.query);
      return async (pageToken) => {
        const { events, nextPageToken } = await readEvents(context, { ...filter, pageSize: PAGE_SIZE, pageToken });
        return { rows: events, next: nextPageToken };
      };
    },
  });
}

const COLUMNS: CsvColumns<SecurityEvent> = {
  event_id: ({ eventId }) => eventId,
  at: ({ at }) => csvTime(at),
  action: ({ action }) => action,
  method: ({ method }) => method,
  second_factor: ({ secondFactor }) => secondFactor,
  ended_sessions: ({ endedSessions }) => endedSessions,
  browser: ({ browser }) => browser,
  system: ({ system }) => system,
  network: ({ network }) => network,
  by_other: ({ byOther }) => byOther,
  passkey: ({ passkeyName }) => passkeyName,
  ended_browser: ({ endedBrowser }) => endedBrowser,
  ended_system: ({ endedSystem }) => endedSystem,
  new_device: ({ newDevice }) => newDevice,
  former_email: ({ formerEmail }) => formerEmail,
  new_email: ({ newEmail }) => newEmail,
};
