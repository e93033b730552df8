import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type AccountSchema,
  AccountState,
  type InvitationSchema,
  InvitationState,
  type MembershipSchema,
  MerchantRole,
  type MerchantSchema,
  MerchantState,
  type ServiceKeySchema,
  type SessionSchema,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import type {
  AccountRecord,
  KeptInvitation,
  MembershipRecord,
  MerchantRecord,
  ServiceKeyRecord,
  SessionRecord,
} from "../../service/accounts/records.ts";
import { toTimestamp } from "./fields.ts";

export function toAccount(record: AccountRecord): MessageInitShape<typeof AccountSchema> {
  return {
    accountId: record.accountId,
    email: record.email ?? "",
    name: record.name,
    operator: record.operator,
    developer: record.developer,
    state: AccountState[record.state],
    createdAt: toTimestamp(record.createdAt),
    hasPassword: record.hasPassword,
    emailVerifiedAt: toTimestamp(record.emailVerifiedAt),
  };
}

export function toMerchant(record: MerchantRecord): MessageInitShape<typeof MerchantSchema> {
  return {
    merchantId: record.merchantId,
    name: record.name,
    state: MerchantState[record.state],
    test: record.test,
    createdAt: toTimestamp(record.createdAt),
    reasonCode: record.reasonCode ?? "",
    reasonText: record.reasonText ?? "",
  };
}

export function toMembership(record: MembershipRecord): MessageInitShape<typeof MembershipSchema> {
  const { role, accountEmail, merchantState, ...names } = record;
  return {
    ...names,
    accountEmail: accountEmail ?? "",
    role: MerchantRole[role],
    merchantState: MerchantState[merchantState],
  };
}

export function toInvitation(record: KeptInvitation): MessageInitShape<typeof InvitationSchema> {
  return {
    invitationId: record.id,
    email: record.email,
    merchantId: record.merchantId ?? "",
    merchantName: record.merchantName ?? "",
    role: MerchantRole[record.role ?? "UNSPECIFIED"],
    developer: record.developer,
    operator: record.operator,
    state: InvitationState[record.state],
    createdAt: toTimestamp(record.createdAt),
    expiresAt: toTimestamp(record.expiresAt),
    invitedByAccountId: record.invitedByAccountId ?? "",
    invitedByName: record.invitedByName ?? "",
    acceptedByAccountId: record.acceptedByAccountId ?? "",
  };
}

export function toSession(record: SessionRecord): MessageInitShape<typeof SessionSchema> {
  return {
    sessionToken: record.token,
    expiresAt: toTimestamp(record.expiresAt),
    account: toAccount(record.account),
  };
}

export function toServiceKey(record: ServiceKeyRecord): MessageInitShape<typeof ServiceKeySchema> {
  return {
    serviceKeyId: record.serviceKeyId,
    name: record.name,
    permissions: record.permissions,
    hint: record.hint,
    createdAt: toTimestamp(record.createdAt),
    expiresAt: toTimestamp(record.expiresAt),
    revokedAt: toTimestamp(record.revokedAt),
    lastUsedAt: toTimestamp(record.lastUsedAt),
  };
}
