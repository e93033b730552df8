import { isUuid } from "../../credential/uuid.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import * as store from "../../store/accounts/memberships.ts";
import type { Query } from "../../store/connection/query.ts";
import type { Call } from "../call.ts";
import { type Keyset, type Page, type PageRequest, readPageRequest, toPage } from "../page.ts";
import { isPlatform, requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied, notFound } from "./errors.ts";
import { requireValid } from "./fields.ts";

export interface ListMembershipsRequest {
  /** Null: memberships in all merchants. */
  merchantId: string | null;
  /** Null: all accounts of the merchant or, if the merchant is null too, the signed-in account. */
  accountId: string | null;
  page: PageRequest;
}

/**
 * Lists members of a merchant in the order of joining, or memberships of an account by merchant id. An account may list its
 * own memberships and the members of its merchants; only the platform and OWNERs see the members' e-mails.
 */
export async function listMemberships(
  deps: AccountDependencies,
  request: ListMembershipsRequest,
  call: Call,
): Promise<Page<store.MembershipRow>> {
  const { merchantId } = request;
  const accountId = request.accountId ?? (merchantId === null ? (call.actor?.accountId ?? null) : null);
  requireValid({ merchant_id: (merchantId ?? accountId) ? null : "Set a merchant, an account or both." });
  const keyset = readPageRequest(request.page, [merchantId === null ? "text" : "id"]);
  return deps.management.read(async (_em, query) => {
    if (merchantId === null) return listOfAccount(query, { accountId: accountId!, keyset }, call);
    const withEmails = await checkMemberAccess(query, { merchantId, accountId }, call);
    const page = await listOfMerchant(query, { merchantId, accountId, keyset });
    return withEmails ? page : { ...page, items: page.items.map((row) => ({ ...row, accountEmail: null })) };
  });
}

/** True if the caller may read the members' e-mails. @throws RequestError if the caller may not read the members at all */
async function checkMemberAccess(
  query: Query,
  { merchantId, accountId }: { merchantId: string; accountId: string | null },
  call: Call,
): Promise<boolean> {
  if (isPlatform(call, "accounts:read")) return true;
  if (call.actor === null) requirePlatform(call, "accounts:read");
  const actorId = call.actor!.accountId;
  const membership = isMerchantId(merchantId)
    ? await store.findMembership(query, { merchantId, accountId: actorId })
    : null;
  if (membership === null) throw notFound("merchant");
  return membership.role === "OWNER" || accountId === actorId;
}

async function listOfAccount(
  query: Query,
  { accountId, keyset }: { accountId: string; keyset: Keyset },
  call: Call,
): Promise<Page<store.MembershipRow>> {
  if (!isPlatform(call, "accounts:read") && accountId !== call.actor?.accountId)
    throw denied("OTHER_ACCOUNT", "This is another account.");
  if (!isUuid(accountId)) return EMPTY;
  const { limit, after } = keyset;
  const rows = await store.listMemberships(query, { accountId, after: after?.[0] ?? null, most: limit + 1 });
  return toPage(rows, limit, { item: (row) => row, key: (row) => [row.merchantId] });
}

async function listOfMerchant(
  query: Query,
  of: { merchantId: string; accountId: string | null; keyset: Keyset },
): Promise<Page<store.MembershipRow>> {
  const { merchantId, accountId, keyset } = of;
  if (!isMerchantId(merchantId) || (accountId !== null && !isUuid(accountId))) return EMPTY;
  if (accountId !== null) {
    const found = await store.findMembership(query, { merchantId, accountId });
    return { items: found === null ? [] : [found], nextPageToken: "" };
  }
  const { limit, after } = keyset;
  const rows = await store.listMembers(query, { merchantId, after: after?.[0] ?? null, most: limit + 1 });
  return toPage(rows, limit, { item: (row) => row, key: ({ id }) => [id] });
}

const EMPTY: Page<store.MembershipRow> = { items: [], nextPageToken: "" };
