import { LockMode } from "@mikro-orm/core";
import { findPasswordError } from "../../credential/password.ts";
import { Account, ExternalIdentity } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { Membership, Merchant } from "../../model/merchant.ts";
import type { TeamMembership } from "../../model/team.ts";
import { endAccountLinks } from "../../store/accounts/account-links.ts";
import {
  acceptInvitation as accept,
  findInvitation,
  lockInvitationParties,
  type OpenInvitation,
  recordInvitedAccount,
} from "../../store/accounts/invitations.ts";
import { addTeamMember } from "../../store/accounts/team-members.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { isUnverified } from "../verified-email.ts";
import { actingAs } from "./authorization.ts";
import { mapEmailConflict } from "./conflict.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { markVerified, transferEmail } from "./email-ownership.ts";
import { denied, notFound } from "./errors.ts";
import { findNameError, requireValid } from "./fields.ts";
import { hashChosenPassword } from "./hash-password.ts";
import { digestInvitationToken, isByPlatform, offerDetail, setsPassword } from "./invitation-rules.ts";
import { lockTeam, requireTeamPlaces } from "./managed-team.ts";
import { type StartedSession, startSession } from "./start-session.ts";
import { isHigherRole, setMemberRole } from "./upsert-membership.ts";

export interface AcceptInvitationRequest {
  token: string;
  /** The account's name; not used with a session. */
  name: string;
  password: string;
}

export interface AcceptedInvitation {
  /** Null if the account was already signed in. */
  session: StartedSession | null;
  account: Account;
}

/**
 * Accepts an invitation once. Without a session, creates the account or sets its first password, and signs it in. Any other
 * account must be signed in.
 * An invitation by the platform verifies the address, and takes it from an account that has not verified it.
 */
export async function acceptInvitation(
  deps: AccountDependencies,
  request: AcceptInvitationRequest,
  call: Call,
): Promise<AcceptedInvitation> {
  const { name } = request;
  const { allowPasswords } = deps;
  const digest = digestInvitationToken(request.token);
  if (digest === null) throw notFound("invitation");
  const email = await findNewOwner(deps, digest, call);
  const passwordHash = email === null ? null : await hashFirstPassword(deps, { ...request, email }, call);
  const accepted = deps.management.transactional(async (tx) => {
    await lockInvitationParties(tx.query, digest);
    const invitation = await accept(tx.query, digest);
    if (invitation === null) throw notFound("invitation");
    const account = await findOrCreateAccount(tx, invitation, { call, name, passwordHash, allowPasswords });
    const accountCall = actingAs(call, account);
    if (isByPlatform(invitation)) await markVerified(tx, account, { call: accountCall, by: "invitation" });
    await grantOffer(tx, invitation, account);
    await tx.em.flush();
    await recordInvitedAccount(tx.query, invitation.id, account.id);
    const { merchantId } = invitation;
    const detail: AuditDetail = offerDetail(invitation);
    recordAudit(tx, accountCall, { action: "invitation.accept", accountId: account.id, merchantId, detail });
    if (call.actor?.accountId === account.id) return { session: null, account };
    const session = await startSession(tx, call, { account, passwordHash, by: "invitation" });
    if (session === null) throw notFound("invitation");
    return { session, account };
  });
  return mapEmailConflict(accepted);
}

/**
 * The address of the invitation if accepting sets a password, else null. Decided first outside of the transaction, because hashing takes
 * long, and again under its lock.
 */
async function findNewOwner(deps: AccountDependencies, digest: Buffer, { actor }: Call): Promise<string | null> {
  return deps.management.read(async (em, query) => {
    const invitation = await findInvitation(query, digest);
    if (invitation === null) throw notFound("invitation");
    const account = await em.findOne(Account, { email: invitation.email });
    if (actor !== null && actor.accountId === account?.id) return null;
    return deps.allowPasswords && (await setsPassword(em, invitation, account)) ? invitation.email : null;
  });
}

async function hashFirstPassword(
  deps: AccountDependencies,
  { email, name, password }: AcceptInvitationRequest & { email: string },
  call: Call,
): Promise<string> {
  requireValid({ name: findNameError(name), password: findPasswordError(password) });
  return hashChosenPassword(deps, { password, field: "password", owner: [email, name] }, call);
}

interface NewAccount {
  call: Call;
  name: string;
  passwordHash: string | null;
  allowPasswords: boolean;
}

async function findOrCreateAccount(
  tx: ManagementTransaction,
  invitation: OpenInvitation,
  given: NewAccount,
): Promise<Account> {
  const { call, name, passwordHash, allowPasswords } = given;
  const { email } = invitation;
  const account = await tx.em.findOne(Account, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (call.actor !== null) {
    if (call.actor.accountId === account?.id) return account;
    throw denied("OTHER_ACCOUNT", "The invitation is for another e-mail than that of the signed-in account.");
  }
  if (!allowPasswords || !(await setsPassword(tx.em, invitation, account)))
    throw new RequestError("unauthenticated", "SESSION", "Sign in with the e-mail of the invitation first.");
  if (passwordHash === null) throw notFound("invitation");
  if (account !== null && !isUnverified(account)) return Object.assign(account, { name, passwordHash });
  const assign = async () => {
    const created = tx.em.create(Account, { email, name, passwordHash });
    await tx.em.flush();
    return created;
  };
  return account === null ? assign() : transferEmail(tx, email, { call, by: "invitation", assign });
}

async function grantOffer(tx: ManagementTransaction, invitation: OpenInvitation, account: Account): Promise<void> {
  if (invitation.operator) await requireNotExternal(tx, account);
  // Open password links end, because callers that may not create operators could have created them.
  if (invitation.operator && !account.operator) await endAccountLinks(tx.query, account.id);
  account.developer ||= invitation.developer;
  account.operator ||= invitation.operator;
  const { merchantId, role, teamId, teamRole } = invitation;
  const byPlatform = isByPlatform(invitation);
  if (teamId !== null) await joinTeam(tx, { teamId, role: teamRole!, accountId: account.id, byPlatform });
  if (merchantId === null || role === null) return;
  const merchant = await tx.em.findOne(Merchant, { id: merchantId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (merchant === null || merchant.state === "CLOSED") throw notFound("invitation");
  const existing = await tx.em.findOne(Membership, { merchant: merchantId, account: account.id });
  // A member with a higher role keeps it.
  if (!isHigherRole(role, existing)) return;
  const membership = await setMemberRole(tx, { merchant, account, role });
  membership.byLink = true;
}

type Joining = TeamMembership & { accountId: string; byPlatform: boolean };

/**
 * Writes the account's row, then adds the account to the team. @throws RequestError INVITATION_NOT_FOUND if the team's account is no active
 * developer, TEAM_LIMIT
 */
async function joinTeam(tx: ManagementTransaction, member: Joining): Promise<void> {
  const team = await lockTeam(tx, member.teamId);
  if (team === null || !team.developer || team.state !== "ACTIVE") throw notFound("invitation");
  await tx.em.flush();
  await addTeamMember(tx.query, member);
  if (!member.byPlatform) await requireTeamPlaces(tx.query, member.teamId, 0);
}

/** @throws RequestError EXTERNAL_ACCOUNT for an external account, whose operator role the identity provider's claims set at each sign-in */
async function requireNotExternal({ em }: ManagementTransaction, account: Account): Promise<void> {
  if ((await em.count(ExternalIdentity, { account: account.id })) === 0) return;
  const message = "The platform's login decides whether this account is an operator.";
  throw new RequestError("failed_precondition", "EXTERNAL_ACCOUNT", message);
}
