import type { MemberRole } from "../../model/merchant.ts";
import type { TeamRole } from "../../model/team.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { teamsOf } from "./team-members.ts";

/** The offer of an invitation: a membership in a merchant or a team, and roles on the platform. */
export interface Offer {
  /** Lower case. */
  email: string;
  merchantId: string | null;
  role: MemberRole | null;
  teamId: string | null;
  teamRole: TeamRole | null;
  developer: boolean;
  operator: boolean;
}

export interface NewInvitation extends Offer {
  /** SHA-256 of the token's 32 bytes. */
  digest: Uint8Array;
  invitedBy: string | null;
  /** Seconds. */
  lifetime: number;
}

const ISSUE: Statement = {
  name: "issue-invitation",
  text: `
    insert into invitation (digest, email, merchant_id, role, developer, operator, invited_by_id, expires_at, team_id, team_role)
    values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + $8 * interval '1 second', $9, $10)
    returning id, ${micros("expires_at")} as "expiresAt"`,
};

/** Stores an invitation; returns its id and expiry in microseconds. */
export async function issueInvitation(query: Query, one: NewInvitation): Promise<{ id: string; expiresAt: number }> {
  const { digest, email, merchantId, role, developer, operator, invitedBy, lifetime, teamId, teamRole } = one;
  const values = [digest, email, merchantId, role, developer, operator, invitedBy, lifetime, teamId, teamRole];
  const [row] = await query<{ id: string; expiresAt: number }>(ISSUE, values);
  return row!;
}

export interface OpenInvitation extends Offer {
  id: string;
  /** The creator: a service key, a current operator, or an owner of the merchant or team. */
  inviter: "KEY" | "OPERATOR" | "OWNER";
  /** The account of the creator; null for a service key. */
  invitedBy: string | null;
  /** Microseconds. */
  expiresAt: number;
}

const OFFER =
  'id, merchant_id as "merchantId", role, team_id as "teamId", team_role as "teamRole", developer, operator';

const COLUMNS = `
  ${OFFER}, email, invited_by_id as "invitedBy", ${micros("expires_at")} as "expiresAt",
  case when invited_by_id is null then 'KEY'
    when exists (select 1 from account a where a.id = invited_by_id and a.operator) then 'OPERATOR'
    else 'OWNER' end as inviter`;

/**
 * SQL: true if the creator may still create such an invitation, so that a former operator or owner cannot regain access through one. An
 * invitation by a service key stays valid.
 * @param of the alias of the invitation in the statement
 */
export function inviterIsAuthorized(of: string): string {
  return `(${of}.invited_by_id is null or exists (
    select from account inviter where inviter.id = ${of}.invited_by_id and inviter.state = 'ACTIVE'
      and (inviter.operator or not (${of}.operator or ${of}.developer) and (exists (
        select from membership s where s.account_id = inviter.id and s.merchant_id = ${of}.merchant_id and s.role = 'OWNER')
        or inviter.id = ${of}.team_id and inviter.developer
        or exists (select from ${teamsOf("inviter.id")} and t.team_id = ${of}.team_id and t.role = 'OWNER')))))`;
}

const IS_OPEN = "accepted_at is null and revoked_at is null and expires_at > clock_timestamp()";

const IS_ACCEPTABLE = `digest = $1 and ${IS_OPEN} and ${inviterIsAuthorized("invitation")}`;

const OPEN = `select ${COLUMNS} from invitation where ${IS_ACCEPTABLE}`;

const FIND: Statement = { name: "find-invitation", text: OPEN };

/** The invitation with this token digest; null if it is unknown, accepted, revoked or expired, or its creator may no longer create it. */
export async function findInvitation(query: Query, digest: Uint8Array): Promise<OpenInvitation | null> {
  const [found] = await query<OpenInvitation>(FIND, [digest]);
  return found ?? null;
}

const PARTIES: Statement = {
  name: "lock-accounts-of-invitation",
  text: `
    select from account a where a.id in (
      select team_id from invitation where digest = $1
      union all select h.id from invitation i join account h on h.email = i.email where i.digest = $1)
    order by a.id for no key update of a`,
};

const MERCHANT: Statement = {
  name: "lock-merchant-of-invitation",
  text: "select from merchant m where m.id in (select merchant_id from invitation where digest = $1) for update of m",
};

/**
 * Locks the team's account and the invited account in the order of their ids, then the merchant. An acceptance takes these locks before
 * that of the invitation, like the changes that revoke invitations.
 */
export async function lockInvitationParties(query: Query, digest: Uint8Array): Promise<void> {
  await query(PARTIES, [digest]);
  await query(MERCHANT, [digest]);
}

// One statement finds the open row and marks it, so that only one of several concurrent acceptances succeeds.
const ACCEPT: Statement = {
  name: "accept-invitation",
  text: `
    update invitation set accepted_at = clock_timestamp()
    where ${IS_ACCEPTABLE}
    returning ${COLUMNS}`,
};

/** Marks an invitation as accepted and returns it; null if `findInvitation` would find none. */
export async function acceptInvitation(query: Query, digest: Uint8Array): Promise<OpenInvitation | null> {
  const [accepted] = await query<OpenInvitation>(ACCEPT, [digest]);
  return accepted ?? null;
}

const ACCEPTED_BY: Statement = {
  name: "record-invited-account",
  text: "update invitation set accepted_by_id = $2 where id = $1",
};

/** Records the account that accepted an invitation. */
export async function recordInvitedAccount(query: Query, invitationId: string, accountId: string): Promise<void> {
  await query(ACCEPTED_BY, [invitationId, accountId]);
}

const REVOKE: Statement = {
  name: "revoke-invitation",
  text: `
    update invitation set revoked_at = clock_timestamp(), revoked_by_id = $2
    where id = $1 and ${IS_OPEN} returning id`,
};

/** Revokes an open invitation; false if it is not open. @param accountId the account that revokes it; null for a service key */
export async function revokeInvitation(query: Query, id: string, accountId: string | null): Promise<boolean> {
  return (await query(REVOKE, [id, accountId])).length > 0;
}

const DECLINE: Statement = {
  name: "decline-invitation",
  text: `
    update invitation set revoked_at = clock_timestamp(), declined_at = clock_timestamp()
    where ${IS_ACCEPTABLE} returning ${OFFER}, email`,
};

/** Revokes an invitation for the holder of its token, and returns it; null if `findInvitation` would find none. */
export async function declineInvitation(query: Query, digest: Uint8Array): Promise<WithdrawnInvitation | null> {
  const [declined] = await query<WithdrawnInvitation>(DECLINE, [digest]);
  return declined ?? null;
}

export type WithdrawnInvitation = Offer & { id: string };

// An invitation that offers another platform role stays open.
const WITHDRAW: Statement = {
  name: "withdraw-earlier-invitations",
  text: `
    update invitation set revoked_at = clock_timestamp()
    where email collate "C" = $1 and (merchant_id = $2 or team_id = $3) and (not developer or $4) and (not operator or $5)
      and ${IS_OPEN}
    returning ${OFFER}, email`,
};

/**
 * Revokes the open invitations of an address to the merchant or team of a new invitation, and returns them. The caller must have locked the
 * merchant or team, so that only the last of concurrent invitations stays open.
 */
export async function withdrawEarlierInvitations(
  query: Query,
  { email, merchantId, teamId, developer, operator }: Offer,
): Promise<WithdrawnInvitation[]> {
  return query<WithdrawnInvitation>(WITHDRAW, [email, merchantId, teamId, developer, operator]);
}

// Covers the account's current address and the addresses with which it joined.
const REVOKE_OF_MEMBER: Statement = {
  name: "revoke-invitations-of-member",
  text: `
    update invitation set revoked_at = clock_timestamp()
    where (merchant_id = $1 or team_id = $2) and coalesce(role, team_role) = any($4) and ${IS_OPEN} and email in (
      select email from account where id = $3
      union select email from invitation where (merchant_id = $1 or team_id = $2) and accepted_by_id = $3)
    returning ${OFFER}, email`,
};

/**
 * Revokes the open invitations with which a member of a merchant or team could get one of these roles, and returns them. The caller must
 * have locked the merchant or team.
 */
export async function revokeInvitationsOfMember(
  query: Query,
  member: { merchantId?: string; teamId?: string; accountId: string; roles: readonly string[] },
): Promise<WithdrawnInvitation[]> {
  const { merchantId = null, teamId = null, accountId, roles } = member;
  return query<WithdrawnInvitation>(REVOKE_OF_MEMBER, [merchantId, teamId, accountId, roles]);
}

const REVOKE_ROLES: Statement = {
  name: "revoke-invitations-to-roles",
  text: `
    update invitation set revoked_at = clock_timestamp()
    where email collate "C" = (select email from account where id = $1) and (operator and $2 or developer and $3) and ${IS_OPEN}
    returning ${OFFER}, email`,
};

/**
 * Revokes the open invitations of an account's address to these platform roles, and returns them. The caller must have locked the account.
 */
export async function revokeInvitationsToRoles(
  query: Query,
  { accountId, operator, developer }: { accountId: string; operator: boolean; developer: boolean },
): Promise<WithdrawnInvitation[]> {
  return query<WithdrawnInvitation>(REVOKE_ROLES, [accountId, operator, developer]);
}
