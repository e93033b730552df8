import { Merchant, type MerchantState } from "../../model/merchant.ts";
import { countMerchants, type MerchantCounts } from "../../store/accounts/list-counts.ts";
import { type MerchantSort, searchMerchants } from "../../store/accounts/merchant-search.ts";
import { listMerchantUsage, type MerchantUsage } from "../../store/accounts/merchant-usage.ts";
import { listMerchantIds } from "../../store/accounts/merchants.ts";
import type { Query } from "../../store/connection/query.ts";
import { teamRoleOf } from "../authorization.ts";
import type { Call } from "../call.ts";
import { type Page, readPageRequest, toPage, toPageToken } from "../page.ts";
import { isSearchable, readSearch, type SearchRequest } from "../search-request.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied } from "./errors.ts";
import { findPrefixError, requireValid } from "./fields.ts";
import { MAX_COUNTED } from "./list-accounts.ts";

export interface ListMerchantsRequest extends SearchRequest<MerchantSort> {
  namePrefix: string;
  /** True: lists only the test merchants of a team of the signed-in account. */
  ownTest?: boolean;
  /** The team for `ownTest`; null or absent: the team of the account itself. */
  teamId?: string | null;
  /** Null or absent: all states. */
  state?: MerchantState | null;
  /** Null or absent: test merchants and others. */
  test?: boolean | null;
  /** True: with `usage`, for service keys and operators. */
  withUsage?: boolean;
  /** True: with `counts`, for service keys and operators. */
  withCounts?: boolean;
}

export interface ListedMerchant {
  merchant: Merchant;
  /** Null unless the request asks for it. */
  usage: MerchantUsage | null;
}

export interface ListedMerchants extends Page<ListedMerchant> {
  /** Null unless the request asks for it, and if too many merchants are suspended or closed. */
  counts: MerchantCounts | null;
}

interface Visible {
  /** Null: all merchants. */
  accountId: string | null;
  ownTest: boolean;
}

/** Lists merchants, by name if the request has no other order. An account that is no operator sees only its own merchants. */
export async function listMerchants(
  deps: AccountDependencies,
  request: ListMerchantsRequest,
  call: Call,
): Promise<ListedMerchants> {
  const { actor } = call;
  if (actor === null) requirePlatform(call, "accounts:read");
  requireValid({ name_prefix: findPrefixError(request.namePrefix) });
  const ownTest = actor !== null && request.ownTest === true;
  if (ownTest && request.teamId && teamRoleOf(actor, request.teamId) === null)
    throw denied("OTHER_ACCOUNT", "The account does not work in this team.");
  const memberId = (ownTest && request.teamId) || actor?.accountId;
  const accountId = memberId === undefined || (actor?.operator && !ownTest) ? null : memberId;
  return deps.management.read(async (em, query) => {
    const { items, nextPageToken } = await listIds(query, request, { accountId, ownTest });
    const merchants = await em.find(Merchant, { id: items });
    const isVisible = actor === null || actor.operator;
    const usages = request.withUsage === true && isVisible ? await listMerchantUsage(query, items) : [];
    const counts = request.withCounts === true && isVisible ? await countMerchants(query, MAX_COUNTED) : null;
    const listed = items.flatMap((id) => merchants.find((merchant) => merchant.id === id) ?? []);
    const usageOf = ({ id }: Merchant) => usages.find(({ merchantId }) => merchantId === id) ?? null;
    return { items: listed.map((merchant) => ({ merchant, usage: usageOf(merchant) })), nextPageToken, counts };
  });
}

async function listIds(query: Query, request: ListMerchantsRequest, visible: Visible): Promise<Page<string>> {
  const { state = null, test = null } = request;
  const field = { prefix: request.namePrefix, field: "name_prefix", filters: { state, test } };
  const searched = readSearch<MerchantSort>(request, { ...field, order: "NAME" });
  if (searched === null) return listByName(query, request, visible);
  const keyset = readPageRequest(request.page, [searched.sort === "NAME" ? "text" : "timestamp", "text"]);
  if (!isSearchable(searched.search)) return { items: [], nextPageToken: "" };
  const { accountId, ownTest } = visible;
  const owner = { memberId: ownTest ? null : accountId, developerId: ownTest ? accountId : null };
  const { shown, next } = await searchMerchants(query, { ...owner, ...searched, state, test, ...keyset });
  return { items: shown.map(({ id }) => id), nextPageToken: toPageToken(next === null ? null : [next.key, next.id]) };
}

async function listByName(query: Query, request: ListMerchantsRequest, visible: Visible): Promise<Page<string>> {
  const { limit, after } = readPageRequest(request.page, ["text", "text"]);
  const { accountId, ownTest } = visible;
  const listed = await listMerchantIds(query, { prefix: request.namePrefix, after, limit: limit + 1 }, accountId, {
    ownTest,
  });
  return toPage(listed, limit, { item: ({ id }) => id, key: ({ sortName, id }) => [sortName, id] });
}
