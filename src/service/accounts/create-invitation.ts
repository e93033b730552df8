import { createSalt, digestSecret } from "../../credential/secret.ts";
import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { type MemberRole, Membership } from "../../model/merchant.ts";
import type { TeamRole } from "../../model/team.ts";
import { DAY, LIFETIMES } from "../../oauth/lifetimes.ts";
import { findInvitationView } from "../../store/accounts/invitation-list.ts";
import { issueInvitation, withdrawEarlierInvitations } from "../../store/accounts/invitations.ts";
import { findTeamRole } from "../../store/accounts/team-members.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { actsForPlatform, requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { chooseLanguage, queueInvitation } from "../mail/queue-mail.ts";
import { isUnverified } from "../verified-email.ts";
import { requireOperatorGrantor, requirePlatform } from "./authorization.ts";
import { noSecondFactor } from "./create-recovery-codes.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { findEmailError, requireValid, toEmail } from "./fields.ts";
import { auditRevoked, ONE_SUBJECT, offerDetail } from "./invitation-rules.ts";
import { lockManagedMerchant, requireNotTest } from "./managed-merchant.ts";
import { lockManagedTeam, requireTeamPlaces } from "./managed-team.ts";
import { isHigherRole } from "./upsert-membership.ts";
import { requireRecentProof } from "./verified-session.ts";

export interface CreateInvitationRequest {
  email: string;
  /** Null: the invitation offers no membership in a merchant. */
  merchantId: string | null;
  role: MemberRole | null;
  /** Null or absent: the invitation offers no membership in a team. */
  teamId?: string | null;
  teamRole?: TeamRole | null;
  developer: boolean;
  operator: boolean;
  /** The invitation that this one repeats; null or absent for another one. */
  repeatedId?: string | null;
}

export interface CreatedInvitation {
  invitationId: string;
  /** The link with the token, returned only once. */
  url: string;
  /** Microseconds. */
  expiresAt: number;
  /** True if the link is also sent to the address. */
  mailed: boolean;
  /** True if the invited account is a member with a lower role. */
  raisesRole: boolean;
}

/**
 * Creates an invitation that offers an account, a membership or both. OWNERs can offer only memberships in their merchant or team. Earlier
 * invitations of the address to the same merchant or team are revoked, unless they offer another platform role.
 * @throws RequestError ALREADY_MEMBER, INVITATION_USED, INVITATION_REVOKED; VERIFICATION_REQUIRED if an operator without a recent proof of identity offers the operator role;
 * further reasons for invalid requests
 */
export async function createInvitation(
  deps: AccountDependencies,
  request: CreateInvitationRequest,
  call: Call,
): Promise<CreatedInvitation> {
  const { merchantId, role, teamId = null, teamRole = null, developer, operator, repeatedId = null } = request;
  if (developer || (merchantId === null && teamId === null)) requirePlatform(call, "accounts:write");
  if (operator) requireOperatorGrantor(call);
  // The invitations of an operator count as the platform's: they verify addresses and set first passwords.
  if (call.actor?.needsSecondFactor) throw noSecondFactor();
  requireValid({
    email: findEmailError(request.email),
    role: (merchantId === null) === (role === null) ? null : "Role and merchant id must be set together.",
    team_role: (teamId === null) === (teamRole === null) ? null : "Team role and team must be set together.",
    team_account_id: merchantId !== null && teamId !== null ? ONE_SUBJECT : null,
  });
  const salt = createSalt();
  const secret = deps.keys.deriveLinkSecret(salt);
  const digest = digestSecret(secret);
  const email = toEmail(request.email);
  const { id, expiresAt, raisesRole } = await deps.management.transactional(async (tx) => {
    if (operator) await requireRecentProof(tx.query, call);
    const merchant = merchantId === null ? null : await lockManagedMerchant(tx, merchantId, call);
    if (merchant !== null) requireNotTest(merchant);
    const team = teamId === null ? null : await lockInvitingTeam(tx, teamId, call);
    if (repeatedId !== null) await requireRepeatable(tx.query, repeatedId, { merchantId, teamId });
    const invited = await tx.em.findOne(Account, { email });
    const raised = invited !== null && (await raisesRoleOf(tx, invited, request));
    if (deps.sendsMail && call.actor !== null && !call.actor.operator) {
      await deps.mailQuota.countInvitation(tx.query, { accountId: call.actor.accountId, email });
    }
    const offer = { email, merchantId, role, teamId, teamRole, developer, operator };
    const invitedBy = call.actor?.accountId ?? null;
    auditRevoked(tx, call, await withdrawEarlierInvitations(tx.query, offer));
    const issued = await issueInvitation(tx.query, { ...offer, digest, invitedBy, lifetime: LIFETIMES.invitation });
    const detail: AuditDetail = { email, ...offerDetail({ id: issued.id, ...offer }) };
    recordAudit(tx, call, { action: "invitation.create", merchantId, detail });
    queueInvitation(deps, tx, {
      to: email,
      language: chooseLanguage(invited?.language, call.language),
      salt: Buffer.from(salt).toString("base64url"),
      digest: digest.toString("base64url"),
      merchantName: merchant?.name ?? team?.name ?? null,
      days: LIFETIMES.invitation / DAY,
    });
    return { ...issued, raisesRole: raised };
  });
  const url = `${deps.publicUrl}/invitations/${secret.toString("base64url")}`;
  return { invitationId: id, url, expiresAt, mailed: deps.sendsMail, raisesRole };
}

/**
 * True if the account is in the merchant or team with a lower role. @throws RequestError ALREADY_MEMBER if it has the offered role or a
 * higher one, and the invitation offers nothing else
 */
async function raisesRoleOf(
  { em, query }: ManagementTransaction,
  { id: accountId }: Account,
  { merchantId, role, teamId = null, teamRole = null, developer, operator }: CreateInvitationRequest,
): Promise<boolean> {
  const membership =
    merchantId === null ? null : await em.findOne(Membership, { merchant: merchantId, account: accountId });
  const current = teamId === null ? null : await findTeamRole(query, { teamId, accountId });
  const isMember = membership !== null && role !== null && !isHigherRole(role, membership);
  const isInTeam = current !== null && (current === "OWNER" || teamRole === "MEMBER");
  if (!isMember && !isInTeam) return membership !== null || current !== null;
  // An invitation with a platform role has a use for a member, too.
  if (developer || operator) return false;
  const message = "The account with this e-mail address is already a member with this role or a higher one.";
  throw new RequestError("already_exists", "ALREADY_MEMBER", message);
}

/** @throws RequestError INVITATION_NOT_FOUND, INVITATION_USED, INVITATION_REVOKED */
async function requireRepeatable(
  query: Query,
  id: string,
  { merchantId, teamId }: Record<"merchantId" | "teamId", string | null>,
): Promise<void> {
  const found = isUuid(id) ? await findInvitationView(query, id) : null;
  if (found === null || found.merchantId !== merchantId || found.teamId !== teamId) throw notFound("invitation");
  if (found.state === "ACCEPTED")
    throw new RequestError("failed_precondition", "INVITATION_USED", "The invitation has been accepted already.");
  if (found.state === "REVOKED")
    throw new RequestError("failed_precondition", "INVITATION_REVOKED", "The invitation was revoked.");
}

/**
 * @throws RequestError TEAM_NOT_FOUND, OWNER_ONLY, TEAM_LIMIT; OWN_EMAIL_UNVERIFIED if the inviting account has not proved that it owns its
 * own address
 */
async function lockInvitingTeam(tx: ManagementTransaction, teamId: string, call: Call): Promise<Account> {
  const team = await lockManagedTeam(tx, teamId, call);
  if (actsForPlatform(call)) return team;
  const inviter = await tx.em.findOneOrFail(Account, { id: requireActor(call).accountId });
  if (isUnverified(inviter)) {
    const message = "Verify the e-mail address of your account before you invite others.";
    throw new RequestError("failed_precondition", "OWN_EMAIL_UNVERIFIED", message);
  }
  await requireTeamPlaces(tx.query, teamId, 1);
  return team;
}
