import type { KeySet } from "../../credential/derive.ts";
import type { Log } from "../../observe/log.ts";
import type { Management } from "../../store/connection/management.ts";
import type { QuotaFigures } from "../limits/quotas.ts";
import type { TokenDependencies } from "../tokens/dependencies.ts";

/** What the operations on consent work with: the storage, the key of form tokens, and what it takes to issue a code. */
export interface ConsentDependencies extends Pick<TokenDependencies, "format" | "lifetimes" | "issuer" | "random"> {
  management: Management;
  keys: KeySet;
  log: Log;
  /** How many authorization requests may be open at once; null: any number. */
  openAuthorizations: Pick<QuotaFigures, "openAuthorizationsPerAddress" | "openAuthorizationsPerAccount"> | null;
}
