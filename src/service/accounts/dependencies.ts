import type { KeySet } from "../../credential/derive.ts";
import type { verifyAbsentAccount, verifyPassword } from "../../credential/password.ts";
import type { TokenFormat } from "../../credential/token.ts";
import type { Log } from "../../observe/log.ts";
import type { Management } from "../../store/connection/management.ts";
import type { LastUse } from "../../store/tokens/last-use.ts";
import type { TokenStore } from "../../store/tokens/token-store.ts";
import type { Limits } from "../limits/limits.ts";
import type { MailQuota } from "../limits/mail-quota.ts";
import type { SignUpQuota } from "../limits/quotas.ts";
import type { ExternalProvider } from "./external-provider.ts";

export interface AccountDependencies {
  management: Management;
  /** Formats service keys with TOKEN_PREFIX. */
  format: TokenFormat;
  limits: Limits;
  signUpQuota: SignUpQuota;
  /** Looks up service keys on the token pool, so that slow management queries do not delay token calls. */
  lookUp: TokenStore["lookUp"];
  lastUse: Pick<LastUse, "note">;
  log: Log;
  /** True if mails are sent, over SMTP_URL or to the mailbox of the demo. */
  sendsMail: boolean;
  mailQuota: MailQuota;
  /** Derives the secrets of invitation links, encrypts the secrets of authenticator apps and authenticates WebAuthn challenges. */
  keys: KeySet;
  /** The name that the pages show. Authenticator apps name it, and chosen passwords may not consist of it. */
  platformName(): Promise<string>;
  /** The origin of invitation links (PUBLIC_URL). */
  publicUrl: string;
  /** Password checks (`credential/password.ts`). */
  passwords: { verifyPassword: typeof verifyPassword; verifyAbsentAccount: typeof verifyAbsentAccount };
  /** True if accounts can sign in with a password (PASSWORD_SIGN_IN). */
  allowPasswords: boolean;
  /** The time in seconds for which audit events are kept (AUDIT_RETENTION). */
  auditRetention: number;
  /** True if the operator role needs a session with a second factor (REQUIRE_SECOND_FACTOR). */
  operatorsNeedSecondFactor: boolean;
  /** True if anyone may create a developer account (SIGN_UP). */
  allowSignUp: boolean;
  /** The platform's identity provider; null if none is configured. */
  external: ExternalProvider | null;
}
