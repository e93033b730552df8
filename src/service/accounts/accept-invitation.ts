import { LockMode } from "@mikro-orm/core";
import { hashPassword } from "../../credential/password.ts";
import { Account, ExternalIdentity } from "../../model/account.ts";
import { MEMBER_ROLES, Membership, Merchant } from "../../model/merchant.ts";
import {
  acceptInvitation as accept,
  findInvitation,
  noteInvitedAccount,
  type OpenInvitation,
} from "../../store/invitations.ts";
import type { ManagementTransaction } from "../../store/management.ts";
import { recordAudit } from "../audit/record.ts";
import type { Call } from "../call.ts";
import { Refusal } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findNameFault, findPasswordFault, refuseFaults } from "./fields.ts";
import { findInvitationDigest, givesPassword } from "./invitation.ts";
import { placeMember } from "./membership.ts";
import type { AccountRecord, SessionRecord } from "./records.ts";
import { startSession } from "./session.ts";
import { refuseTakenEmail } from "./taken.ts";
import { toAccountRecord } from "./to-record.ts";
import { asAccount, denied, notFound } from "./who.ts";

export interface AcceptInvitation {
  token: string;
  /** For a new account. */
  name: string;
  password: string;
}

export interface AcceptedInvitation {
  /** Null where the account was signed in already. */
  session: SessionRecord | null;
  account: AccountRecord;
}

/**
 * Takes an invitation up, once: for a new account of its e-mail, which is signed in, or for the account that has this e-mail, which has to be
 * signed in. No other account can. Where passwords open no account, the e-mail has to come by the platform's own login first.
 */
export async function acceptInvitation(
  deps: AccountDependencies,
  request: AcceptInvitation,
  call: Call,
): Promise<AcceptedInvitation> {
  const { name } = request;
  const { allowPasswords } = deps;
  const digest = findInvitationDigest(request.token);
  if (digest === null) throw notFound("invitation");
  const passwordHash = (await needsAccount(deps, digest)) ? await hashNewPassword(request) : null;
  const taking = deps.management.transactional(async (tx) => {
    const invitation = await accept(tx.query, digest);
    if (invitation === null) throw notFound("invitation");
    const account = await findOrMakeAccount(tx, invitation, { call, name, passwordHash, allowPasswords });
    await giveWhatIsOffered(tx, invitation, account);
    await tx.em.flush();
    await noteInvitedAccount(tx.query, invitation.id, account.id);
    const record = toAccountRecord(account);
    const { merchantId, role, developer, operator } = invitation;
    const detail = { invitation_id: invitation.id, role, developer, operator };
    const entry = { action: "invitation.accept", accountId: account.id, merchantId, detail };
    recordAudit(tx, asAccount(call, record), entry);
    if (call.actor?.accountId === account.id) return { session: null, account: record };
    const session = await startSession(tx, call, { account: record, passwordHash, by: "invitation" });
    if (session === null) throw notFound("invitation");
    return { session, account: record };
  });
  return refuseTakenEmail(taking);
}

/** True if taking it up makes an account, or gives one its first password. Judged again under the lock; here to hash before it. */
async function needsAccount(deps: AccountDependencies, digest: Buffer): Promise<boolean> {
  return deps.management.read(async (em, query) => {
    const invitation = await findInvitation(query, digest);
    if (invitation === null) throw notFound("invitation");
    const account = await em.findOne(Account, { email: invitation.email });
    return deps.allowPasswords && (await givesPassword(em, invitation, account));
  });
}

async function hashNewPassword({ name, password }: AcceptInvitation): Promise<string> {
  refuseFaults({ name: findNameFault(name), password: findPasswordFault(password) });
  return hashPassword(password);
}

async function findOrMakeAccount(
  { em }: ManagementTransaction,
  invitation: OpenInvitation,
  given: { call: Call; name: string; passwordHash: string | null; allowPasswords: boolean },
): Promise<Account> {
  const { call, name, passwordHash, allowPasswords } = given;
  const { email } = invitation;
  const account = await em.findOne(Account, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const makesAccount = allowPasswords && (await givesPassword(em, invitation, account));
  if (call.actor !== null && call.actor.accountId !== account?.id) {
    throw denied("OTHER_ACCOUNT", "The invitation is for another e-mail than that of the account signed in.");
  }
  if (!makesAccount) {
    if (account === null || call.actor === null)
      throw new Refusal("unauthenticated", "SESSION", "Sign in with the e-mail of the invitation first.");
    return account;
  }
  if (passwordHash === null) throw notFound("invitation");
  if (account === null) return em.create(Account, { email, name, passwordHash });
  account.name = name;
  account.passwordHash = passwordHash;
  return account;
}

async function giveWhatIsOffered(
  tx: ManagementTransaction,
  invitation: OpenInvitation,
  account: Account,
): Promise<void> {
  if (invitation.operator) await refuseExternal(tx, account);
  account.developer ||= invitation.developer;
  account.operator ||= invitation.operator;
  const { merchantId, role } = invitation;
  if (merchantId === null || role === null) return;
  const merchant = await tx.em.findOne(Merchant, { id: merchantId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (merchant === null || merchant.state === "CLOSED") throw notFound("invitation");
  const held = await tx.em.findOne(Membership, { merchant: merchantId, account: account.id });
  // An offer adds: a member who has more already keeps it.
  if (held === null || MEMBER_ROLES.indexOf(role) < MEMBER_ROLES.indexOf(held.role)) {
    await placeMember(tx, { merchant, account, role });
  }
}

/** The platform's login alone says whether its people are operators, at each sign-in. */
async function refuseExternal({ em }: ManagementTransaction, account: Account): Promise<void> {
  if ((await em.count(ExternalIdentity, { account: account.id })) > 0) {
    throw new Refusal(
      "failed_precondition",
      "EXTERNAL_ACCOUNT",
      "The platform's login decides whether this account is an operator.",
    );
  }
}
