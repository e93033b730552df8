import { Account } from "../../model/account.ts";
import { MEMBER_ROLES } from "../../model/merchant.ts";
import { TEAM_ROLES } from "../../model/team.ts";
import * as closure from "../../store/accounts/account-closure.ts";
import { endAccountLinks } from "../../store/accounts/account-links.ts";
import { suspendAccount } from "../../store/accounts/accounts.ts";
import { forgetClosedMemberships } from "../../store/accounts/closed-memberships.ts";
import { revokeInvitationsOfMember, revokeInvitationsToRoles } from "../../store/accounts/invitations.ts";
import { lockAccount, removeSecondFactors } from "../../store/accounts/second-factors.ts";
import { endSessions } from "../../store/accounts/sessions.ts";
import { removeTeamMember, syncTestMerchants } from "../../store/accounts/team-members.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { chooseLanguage, queueMail } from "../mail/queue-mail.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { requirePasswords } from "./hash-password.ts";
import { auditRevoked } from "./invitation-rules.ts";
import { lockTeam } from "./managed-team.ts";
import { requireRecentSecondFactor } from "./verified-session.ts";
import { verifyOwnPassword } from "./verify-own-password.ts";

export interface CloseAccountRequest {
  currentPassword: string;
}

/** The name of a closed account. */
const CLOSED_NAME = "Closed account";

/**
 * Closes the signed-in account for good: suspends it, removes its sign-in, its e-mail address, its roles and its memberships, and ends its
 * sessions. Consents and tokens stay, because they belong to the merchant. The row of the account stays, because apps and audit events
 * refer to it.
 * @throws RequestError EXTERNAL_ACCOUNT, LAST_OWNER, HAS_APPS, LAST_OPERATOR; CREDENTIALS for a wrong password; VERIFICATION_REQUIRED
 */
export async function closeAccount(
  deps: AccountDependencies,
  { currentPassword }: CloseAccountRequest,
  call: Call,
): Promise<void> {
  requirePasswords(deps);
  const { accountId } = requireActor(call);
  await requireRecentSecondFactor(deps.management, call);
  await verifyOwnPassword(deps, currentPassword, call);
  await deps.management.transactional(async (tx) => {
    await lockForClosure(tx, accountId);
    requireNoObstacle(await closure.findClosureFacts(tx.query, accountId));
    const account = await tx.em.findOneOrFail(Account, { id: accountId });
    const { email = null, language = null, operator, developer } = account;
    const step = { accountId, reasonCode: closure.CLOSED_BY_OWNER, reasonText: null };
    if (!(await suspendAccount(tx.query, step))) throw changedMeanwhile();
    const sessions = await endSessions(tx.query, accountId, null);
    await leave(tx, accountId, call);
    auditRevoked(tx, call, await revokeInvitationsToRoles(tx.query, { accountId, operator, developer }));
    await forgetClosedMemberships(tx.query, accountId);
    await endAccountLinks(tx.query, accountId);
    await removeSecondFactors(tx.query, accountId);
    await closure.eraseAccount(tx.query, accountId, CLOSED_NAME);
    await syncTestMerchants(tx.query, accountId);
    recordSecurityEvent(tx, call, { action: "account.close", accountId, detail: { ended_sessions: sessions } });
    if (email === null) return;
    const content = { kind: "account_closed" } as const;
    queueMail(deps, tx, { to: email, language: chooseLanguage(call.language, language), content });
  });
}

/**
 * Locks what the obstacles are read from: the operators, the merchants and the account. The merchants come first, as in changes of members.
 * @throws RequestError ACCOUNT_CHANGED if the account joined a merchant meanwhile
 */
async function lockForClosure({ em, query }: ManagementTransaction, accountId: string): Promise<void> {
  await closure.lockOperators(query);
  const before = await closure.lockShops(query, accountId);
  await lockAccount(query, accountId);
  const after = await closure.lockShops(query, accountId);
  if (after.some((id) => !before.includes(id))) throw changedMeanwhile();
  em.clear();
}

/** @throws RequestError for the first obstacle */
function requireNoObstacle({ external, lastOwnerOf, apps, lastOperator }: closure.ClosureFacts): void {
  if (external) throw refused("EXTERNAL_ACCOUNT", "The platform's login decides how long this account exists.");
  if (lastOwnerOf.length > 0) throw refused("LAST_OWNER", "The account is the last owner of a merchant.");
  if (apps > 0) throw refused("HAS_APPS", "The account's team has apps that are not archived.");
  if (lastOperator) throw refused("LAST_OPERATOR", "The account is the last active operator.");
}

/**
 * Leaves all merchants and teams, and revokes the open invitations through which the address could return to them. The team of the account
 * itself stays with its archived apps, without access for its members.
 */
async function leave(tx: ManagementTransaction, accountId: string, call: Call): Promise<void> {
  for (const teamId of await closure.listTeamIds(tx.query, accountId)) {
    await lockTeam(tx, teamId);
    await removeTeamMember(tx.query, { teamId, accountId });
    recordAudit(tx, call, { action: "team.remove_member", accountId, detail: { team_id: teamId } });
    const lost = { teamId, accountId, roles: TEAM_ROLES };
    auditRevoked(tx, call, await revokeInvitationsOfMember(tx.query, lost));
  }
  for (const merchantId of await closure.leaveShops(tx.query, accountId)) {
    recordAudit(tx, call, { action: "membership.remove", merchantId, accountId });
    const lost = { merchantId, accountId, roles: MEMBER_ROLES };
    auditRevoked(tx, call, await revokeInvitationsOfMember(tx.query, lost));
  }
}

function refused(reason: string, message: string): RequestError {
  return new RequestError("failed_precondition", reason, message);
}

function changedMeanwhile(): RequestError {
  return new RequestError("aborted", "ACCOUNT_CHANGED", "The account was changed concurrently. Try again.");
}
