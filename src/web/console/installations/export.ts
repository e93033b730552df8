import type { FastifyInstance } from "fastify";
import { INCOMPLETE_LIST, PAGE_SIZE } from "../../components/csv-lines.ts";
import { INSTALLATION_COLUMNS } from "../../components/installation/csv-columns.ts";
import { listByHealth } from "../../components/installation/list-by-health.ts";
import { pathWith } from "../../components/list.ts";
import type { Web } from "../../request-context.ts";
import { addCsvRoute } from "../../router/csv-route.ts";
import type { PageRouter } from "../../router/page-router.ts";
import { isUnresolved } from "../search-filter.ts";
import { PATH, readInstallationFilter, requestOf } from "./list-filter.ts";

/** `/console/installations.csv`: the installations that match the filter of the list, newest first. */
export function addInstallationExport(app: FastifyInstance, router: PageRouter, web: Web): void {
  addCsvRoute(app, router, {
    web,
    list: PATH,
    name: "installations",
    file: { columns: INSTALLATION_COLUMNS, incomplete: INCOMPLETE_LIST },
    async open(context) {
      const filter = await readInstallationFilter(context);
      if (isUnresolved(filter.found)) return pathWith(PATH, filter.query);
      return async (pageToken) => {
        const request = { ...requestOf(filter), pageSize: PAGE_SIZE, pageToken };
        const { installations, nextPageToken } = await listByHealth(context, request);
        return { rows: installations, next: nextPageToken };
      };
    },
  });
}
