import { LockMode } from "@mikro-orm/core";
import { Account, ExternalIdentity } from "../../model/account.ts";
import { MEMBER_ROLES, Membership, Merchant } from "../../model/merchant.ts";
import {
  acceptInvitation as accept,
  findInvitation,
  noteInvitedAccount,
  type OpenInvitation,
} from "../../store/accounts/invitations.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { isUnverified } from "../verified-email.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findNameError, findPasswordError, refuseErrors } from "./fields.ts";
import { findInvitationDigest, isPlatforms, opensAccount } from "./invitation.ts";
import { placeMember } from "./membership.ts";
import { hashInTurn } from "./password-work.ts";
import type { AccountRecord, SessionRecord } from "./records.ts";
import { startSession } from "./session.ts";
import { markVerified, takeEmailOver } from "./take-email.ts";
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
 * signed in. No other account can. Where passwords open no account, the e-mail has to come by the platform's own login first. The platform's
 * invitation verifies the e-mail, and takes it from an account that holds it unverified and is not signed in.
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
  const passwordHash = (await needsPassword(deps, digest, call)) ? await hashNewPassword(deps, request, call) : null;
  const taking = deps.management.transactional(async (tx) => {
    const invitation = await accept(tx.query, digest);
    if (invitation === null) throw notFound("invitation");
    const account = await findOrMakeAccount(tx, invitation, { call, name, passwordHash, allowPasswords });
    const own = asAccount(call, toAccountRecord(account));
    if (isPlatforms(invitation)) await markVerified(tx, account, { call: own, by: "invitation" });
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

/** True if taking it up sets a password. Judged again under the lock; here to hash before it. */
async function needsPassword(deps: AccountDependencies, digest: Buffer, { actor }: Call): Promise<boolean> {
  return deps.management.read(async (em, query) => {
    const invitation = await findInvitation(query, digest);
    if (invitation === null) throw notFound("invitation");
    const account = await em.findOne(Account, { email: invitation.email });
    if (actor !== null && actor.accountId === account?.id) return false;
    return deps.allowPasswords && (await opensAccount(em, invitation, account));
  });
}

async function hashNewPassword(
  deps: AccountDependencies,
  { name, password }: AcceptInvitation,
  call: Call,
): Promise<string> {
  refuseErrors({ name: findNameError(name), password: findPasswordError(password) });
  return hashInTurn(deps, password, call);
}

interface Given {
  call: Call;
  name: string;
  passwordHash: string | null;
  allowPasswords: boolean;
}

async function findOrMakeAccount(
  tx: ManagementTransaction,
  invitation: OpenInvitation,
  given: Given,
): Promise<Account> {
  const { call, passwordHash, allowPasswords } = given;
  const { email } = invitation;
  const account = await tx.em.findOne(Account, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (call.actor !== null) {
    if (call.actor.accountId === account?.id) return account;
    throw denied("OTHER_ACCOUNT", "The invitation is for another e-mail than that of the account signed in.");
  }
  if (!allowPasswords || !(await opensAccount(tx.em, invitation, account)))
    throw new RequestError("unauthenticated", "SESSION", "Sign in with the e-mail of the invitation first.");
  if (passwordHash === null) throw notFound("invitation");
  return openAccount(tx, { account, email, ...given, passwordHash });
}

interface Opened extends Given {
  /** Who has the e-mail; null: nobody. */
  account: Account | null;
  email: string;
  passwordHash: string;
}

async function openAccount(tx: ManagementTransaction, opened: Opened): Promise<Account> {
  const { account, email, name, passwordHash, call } = opened;
  if (account !== null && !isUnverified(account)) return Object.assign(account, { name, passwordHash });
  const make = async () => {
    const made = tx.em.create(Account, { email, name, passwordHash });
    await tx.em.flush();
    return made;
  };
  return account === null ? make() : takeEmailOver(tx, email, { call, by: "invitation", give: make });
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
    const membership = await placeMember(tx, { merchant, account, role });
    membership.byLink = true;
  }
}

/** The platform's login alone says whether its people are operators, at each sign-in. */
async function refuseExternal({ em }: ManagementTransaction, account: Account): Promise<void> {
  if ((await em.count(ExternalIdentity, { account: account.id })) > 0) {
    throw new RequestError(
      "failed_precondition",
      "EXTERNAL_ACCOUNT",
      "The platform's login decides whether this account is an operator.",
    );
  }
}
