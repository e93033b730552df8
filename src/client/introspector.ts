import { durationMs } from "@bufbuild/protobuf/wkt";
import { createClock } from "./clock.ts";
import { type CoreAddress, connectCore } from "./connection.ts";
import { Freshness } from "./freshness.ts";
import { type Grant, toGrant } from "./grant.ts";
import { type CacheOptions, digestOf, GrantCache, type TokenDigest, toCacheSettings } from "./grant-cache.ts";
import { IntrospectionError } from "./introspection-error.ts";
import { IntrospectionLoader, type Loaded } from "./introspection-loader.ts";
import { RevocationIndex } from "./revocation-index.ts";
import { type TokenRpcs, tokenRpcs } from "./token-rpcs.ts";
import { type Watch, watchRevocations } from "./watch.ts";

export type { Grant } from "./grant.ts";
export type { CacheOptions } from "./grant-cache.ts";
export { IntrospectionError } from "./introspection-error.ts";

/** Settings of an introspector. */
export interface IntrospectorOptions extends CoreAddress {
  /** A service key with the permission `tokens:introspect`, and `tokens:introspect_test` for a sandbox API. */
  key: string;
  /** Timeout of one lookup in milliseconds, retries included; defaults to 2,000. */
  timeoutMs?: number;
  /** `false` disables the cache: every token is introspected at the core. */
  cache?: CacheOptions | false;
  /**
   * The behaviour while the core is unreachable. `refuse`, the default, throws an IntrospectionError. `serveStale` returns a cached
   * grant with `staleMs` while the revocation data is at most `maxStaleMs` old.
   */
  onUnreachable?: "refuse" | "serveStale";
  /** Maximum age of the revocation data for `serveStale`, in milliseconds; defaults to 30,000. */
  maxStaleMs?: number;
  /** Called when the revocation feed fails. The client retries; until then it bypasses the cache. */
  onFeedError?: (error: IntrospectionError) => void;
}

/** Options of one lookup. */
export interface LookUpOptions {
  /** `full`: the answer reflects every revocation that any replica acknowledged before this call. */
  consistency?: "full";
  signal?: AbortSignal;
}

/** Counters since the creation of the introspector, and its current state. */
export interface IntrospectorStats {
  /** Lookups answered from the cache. */
  hits: number;
  /** Lookups sent to the core. */
  requested: number;
  /** Lookups among `requested` that bypassed the cache because the revocation data was too old. */
  bypassed: number;
  /** Introspection calls to the core. */
  calls: number;
  /** Lookups that failed. */
  failed: number;
  /** Grants served stale. */
  servedStale: number;
  /** Grants in the cache. */
  entries: number;
  /** Active answers that were not cached because an event affected them during the call. */
  notCached: number;
  /** Cached grants invalidated by an event. */
  dropped: number;
  /** Events received from the feed. */
  events: number;
  /** Feed resets, each of which clears the cache. */
  resets: number;
  /** Feed streams opened. */
  streams: number;
  /** Age of the revocation data in milliseconds; Infinity before the first heartbeat. */
  ageMs: number;
}

/** Introspects access tokens. */
export interface Introspector {
  /**
   * Returns the grant of an access token, or null if the token is inactive (RFC 7662 §2.2).
   * @throws {IntrospectionError} if the core gives no answer; respond with 503, not with `invalid_token`
   */
  introspect(token: string, options?: LookUpOptions): Promise<Grant | null>;
  stats(): IntrospectorStats;
  /** Closes the connection and the feed. Pending lookups finish; later ones fail. An open introspector keeps the process alive. */
  close(): void;
}

/**
 * Creates an introspector over one gRPC connection, which opens at the first lookup and reconnects automatically.
 * @throws TypeError for an invalid `url`, a `key` that is not visible ASCII, a limit that is not positive, or `serveStale` without a cache
 */
export function createIntrospector(options: IntrospectorOptions): Introspector {
  const { timeoutMs = 2_000, maxStaleMs = 30_000, onUnreachable = "refuse", onFeedError = () => {} } = options;
  const cache = options.cache === false ? null : toCacheSettings(options.cache);
  if (cache === null && onUnreachable === "serveStale") throw new TypeError("serveStale needs a cache");
  for (const [name, bound] of Object.entries({ timeoutMs, maxStaleMs, ...cache })) {
    if (!(bound > 0)) throw new TypeError(`${name} must be a positive number`);
  }
  // From JavaScript, the key may be an unset environment variable or end with a newline.
  if (!/^[!-~]+$/.test(options.key ?? ""))
    throw new TypeError("key must be a service key: visible ASCII without spaces");
  const serveStaleMs = onUnreachable === "serveStale" ? maxStaleMs : 0;
  const rpcs = tokenRpcs(connectCore(options), options.key);
  return new CoreIntrospector(rpcs, { timeoutMs, serveStaleMs, cache, onFeedError });
}

interface Settings {
  timeoutMs: number;
  /** 0 disables stale answers. */
  serveStaleMs: number;
  cache: Required<CacheOptions> | null;
  onFeedError(error: IntrospectionError): void;
}

/** The clock time and the index position before a call to the core, whose answer may not reflect later events. */
interface Stamp {
  at: number;
  position: number;
}

const INACTIVE = Promise.resolve(null);
/** In characters. The core rejects much longer tokens with RESOURCE_EXHAUSTED, which the client would take for an outage. */
const MAX_TOKEN_LENGTH = 16_384;

class CoreIntrospector implements Introspector {
  readonly #settings: Settings;
  readonly #rpcs: TokenRpcs;
  readonly #loader: IntrospectionLoader<Stamp>;
  readonly #revocations = new RevocationIndex();
  readonly #now = createClock();
  readonly #freshness = new Freshness(this.#now);
  readonly #cache: GrantCache;
  readonly #counts = {
    hits: 0,
    requested: 0,
    bypassed: 0,
    failed: 0,
    servedStale: 0,
    notCached: 0,
    events: 0,
    resets: 0,
  };
  readonly #maxAgeMs: number;
  #watch: Watch | null = null;
  /** Whether the last lookup failed to reach the core. */
  #isUnreachable = false;
  #isProbing = false;
  #isClosed = false;

  constructor(rpcs: TokenRpcs, settings: Settings) {
    this.#settings = settings;
    this.#rpcs = rpcs;
    this.#maxAgeMs = settings.cache?.maxAgeMs ?? 0;
    this.#cache = new GrantCache(this.#revocations, settings.cache?.maxEntries ?? 0);
    const stamp = () => ({ at: this.#now(), position: this.#revocations.position });
    this.#loader = new IntrospectionLoader({ rpcs, timeoutMs: settings.timeoutMs, stamp });
  }

  introspect(token: string, options?: LookUpOptions): Promise<Grant | null> {
    if (token === "" || token.length > MAX_TOKEN_LENGTH) return INACTIVE;
    if (this.#settings.cache === null || this.#isClosed) return this.#ask(token, options);
    if (options?.consistency === "full") return this.#askAndKeep(token, digestOf(token), options);
    this.#watch ??= this.#subscribe();
    const digest = digestOf(token);
    const now = this.#now();
    if (this.#freshness.age(now) > this.#maxAgeMs) return this.#askPastCache(token, digest, options);
    const entry = this.#cache.find(digest, now);
    if (entry === undefined) return this.#askAndKeep(token, digest, options);
    this.#counts.hits++;
    return entry.answer;
  }

  stats(): IntrospectorStats {
    return {
      ...this.#counts,
      calls: this.#loader.calls,
      entries: this.#cache.size,
      dropped: this.#cache.dropped,
      streams: this.#watch?.streams ?? 0,
      ageMs: this.#freshness.age(),
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#watch?.close();
    this.#cache.clear();
    this.#loader.close();
  }

  async #askAndKeep(token: string, digest: TokenDigest, options: LookUpOptions | undefined): Promise<Grant | null> {
    const answered = await this.#call(token, true, options?.signal);
    const grant = toGrant(answered.answer);
    if (grant === null) this.#cache.drop(digest);
    else this.#keep(digest, grant, answered);
    return grant;
  }

  #keep(digest: TokenDigest, grant: Grant, { answer, stamp }: Loaded<Stamp>): void {
    const { at, position } = stamp;
    const validMs = answer.validFor === undefined ? 0 : durationMs(answer.validFor);
    const until = at + Math.min(validMs, this.#settings.cache?.lifetimeMs ?? 0);
    if (!this.#cache.keep(digest, { grant, position, until })) this.#counts.notCached++;
  }

  /** Introspects at the core while the feed is stale. Caches nothing, because the core's own cache may be stale as well. */
  #askPastCache(token: string, digest: TokenDigest, options: LookUpOptions | undefined): Promise<Grant | null> {
    this.#counts.bypassed++;
    if (this.#settings.serveStaleMs === 0) return this.#ask(token, options);
    // If the core was unreachable at the last lookup, a stale grant is served without waiting for the core.
    const stale = this.#isUnreachable ? this.#findStale(digest) : null;
    if (stale === null)
      return this.#askAndForget(token, digest, options).catch((error: unknown) => this.#orStale(digest, error));
    if (!this.#isProbing) this.#probe(token, digest);
    return Promise.resolve(stale);
  }

  #probe(token: string, digest: TokenDigest): void {
    this.#isProbing = true;
    const end = () => {
      this.#isProbing = false;
    };
    this.#askAndForget(token, digest).then(end, end);
  }

  /** Drops the grant of a token that the core calls inactive, so that the next outage does not serve this grant. */
  async #askAndForget(token: string, digest: TokenDigest, options?: LookUpOptions): Promise<Grant | null> {
    const grant = await this.#ask(token, options);
    if (grant === null) this.#cache.drop(digest);
    return grant;
  }

  #orStale(digest: TokenDigest, error: unknown): Grant {
    const stale = error instanceof IntrospectionError && error.unreachable ? this.#findStale(digest) : null;
    if (stale === null) throw error;
    return stale;
  }

  #findStale(digest: TokenDigest): Grant | null {
    const now = this.#now();
    const staleMs = Math.ceil(this.#freshness.age(now));
    const entry = staleMs > this.#settings.serveStaleMs ? undefined : this.#cache.find(digest, now);
    if (entry === undefined) return null;
    this.#counts.servedStale++;
    return { ...entry.grant, staleMs };
  }

  async #ask(token: string, options?: LookUpOptions): Promise<Grant | null> {
    const { answer } = await this.#call(token, options?.consistency === "full", options?.signal);
    return toGrant(answer);
  }

  async #call(token: string, full: boolean, signal: AbortSignal | undefined): Promise<Loaded<Stamp>> {
    this.#counts.requested++;
    const request = { token, full, signal, timeoutMs: this.#settings.timeoutMs };
    try {
      // Retries, because one of several replicas may have just stopped. Does not retry while the core is unreachable.
      const answered = await (this.#isUnreachable ? this.#loader.load(request) : this.#loader.loadWithRetry(request));
      this.#isUnreachable = false;
      return answered;
    } catch (error) {
      this.#counts.failed++;
      // A cancelled request is no evidence about the core.
      if (signal?.aborted !== true) this.#isUnreachable = error instanceof IntrospectionError && error.unreachable;
      throw error;
    }
  }

  #subscribe(): Watch {
    return watchRevocations({
      rpcs: this.#rpcs,
      freshness: this.#freshness,
      now: this.#now,
      onEvent: (event) => {
        this.#counts.events++;
        this.#revocations.add(event);
      },
      onReset: () => {
        this.#counts.resets++;
        this.#revocations.invalidateAll();
        this.#cache.clear();
      },
      onError: this.#settings.onFeedError,
      laggingMs: this.#maxAgeMs / 4,
    });
  }
}
