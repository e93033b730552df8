import { Membership, Merchant } from "../../model/merchant.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import { listMembers, type MembershipRow } from "../../store/accounts/memberships.ts";
import { findMerchantUsage } from "../../store/accounts/merchant-usage.ts";
import type { Call } from "../call.ts";
import { isPlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import type { ListedMerchant } from "./list-merchants.ts";

export interface GetMerchantRequest {
  merchantId: string;
  withoutMembers?: boolean;
  withUsage?: boolean;
}

export interface MerchantWithMembers extends ListedMerchant {
  /** The first 200 members in the order of joining, without e-mails. */
  members: MembershipRow[];
}

const MAX_MEMBERS = 200;

/** Returns a merchant with its members. @throws RequestError MERCHANT_NOT_FOUND, also for accounts that are no members */
export async function getMerchant(
  deps: AccountDependencies,
  { merchantId, withoutMembers = false, withUsage = false }: GetMerchantRequest,
  call: Call,
): Promise<MerchantWithMembers> {
  if (!isMerchantId(merchantId)) throw notFound("merchant");
  const { actor } = call;
  return deps.management.read(async (em, query) => {
    const merchant = await em.findOne(Merchant, { id: merchantId });
    const isMember = async () =>
      actor !== null && (await em.count(Membership, { merchant: merchantId, account: actor.accountId })) > 0;
    if (merchant === null || !(isPlatform(call, "accounts:read") || (await isMember()))) throw notFound("merchant");
    const members = withoutMembers ? [] : await listMembers(query, { merchantId, after: null, most: MAX_MEMBERS });
    const isVisible = actor === null || actor.operator;
    const usage = withUsage && isVisible ? await findMerchantUsage(query, merchantId) : null;
    return { merchant, usage, members: members.map((member) => ({ ...member, accountEmail: null })) };
  });
}
