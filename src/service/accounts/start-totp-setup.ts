import { createTotpSecret, encodeBase32, otpauthUri } from "../../credential/totp.ts";
import { Account } from "../../model/account.ts";
import { startTotpFactor, startTotpReplacement } from "../../store/accounts/totp-factors.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { totpContext, totpExists } from "./second-factor.ts";
import { lockForChange } from "./verified-session.ts";

export interface StartTotpSetupRequest {
  /** True to replace the account's authenticator app, which works until the new one is confirmed. */
  replace: boolean;
}

export interface TotpSetup {
  /** The secret in base32, for typing it into the app. */
  secret: string;
  /** The content of the QR code. */
  otpauthUri: string;
}

/**
 * Creates the secret of an authenticator app, which replaces the secret of an unconfirmed app. @throws RequestError TOTP_EXISTS if the
 * account has a confirmed app and the request does not replace it
 */
export async function startTotpSetup(
  deps: AccountDependencies,
  { replace }: StartTotpSetupRequest,
  call: Call,
): Promise<TotpSetup> {
  const secret = createTotpSecret();
  const platform = await deps.platformName();
  return deps.management.transactional(async (tx) => {
    const accountId = await lockForChange(tx, call);
    const { keyId, sealed } = deps.keys.seal(totpContext(accountId), secret);
    const factor = { accountId, keyId, sealed };
    const replaces = replace && (await startTotpReplacement(tx.query, factor));
    if (!replaces && !(await startTotpFactor(tx.query, factor))) throw totpExists();
    const { email, name } = await tx.em.findOneOrFail(Account, { id: accountId });
    const base32 = encodeBase32(secret);
    const uri = otpauthUri({ secret: base32, platform, account: email ?? name });
    return { secret: base32, otpauthUri: uri };
  });
}
