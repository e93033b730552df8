import type { EntityManager } from "@mikro-orm/core";
import { sha256 } from "../../credential/digest.ts";
import { decodeKey } from "../../credential/secret.ts";
import { type Account, ExternalIdentity } from "../../model/account.ts";
import type { OpenInvitation } from "../../store/accounts/invitations.ts";
import { isUnverified } from "../verified-email.ts";

/** The digest of an invitation token; null for text that is no token. */
export function digestInvitationToken(token: string): Buffer | null {
  const secret = decodeKey(token);
  return secret && sha256(secret);
}

/** True if the platform created the invitation, so that its link verifies the address. A merchant's OWNER also sees the link. */
export function isByPlatform({ inviter }: OpenInvitation): boolean {
  return inviter !== "OWNER";
}

/**
 * True if accepting without a session creates an account or sets an account's first password. The inviter sees the link, so only the
 * platform's invitations do this for an existing account, and for an operator's account only those of callers that may create operators.
 */
export async function setsPassword(
  em: EntityManager,
  invitation: OpenInvitation,
  account: Account | null,
): Promise<boolean> {
  if (account === null) return true;
  if (!isByPlatform(invitation)) return false;
  if (isUnverified(account)) return true;
  const { inviter, operator } = invitation;
  if (account.operator && inviter !== "OPERATOR" && !operator) return false;
  return !account.passwordHash && (await em.count(ExternalIdentity, { account: account.id })) === 0;
}
