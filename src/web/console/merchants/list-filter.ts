import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type ListMerchantsRequestSchema,
  type Merchant,
  MerchantSort,
  MerchantState,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { valueNamed, wordOf } from "../../components/enum-names.ts";
import { type Order, readOrder } from "../../components/sort.ts";
import type { PageContext } from "../../router/page-router.ts";
import { exactFirst, merchantById } from "../search.ts";

const SORTS = { name: MerchantSort.NAME, created: MerchantSort.CREATED };
const SORT_KEYS = ["name", "created"] as const;
export const KINDS = ["live", "test"] as const;

/** The filter and the order of the list of merchants. */
export interface MerchantListFilter {
  /** The query parameters of the filter, without the order. */
  query: {
    /** The text of the search, as typed. */
    name: string;
    /** Empty for all states. */
    state: string;
    /** Empty for both kinds. */
    kind: "" | (typeof KINDS)[number];
  };
  order: Order<(typeof SORT_KEYS)[number]>;
  /** The order as in the query. */
  sort: string;
}

export function readMerchantFilter({ query }: PageContext): MerchantListFilter {
  const sort = query.one("sort") ?? "";
  const state = valueNamed(MerchantState, query.one("state")) ?? MerchantState.UNSPECIFIED;
  return {
    query: {
      name: query.one("name") ?? "",
      state: state === MerchantState.UNSPECIFIED ? "" : wordOf(MerchantState, state),
      kind: KINDS.find((one) => one === query.one("kind")) ?? "",
    },
    order: readOrder(sort, SORT_KEYS, { key: "name", descending: false }),
    sort,
  };
}

/** The request for a filter, without the fields for its page. */
export function requestOf({ query, order }: MerchantListFilter): MessageInitShape<typeof ListMerchantsRequestSchema> {
  const { name, state, kind } = query;
  return {
    search: name,
    state: valueNamed(MerchantState, state) ?? MerchantState.UNSPECIFIED,
    ...(kind !== "" && { test: kind === "test" }),
    sort: SORTS[order.key],
    descending: order.descending,
    withUsage: true,
  };
}

/** The merchants of a page. On the first page, the merchant with the searched id comes first. */
export async function withExact(
  context: PageContext,
  { query }: MerchantListFilter,
  { merchants, token }: { merchants: readonly Merchant[]; token: string },
): Promise<readonly Merchant[]> {
  const exact = token === "" ? await merchantById(context, query.name.trim()) : null;
  return exactFirst(exact, merchants, ({ merchantId }) => merchantId);
}
