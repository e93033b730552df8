import type { FastifyInstance } from "fastify";
import { type Merchant, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type CsvColumns, csvTime, INCOMPLETE_LIST, PAGE_SIZE } from "../../components/csv-lines.ts";
import { wordOf } from "../../components/enum-names.ts";
import type { Web } from "../../request-context.ts";
import { addCsvRoute } from "../../router/csv-route.ts";
import type { PageRouter } from "../../router/page-router.ts";
import { readMerchantFilter, requestOf, withExact } from "./list-filter.ts";
import { PATH } from "./view.ts";

/** `/console/merchants.csv`: the merchants that match the filter of the list, in its order. */
export function addMerchantExport(app: FastifyInstance, router: PageRouter, web: Web): void {
  addCsvRoute(app, router, {
    web,
    list: PATH,
    name: "merchants",
    file: { columns: COLUMNS, incomplete: INCOMPLETE_LIST },
    async open(context) {
      const filter = readMerchantFilter(context);
      return async (token) => {
        const request = { ...requestOf(filter), pageSize: PAGE_SIZE, pageToken: token };
        const { merchants, nextPageToken } = await web.clients.accounts.listMerchants(request, context.call);
        return { rows: await withExact(context, filter, { merchants, token }), next: nextPageToken };
      };
    },
  });
}

/** Counts stop at 100. They are empty for a merchant that was found by its id. */
const COLUMNS: CsvColumns<Merchant> = {
  merchant_id: ({ merchantId }) => merchantId,
  name: ({ name }) => name,
  state: ({ state }) => wordOf(MerchantState, state),
  test: ({ test }) => test,
  reason_code: ({ reasonCode }) => reasonCode,
  apps: ({ usage }) => usage?.installationCount ?? null,
  members: ({ usage }) => usage?.memberCount ?? null,
  last_used_at: ({ usage }) => csvTime(usage?.lastUsedAt),
  created_at: ({ createdAt }) => csvTime(createdAt),
};
