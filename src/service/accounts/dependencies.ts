import type { verifyAbsentAccount, verifyPassword } from "../../credential/password.ts";
import type { TokenFormat } from "../../credential/token.ts";
import type { Log } from "../../observe/log.ts";
import type { Management } from "../../store/connection/management.ts";
import type { LastUse } from "../../store/tokens/last-use.ts";
import type { TokenStore } from "../../store/tokens/token-store.ts";
import type { Limits } from "../limits/limits.ts";
import type { SignUpQuota } from "../limits/quotas.ts";
import type { ExternalProvider } from "./external-provider.ts";

/** What the operations on accounts work with. */
export interface AccountDependencies {
  management: Management;
  /** Of service keys (TOKEN_PREFIX). */
  format: TokenFormat;
  limits: Limits;
  signUpQuota: SignUpQuota;
  /** For service keys: without them no token is served, so a slow page of the management side must not keep them waiting. */
  lookUp: TokenStore["lookUp"];
  lastUse: Pick<LastUse, "note">;
  log: Log;
  /** The origin of links (PUBLIC_URL). */
  publicUrl: string;
  /** Password checks (`credential/password.ts`). */
  passwords: { verifyPassword: typeof verifyPassword; verifyAbsentAccount: typeof verifyAbsentAccount };
  /** Whether passwords open accounts (PASSWORD_SIGN_IN). */
  allowPasswords: boolean;
  /** Whether strangers may make themselves a developer's account. */
  allowSignUp: boolean;
  /** The platform's own login; null where there is none. */
  external: ExternalProvider | null;
}
