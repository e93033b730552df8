import type { KeySet } from "../../credential/derive.ts";
import type { Log } from "../../observe/log.ts";
import type { Management } from "../../store/connection/management.ts";
import type { Quotas } from "../limits/quotas.ts";
import type { TokenDependencies } from "../tokens/dependencies.ts";

export interface ConsentDependencies extends Pick<TokenDependencies, "format" | "lifetimes" | "issuer" | "random"> {
  management: Management;
  /** The keys that derive the CSRF tokens. */
  keys: KeySet;
  log: Log;
  /** The quotas of open authorization requests; null means unlimited. */
  openAuthorizations: Pick<Quotas, "openAuthorizationsPerAddress" | "openAuthorizationsPerAccount"> | null;
}
