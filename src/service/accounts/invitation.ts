import type { EntityManager } from "@mikro-orm/core";
import { sha256 } from "../../credential/digest.ts";
import { createSecret, decodeKey } from "../../credential/secret.ts";
import { Account, ExternalIdentity } from "../../model/account.ts";
import { type MemberRole, Merchant } from "../../model/merchant.ts";
import { findInvitation, issueInvitation, type OpenInvitation } from "../../store/accounts/invitations.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { isUnverified } from "../verified-email.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError, refuseErrors, toEmail } from "./fields.ts";
import { lockManagedMerchant, refuseTest } from "./membership.ts";
import type { InvitationRecord } from "./records.ts";
import { notFound, requireOperatorMaker, requirePlatform } from "./who.ts";

/** Seconds: 7 days. */
const LIFETIME = 7 * 24 * 3600;

export interface CreateInvitation {
  email: string;
  /** Null: just an account. */
  merchantId: string | null;
  role: MemberRole | null;
  developer: boolean;
  operator: boolean;
}

export interface IssuedInvitation {
  invitationId: string;
  /** The link to hand over, shown once. */
  url: string;
  /** Microseconds. */
  expiresAt: number;
}

/** Offers an account, a place in a merchant or both to whoever has the link and the e-mail. An OWNER offers places in their merchant only. */
export async function createInvitation(
  deps: AccountDependencies,
  request: CreateInvitation,
  call: Call,
): Promise<IssuedInvitation> {
  const { merchantId, role, developer, operator } = request;
  if (developer || merchantId === null) requirePlatform(call, "accounts:write");
  if (operator) requireOperatorMaker(call);
  refuseErrors({
    email: findEmailError(request.email),
    role: (merchantId === null) === (role === null) ? null : "Role and merchant id come together.",
  });
  const secret = createSecret();
  const email = toEmail(request.email);
  const { id, expiresAt } = await deps.management.transactional(async (tx) => {
    if (merchantId !== null) refuseTest(await lockManagedMerchant(tx, merchantId, call));
    const offer = { email, merchantId, role, developer, operator };
    const invitedBy = call.actor?.accountId ?? null;
    const issued = await issueInvitation(tx.query, { ...offer, digest: sha256(secret), invitedBy, lifetime: LIFETIME });
    recordAudit(tx, call, {
      action: "invitation.create",
      merchantId,
      detail: { invitation_id: issued.id, role, developer, operator },
    });
    return issued;
  });
  const url = `${deps.publicUrl}/invitations/${Buffer.from(secret).toString("base64url")}`;
  return { invitationId: id, url, expiresAt };
}

/** What the invitation of a token offers. Taken up, expired, revoked and made up read alike. */
export async function getInvitation(deps: AccountDependencies, token: string): Promise<InvitationRecord> {
  const digest = findInvitationDigest(token);
  return deps.management.read(async (em, query) => {
    const invitation = digest && (await findInvitation(query, digest));
    if (!invitation) throw notFound("invitation");
    const { email, merchantId, role, developer, operator } = invitation;
    const merchant = merchantId === null ? null : await em.findOne(Merchant, { id: merchantId });
    const account = await em.findOne(Account, { email });
    const makesAccount = deps.allowPasswords && (await opensAccount(em, invitation, account));
    const heldUnverified = account !== null && isUnverified(account);
    const offer = { email, merchantName: merchant?.name ?? null, role, developer, operator };
    const accountName = makesAccount && account !== null && !heldUnverified ? account.name : "";
    return { ...offer, accountExists: !makesAccount, heldUnverified, accountName };
  });
}

/** The digest under which the invitation of a token is kept; null for a text that is no such token. */
export function findInvitationDigest(token: string): Buffer | null {
  const secret = decodeKey(token);
  return secret && sha256(secret);
}

/**
 * True if the platform made an invitation, so that its link verifies the address. A merchant's owner sees the link too, and could verify any
 * address with it.
 */
export function isPlatforms({ inviter }: OpenInvitation): boolean {
  return inviter !== "OWNER";
}

/**
 * True if taking an invitation up, signed out, makes an account of its e-mail or gives the account its first password. An invitation's maker
 * sees the link, so only the platform's takes an address from an account that has not verified it, or opens an account without a password;
 * an operator's account only where the maker could make operators.
 */
export async function opensAccount(
  em: EntityManager,
  invitation: OpenInvitation,
  account: Account | null,
): Promise<boolean> {
  if (account === null) return true;
  if (!isPlatforms(invitation)) return false;
  if (isUnverified(account)) return true;
  const { inviter, operator } = invitation;
  if (account.operator && inviter !== "OPERATOR" && !operator) return false;
  return !account.passwordHash && (await em.count(ExternalIdentity, { account: account.id })) === 0;
}
