import type { KeySet } from "../../credential/derive.ts";
import type { RandomSource } from "../../credential/secret.ts";
import type { TokenFormat } from "../../credential/token.ts";
import type { LimitDecision } from "../../oauth/failure-limit.ts";
import type { Lifetimes, RetryWindows } from "../../oauth/lifetimes.ts";
import type { Log } from "../../observe/log.ts";
import type { Feed } from "../../store/feed/feed-reader.ts";
import type { TokenStore } from "../../store/tokens/token-store.ts";
import type { IntrospectionCache } from "./introspection-cache.ts";

/** The rate limit of failed app authentications. */
export interface ClientLimits {
  countAppFailure(failure: { clientId: string | null; address: string | null }): Promise<LimitDecision>;
}

export interface TokenDependencies {
  store: TokenStore;
  keys: KeySet;
  format: TokenFormat;
  /** Seconds: CODE_TTL, ACCESS_TOKEN_TTL, REFRESH_TOKEN_TTL. */
  lifetimes: Lifetimes;
  windows: RetryWindows;
  /** PUBLIC_URL: the `iss` of responses. */
  issuer: string;
  log: Log;
  /** Absent if this process does not read the feed. Then WatchRevocations fails. */
  feed?: Feed;
  /** Absent if every introspection reads the database. */
  cache?: IntrospectionCache;
  /** Milliseconds between the heartbeats of WatchRevocations; default 250. */
  heartbeatMs?: number;
  /** Milliseconds that an introspection waits for its select to start; default 1000. */
  loadTimeoutMs?: number | undefined;
  /** Absent: failures are not counted. */
  limits?: ClientLimits;
  /** Counts a refresh that returned an earlier token pair. Absent: not counted. */
  countRetry?: (clientId: string) => void;
  /** Default: node:crypto's `randomBytes`. */
  random?: RandomSource;
}
