import type { FastifyInstance } from "fastify";
import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type CsvColumns, csvTime, INCOMPLETE_LIST, PAGE_SIZE } from "../../components/csv-lines.ts";
import { appStateKey } from "../../components/enum-names.ts";
import { pathWith } from "../../components/list.ts";
import type { Web } from "../../request-context.ts";
import { addCsvRoute } from "../../router/csv-route.ts";
import type { PageRouter } from "../../router/page-router.ts";
import { isUnresolved } from "../search-filter.ts";
import { PATH, readAppFilter, readAppPage } from "./list-filter.ts";

/** `/console/apps.csv`: the apps that match the filter of the list, in its order. */
export function addAppExport(app: FastifyInstance, router: PageRouter, web: Web): void {
  addCsvRoute(app, router, {
    web,
    list: PATH,
    name: "apps",
    file: { columns: COLUMNS, incomplete: INCOMPLETE_LIST },
    async open(context) {
      const filter = await readAppFilter(context);
      if (isUnresolved([filter.developer])) return pathWith(PATH, { ...filter.query, sort: filter.sort });
      return async (token) => {
        const { apps, nextPageToken } = await readAppPage(context, filter, { pageSize: PAGE_SIZE, pageToken: token });
        return { rows: apps, next: nextPageToken };
      };
    },
  });
}

const COLUMNS: CsvColumns<App> = {
  client_id: ({ clientId }) => clientId,
  name: ({ profile }) => profile?.name ?? "",
  developer_account_id: ({ developerAccountId }) => developerAccountId,
  developer_name: ({ developerName }) => developerName,
  state: ({ state }) => appStateKey(state),
  revision: ({ revision }) => revision,
  pending_revision: ({ pending }) => pending?.number ?? null,
  pending_state: ({ pending }) => (pending === undefined ? null : appStateKey(pending.state)),
  reason_code: ({ reasonCode }) => reasonCode,
  installations: ({ installationCount }) => Number(installationCount ?? 0),
  submitted_at: ({ submittedAt, pending }) => csvTime((pending ?? { submittedAt }).submittedAt),
  created_at: ({ createdAt }) => csvTime(createdAt),
  changed_at: ({ updatedAt }) => csvTime(updatedAt),
};
