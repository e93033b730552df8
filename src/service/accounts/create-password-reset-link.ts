import { createSecret, digestSecret } from "../../credential/secret.ts";
import { LIFETIMES } from "../../oauth/lifetimes.ts";
import { issueAccountLink } from "../../store/accounts/account-links.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { LINK_PATHS } from "../mail/link-jobs.ts";
import { canResetPassword } from "./account-links.ts";
import { requireOperatorGrantor, requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { requirePasswords } from "./hash-password.ts";
import { lockAccount } from "./locked-account.ts";
import { requireRecentProof } from "./verified-session.ts";

export interface PasswordResetLink {
  /** The link with its token, returned only once. */
  url: string;
  /** Microseconds. */
  expiresAt: number;
}

/**
 * Creates a link that sets a new password. The platform passes the link on to the account's owner. For an operator's account, the caller
 * must be able to create operators. @throws RequestError VERIFICATION_REQUIRED for an operator without a recent proof of identity
 */
export async function createPasswordResetLink(
  deps: AccountDependencies,
  { accountId }: { accountId: string },
  call: Call,
): Promise<PasswordResetLink> {
  requirePlatform(call, "accounts:write");
  requirePasswords(deps);
  const secret = createSecret();
  const { expiresAt } = await deps.management.transactional(async (tx) => {
    // Locked, so that the account does not become an operator meanwhile.
    const account = await lockAccount(tx, accountId);
    if (account.operator) requireOperatorGrantor(call);
    if (!account.email || !(await canResetPassword(tx.em, account))) throw noPasswordSignIn();
    await requireRecentProof(tx.query, call);
    const link = { digest: digestSecret(secret), accountId, purpose: "reset_password", email: account.email } as const;
    recordAudit(tx, call, { action: "account.create_reset_link", accountId });
    return issueAccountLink(tx.query, { ...link, mailed: false, lifetime: LIFETIMES.passwordLink });
  });
  const token = Buffer.from(secret).toString("base64url");
  return { url: `${deps.publicUrl}${LINK_PATHS.reset_password}?token=${token}`, expiresAt };
}

function noPasswordSignIn(): RequestError {
  const message = "This account is suspended, has no e-mail address, or signs in with the platform's login only.";
  return new RequestError("failed_precondition", "NO_PASSWORD", message);
}
