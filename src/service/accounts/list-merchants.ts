import { Merchant } from "../../model/merchant.ts";
import { listMerchantIds } from "../../store/accounts/merchants.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPage } from "../page.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findPrefixError, requireValid } from "./fields.ts";

export interface ListMerchantsRequest {
  namePrefix: string;
  page: PageRequest;
  /** Only the signed-in account's own test merchants. */
  ownTest?: boolean;
}

/** Lists merchants by name; for an account that is no operator only its own. */
export async function listMerchants(
  deps: AccountDependencies,
  request: ListMerchantsRequest,
  call: Call,
): Promise<Page<Merchant>> {
  const { actor } = call;
  if (actor === null) requirePlatform(call, "accounts:read");
  requireValid({ name_prefix: findPrefixError(request.namePrefix) });
  const { limit, after } = readPageRequest(request.page, ["text", "text"]);
  const prefix = request.namePrefix.toLowerCase();
  const ownTest = actor !== null && request.ownTest === true;
  const accountId = actor === null || (actor.operator && !ownTest) ? null : actor.accountId;
  return deps.management.read(async (em, query) => {
    const listed = await listMerchantIds(query, { prefix, after, limit: limit + 1 }, accountId, { ownTest });
    const merchants = await em.find(Merchant, { id: listed.map(({ id }) => id) });
    return toPage(listed, limit, {
      item: ({ id }) => merchants.find((merchant) => merchant.id === id)!,
      key: ({ sortName, id }) => [sortName, id],
    });
  });
}
