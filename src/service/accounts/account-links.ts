import type { EntityManager } from "@mikro-orm/core";
import { decodeKey, digestSecret } from "../../credential/secret.ts";
import { type Account, ExternalIdentity } from "../../model/account.ts";
import type { OpenAccountLink } from "../../store/accounts/account-links.ts";
import { RequestError } from "../errors.ts";

/** The digest of a link's token. @throws RequestError LINK_NOT_FOUND for text that is no token */
export function digestLinkToken(token: string): Buffer {
  const secret = decodeKey(token);
  if (secret === null) throw linkNotFound();
  return digestSecret(secret);
}

/** The error for a link that is unknown, used or expired, or that was made for a former address of the account. */
export function linkNotFound(): RequestError {
  return new RequestError("not_found", "LINK_NOT_FOUND", "The link is not valid, was used, or has expired.");
}

/** False for a link to a former address of the account, and for a password link if the account may not have a password. */
export async function isForAccount(em: EntityManager, link: OpenAccountLink, account: Account): Promise<boolean> {
  if (link.purpose === "change_email") return true;
  if (account.email !== link.email) return false;
  return link.purpose === "verify_email" || canResetPassword(em, account);
}

/** @throws RequestError MAIL_OFF if this deployment sends no mails */
export function requireMail({ sendsMail }: { sendsMail: boolean }): void {
  if (sendsMail) return;
  const message = "This platform sends no mails. Ask its operators for a link.";
  throw new RequestError("failed_precondition", "MAIL_OFF", message);
}

/**
 * True if a link may set a new password: the account is active, has an address, and has a password or no external identity. An account of
 * the identity provider gets no password, because its owner does not expect one.
 */
export async function canResetPassword(em: EntityManager, account: Account): Promise<boolean> {
  if (account.state !== "ACTIVE" || !account.email) return false;
  return Boolean(account.passwordHash) || (await em.count(ExternalIdentity, { account: account.id })) === 0;
}
