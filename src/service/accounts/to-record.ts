import type { Account } from "../../model/account.ts";
import type { Membership, Merchant } from "../../model/merchant.ts";
import { toMicros } from "../micros.ts";
import type { AccountRecord, MembershipRecord, MerchantRecord } from "./records.ts";

export function toAccountRecord(account: Account): AccountRecord {
  return {
    accountId: account.id,
    email: account.email ?? null,
    emailVerifiedAt: account.emailVerifiedAt ? toMicros(account.emailVerifiedAt) : null,
    name: account.name,
    operator: account.operator,
    developer: account.developer,
    state: account.state,
    createdAt: toMicros(account.createdAt),
    hasPassword: (account.passwordHash ?? null) !== null,
  };
}

export function toMerchantRecord(merchant: Merchant): MerchantRecord {
  return {
    merchantId: merchant.id,
    name: merchant.name,
    state: merchant.state,
    test: merchant.test,
    createdAt: toMicros(merchant.createdAt),
    reasonCode: merchant.reasonCode ?? null,
    reasonText: merchant.reasonText ?? null,
  };
}

/** Of a membership whose account and merchant are loaded. */
export function toMembershipRecord({ account, merchant, role }: Membership): MembershipRecord {
  return {
    merchantId: merchant.id,
    merchantName: merchant.name,
    merchantState: merchant.state,
    accountId: account.id,
    accountName: account.name,
    accountEmail: null,
    role,
  };
}
