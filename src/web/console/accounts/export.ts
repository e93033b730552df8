import type { FastifyInstance } from "fastify";
import { type Account, AccountState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type CsvColumns, csvTime, INCOMPLETE_LIST, PAGE_SIZE } from "../../components/csv-lines.ts";
import { wordOf } from "../../components/enum-names.ts";
import type { Web } from "../../request-context.ts";
import { addCsvRoute } from "../../router/csv-route.ts";
import type { PageRouter } from "../../router/page-router.ts";
import { readAccountFilter, requestOf, withExact } from "./list-filter.ts";
import { PATH } from "./view.ts";

/** `/console/accounts.csv`: the accounts that match the filter of the list, in its order. */
export function addAccountExport(app: FastifyInstance, router: PageRouter, web: Web): void {
  addCsvRoute(app, router, {
    web,
    list: PATH,
    name: "accounts",
    file: { columns: COLUMNS, incomplete: INCOMPLETE_LIST },
    async open(context) {
      const filter = readAccountFilter(context);
      return async (token) => {
        const request = { ...requestOf(filter), pageSize: PAGE_SIZE, pageToken: token };
        const { accounts, nextPageToken } = await web.clients.accounts.listAccounts(request, context.call);
        return { rows: await withExact(context, filter, { accounts, token }), next: nextPageToken };
      };
    },
  });
}

const COLUMNS: CsvColumns<Account> = {
  account_id: ({ accountId }) => accountId,
  email: ({ email }) => email,
  name: ({ name }) => name,
  operator: ({ operator }) => operator,
  developer: ({ developer }) => developer,
  state: ({ state, closed }) => (closed ? "closed" : wordOf(AccountState, state)),
  email_verified_at: ({ emailVerifiedAt }) => csvTime(emailVerifiedAt),
  second_factor_at: ({ secondFactorAt }) => csvTime(secondFactorAt),
  last_signed_in_at: ({ lastSignedInAt }) => csvTime(lastSignedInAt),
  created_at: ({ createdAt }) => csvTime(createdAt),
};
