import { isUuid } from "../../credential/uuid.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import { findMembership, listMembers, listMemberships, type MembershipRow } from "../../store/accounts/memberships.ts";
import type { Query } from "../../store/connection/query.ts";
import type { Call } from "../call.ts";
import { type Keyset, type Page, type PageRequest, readPageRequest, toPage } from "../page.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { refuseErrors } from "./fields.ts";
import type { MembershipRecord } from "./records.ts";
import { denied, isPlatform, notFound, requirePlatform } from "./who.ts";

export interface ListMemberships {
  /** Of this merchant; null: of whichever. */
  merchantId: string | null;
  /** Of this account; null with a session and no merchant: oneself. */
  accountId: string | null;
  page: PageRequest;
}

/**
 * Members of a merchant, the first to join first, for the platform and for the members themselves; or memberships of an account by the
 * merchants' ids, for the platform and for the account itself. E-mails of members are for the platform and the merchant's OWNERs.
 */
export async function listAllMemberships(
  deps: AccountDependencies,
  request: ListMemberships,
  call: Call,
): Promise<Page<MembershipRecord>> {
  const { merchantId } = request;
  const accountId = request.accountId ?? (merchantId === null ? (call.actor?.accountId ?? null) : null);
  refuseErrors({ merchant_id: (merchantId ?? accountId) ? null : "Name a merchant, an account or both." });
  const keyset = readPageRequest(request.page, [merchantId === null ? "text" : "id"]);
  return deps.management.read(async (_em, query) => {
    if (merchantId === null) return ofAccount(query, { accountId: accountId!, keyset }, call);
    const byOwner = await requireSight(query, { merchantId, accountId }, call);
    if (accountId !== null) return theOne(query, { merchantId, accountId }, byOwner);
    return ofMerchant(query, { merchantId, keyset }, byOwner);
  });
}

/** True for whoever may read the members' e-mails. @throws RequestError for those who may not read the members at all */
async function requireSight(
  query: Query,
  { merchantId, accountId }: { merchantId: string; accountId: string | null },
  call: Call,
): Promise<boolean> {
  if (isPlatform(call, "accounts:read")) return true;
  if (call.actor === null) requirePlatform(call, "accounts:read");
  const actorId = call.actor!.accountId;
  const own = isMerchantId(merchantId) ? await findMembership(query, { merchantId, accountId: actorId }) : null;
  if (own === null) throw notFound("merchant");
  return own.role === "OWNER" || accountId === actorId;
}

async function ofAccount(
  query: Query,
  { accountId, keyset }: { accountId: string; keyset: Keyset },
  call: Call,
): Promise<Page<MembershipRecord>> {
  if (!isPlatform(call, "accounts:read") && accountId !== call.actor?.accountId)
    throw denied("OTHER_ACCOUNT", "This is another account.");
  if (!isUuid(accountId)) return NONE;
  const { limit, after } = keyset;
  const rows = await listMemberships(query, { accountId, after: after?.[0] ?? null, most: limit + 1 });
  return toPage(rows, limit, { item: (row) => toRecord(row, true), key: (row) => [row.merchantId] });
}

async function ofMerchant(
  query: Query,
  { merchantId, keyset }: { merchantId: string; keyset: Keyset },
  withEmails: boolean,
): Promise<Page<MembershipRecord>> {
  if (!isMerchantId(merchantId)) return NONE;
  const { limit, after } = keyset;
  const rows = await listMembers(query, { merchantId, after: after?.[0] ?? null, most: limit + 1 });
  return toPage(rows, limit, { item: (row) => toRecord(row, withEmails), key: ({ id }) => [id] });
}

async function theOne(
  query: Query,
  of: { merchantId: string; accountId: string },
  withEmail: boolean,
): Promise<Page<MembershipRecord>> {
  const found = isMerchantId(of.merchantId) && isUuid(of.accountId) ? await findMembership(query, of) : null;
  return found === null ? NONE : { items: [toRecord(found, withEmail)], nextPageToken: "" };
}

const NONE: Page<MembershipRecord> = { items: [], nextPageToken: "" };

function toRecord({ id: _id, accountEmail, ...row }: MembershipRow, withEmail: boolean): MembershipRecord {
  return { ...row, accountEmail: withEmail ? accountEmail : null };
}
