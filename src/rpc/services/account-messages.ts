import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type AccountSchema,
  AccountState,
  type ClosedMerchantSchema,
  type GetInvitationResponseSchema,
  type InvitationSchema,
  InvitationState,
  type MembershipSchema,
  MerchantRole,
  type MerchantSchema,
  MerchantState,
  MerchantUsageSchema,
  type SecurityEventSchema,
  type ServiceKeySchema,
  type SessionInfoSchema,
  type SessionSchema,
  type TeamMemberSchema,
  TeamRole,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { Account, AccountState as AccountStateName } from "../../model/account.ts";
import type { Merchant, MerchantState as MerchantStateName } from "../../model/merchant.ts";
import { isClosedByOwner } from "../../service/accounts/closed-account.ts";
import { isPermission } from "../../service/accounts/find-service-key.ts";
import type { InvitationOffer } from "../../service/accounts/get-invitation.ts";
import type { ListedAccount } from "../../service/accounts/list-accounts.ts";
import type { ListedMerchant } from "../../service/accounts/list-merchants.ts";
import type { SecurityEvent } from "../../service/accounts/list-security-events.ts";
import type { AccountSession } from "../../service/accounts/list-sessions.ts";
import type { StartedSession } from "../../service/accounts/start-session.ts";
import type { ClosedMerchant } from "../../store/accounts/closed-memberships.ts";
import type { InvitationView } from "../../store/accounts/invitation-list.ts";
import type { MembershipRow } from "../../store/accounts/memberships.ts";
import type { ServiceKeyRow } from "../../store/accounts/service-keys.ts";
import type { NamedTeam, TeamMemberRow } from "../../store/accounts/team-members.ts";
import { toTimestamp } from "./fields.ts";

/** @param teams the teams of other developers, for responses that have them */
export function toAccount(account: Account, teams: readonly NamedTeam[] = []): MessageInitShape<typeof AccountSchema> {
  return {
    accountId: account.id,
    email: account.email ?? "",
    name: account.name,
    operator: account.operator,
    developer: account.developer,
    state: AccountState[account.state as AccountStateName],
    createdAt: toTimestamp(account.createdAt),
    hasPassword: (account.passwordHash ?? null) !== null,
    teams: teams.map(({ teamId, name, role }) => ({ teamAccountId: teamId, teamName: name, role: TeamRole[role] })),
    emailVerifiedAt: toTimestamp(account.emailVerifiedAt),
    secondFactorAt: toTimestamp(account.secondFactorAt),
    closed: isClosedByOwner(account),
    language: account.language ?? "",
  };
}

export function toMerchant(merchant: Merchant): MessageInitShape<typeof MerchantSchema> {
  return {
    merchantId: merchant.id,
    name: merchant.name,
    state: MerchantState[merchant.state as MerchantStateName],
    test: merchant.test,
    createdAt: toTimestamp(merchant.createdAt),
    reasonCode: merchant.reasonCode ?? "",
    reasonText: merchant.reasonText ?? "",
  };
}

/** An account of a list. */
export function toListedAccount({ account, lastSignedInAt }: ListedAccount): MessageInitShape<typeof AccountSchema> {
  return { ...toAccount(account), lastSignedInAt: toTimestamp(lastSignedInAt) };
}

/** A merchant with its usage, if there is one. */
export function toMerchantWithUsage({ merchant, usage }: ListedMerchant): MessageInitShape<typeof MerchantSchema> {
  if (usage === null) return toMerchant(merchant);
  const { installations: installationCount, members: memberCount, lastUsedAt } = usage;
  const counted = { installationCount, memberCount, lastUsedAt: toTimestamp(lastUsedAt) };
  return { ...toMerchant(merchant), usage: create(MerchantUsageSchema, counted) };
}

export function toMembership(row: MembershipRow): MessageInitShape<typeof MembershipSchema> {
  return {
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    merchantState: MerchantState[row.merchantState],
    test: row.test,
    accountId: row.accountId,
    accountName: row.accountName,
    accountEmail: row.accountEmail ?? "",
    role: MerchantRole[row.role],
    byClaim: row.byClaim,
  };
}

export function toClosedMerchant(closed: ClosedMerchant): MessageInitShape<typeof ClosedMerchantSchema> {
  return { ...closed, closedAt: toTimestamp(closed.closedAt) };
}

export function toInvitation(invitation: InvitationView): MessageInitShape<typeof InvitationSchema> {
  return {
    invitationId: invitation.id,
    email: invitation.email,
    merchantId: invitation.merchantId ?? "",
    merchantName: invitation.merchantName ?? "",
    role: MerchantRole[invitation.role ?? "UNSPECIFIED"],
    developer: invitation.developer,
    operator: invitation.operator,
    state: InvitationState[invitation.state],
    createdAt: toTimestamp(invitation.createdAt),
    expiresAt: toTimestamp(invitation.expiresAt),
    invitedByAccountId: invitation.invitedByAccountId ?? "",
    invitedByName: invitation.invitedByName ?? "",
    acceptedByAccountId: invitation.acceptedByAccountId ?? "",
    teamAccountId: invitation.teamId ?? "",
    teamName: invitation.teamName ?? "",
    teamRole: TeamRole[invitation.teamRole ?? "UNSPECIFIED"],
    ...(invitation.revokedAt !== null && { revokedAt: toTimestamp(invitation.revokedAt) }),
    revokedByAccountId: invitation.revokedByAccountId ?? "",
    revokedByName: invitation.revokedByName ?? "",
  };
}

export function toInvitationOffer(offer: InvitationOffer): MessageInitShape<typeof GetInvitationResponseSchema> {
  const { merchantName, role, teamId, teamName, teamRole, expiresAt, ...rest } = offer;
  const membership = { merchantName: merchantName ?? "", role: MerchantRole[role ?? "UNSPECIFIED"] };
  const team = { teamAccountId: teamId ?? "", teamName: teamName ?? "", teamRole: TeamRole[teamRole ?? "UNSPECIFIED"] };
  return { ...rest, ...membership, ...team, expiresAt: toTimestamp(expiresAt) };
}

export function toTeamMember(member: TeamMemberRow): MessageInitShape<typeof TeamMemberSchema> {
  const { accountId, name, email, role, joinedAt } = member;
  return { accountId, name, email: email ?? "", role: TeamRole[role], joinedAt: toTimestamp(joinedAt) };
}

export function toSession(session: StartedSession): MessageInitShape<typeof SessionSchema> {
  return {
    sessionToken: session.token,
    expiresAt: toTimestamp(session.expiresAt),
    account: toAccount(session.account),
  };
}

export function toSessionInfo(session: AccountSession): MessageInitShape<typeof SessionInfoSchema> {
  return {
    sessionId: session.sessionId,
    createdAt: toTimestamp(session.createdAt),
    lastUsedAt: toTimestamp(session.lastSeenAt),
    expiresAt: toTimestamp(session.expiresAt),
    userAgent: session.userAgent ?? "",
    network: session.network ?? "",
    current: session.current,
  };
}

export function toSecurityEvent(event: SecurityEvent): MessageInitShape<typeof SecurityEventSchema> {
  return {
    eventId: event.id,
    at: toTimestamp(event.at),
    action: event.action,
    method: event.method ?? "",
    endedSessions: event.endedSessions,
    browser: event.browser ?? "",
    system: event.system ?? "",
    network: event.network ?? "",
    byOther: event.byOther,
    secondFactor: event.secondFactor ?? "",
    passkeyName: event.passkeyName ?? "",
    formerEmail: event.formerEmail ?? "",
    newEmail: event.newEmail ?? "",
    acknowledgedEventId: event.acknowledgedEventId ?? "",
    endedBrowser: event.endedBrowser ?? "",
    endedSystem: event.endedSystem ?? "",
    newDevice: event.newDevice,
  };
}

export function toServiceKey(key: ServiceKeyRow): MessageInitShape<typeof ServiceKeySchema> {
  return {
    serviceKeyId: key.id,
    name: key.name,
    permissions: key.permissions.filter(isPermission),
    hint: key.hint,
    createdAt: toTimestamp(key.createdAt),
    expiresAt: toTimestamp(key.expiresAt),
    revokedAt: toTimestamp(key.revokedAt),
    lastUsedAt: toTimestamp(key.lastUsedAt),
    createdByAccountId: key.createdBy ?? "",
    createdByName: key.createdByName ?? "",
    createdByKeyName: key.creatorName ?? "",
  };
}
