import { durationMs } from "@bufbuild/protobuf/wkt";
import { createClock } from "./clock.ts";
import { type CoreAddress, connectCore } from "./connection.ts";
import { Freshness } from "./freshness.ts";
import { type Grant, toGrant } from "./grant.ts";
import { digestOf, GrantCache, type TokenDigest } from "./grant-cache.ts";
import { IntrospectionError } from "./introspection-error.ts";
import { type Answered, LookUps } from "./introspection-loader.ts";
import { Marks } from "./revocation-index.ts";
import { type TokenRpcs, tokenRpcs } from "./token-rpcs.ts";
import { type Watch, watchRevocations } from "./watch.ts";

export type { Grant } from "./grant.ts";
export { IntrospectionError } from "./introspection-error.ts";

/** How grants are kept in this process. */
export interface CacheOptions {
  /** How many at most; 100,000 if absent. One takes about a kilobyte. */
  maxEntries?: number;
  /**
   * How old the knowledge of revocations may be with which a grant is given from the cache, in milliseconds; 1,000 if absent. A token that
   * was revoked longer ago is never taken for good; where the knowledge is older, the core is asked, which is sure to its own `FEED_MAX_AGE`.
   */
  maxAgeMs?: number;
  /** After how long a grant is looked up anew although nothing happened to it, in milliseconds; 300,000 if absent. */
  lifetimeMs?: number;
}

/** How to reach the core, and what to do without it. */
export interface IntrospectorOptions extends CoreAddress {
  /** A service key with the permission `tokens:introspect`; of a sandbox API with `tokens:introspect_test` as well. */
  key: string;
  /** How long one look-up may take, in milliseconds; 2,000 if absent. */
  timeoutMs?: number;
  /** `false`: nothing is kept, and each look-up asks the core. */
  cache?: CacheOptions | false;
  /**
   * What becomes of a look-up while the core cannot be reached. `refuse`, the default: an IntrospectionError. `serveStale`: a grant that is
   * kept is given, with its `staleMs`, while the knowledge of revocations is no older than `maxStaleMs`.
   */
  onUnreachable?: "refuse" | "serveStale";
  /** Milliseconds; 30,000 if absent. */
  maxStaleMs?: number;
  /** Hears why the feed of revocations was lost or not had, for this service's log. It is tried again; until then the core is asked. */
  onFeedError?: (error: IntrospectionError) => void;
}

/** How one look-up is done. */
export interface LookUpOptions {
  /** `full`: see every revocation that was answered before this call, on whatever replica. */
  consistency?: "full";
  signal?: AbortSignal;
}

/** Counts since the introspector was made, and how it stands. */
export interface IntrospectorStats {
  /** Look-ups answered from the cache. */
  hits: number;
  /** Look-ups that asked the core. */
  asked: number;
  /** Of these, those that the cache could not answer for its knowledge of revocations was too old. */
  bypassed: number;
  /** Calls to the core that these took. */
  calls: number;
  /** Look-ups that failed. */
  failed: number;
  /** Answers that were given stale. */
  servedStale: number;
  /** Grants that are kept now. */
  entries: number;
  /** Active answers that were not kept, for their subject had an event meanwhile. */
  notKept: number;
  /** Grants that an event ended. */
  dropped: number;
  /** Events heard. */
  events: number;
  /** Times that everything was dropped. */
  resets: number;
  /** Streams of the feed that were opened. */
  streams: number;
  /** How old the knowledge of revocations is, in milliseconds; Infinity before there is any. */
  ageMs: number;
}

/** Asks the core about access tokens. */
export interface Introspector {
  /**
   * The grant behind an access token, null when the token is not good.
   * @throws {IntrospectionError} when the core could not tell; a caller must then refuse without calling the token bad.
   */
  introspect(token: string, options?: LookUpOptions): Promise<Grant | null>;
  stats(): IntrospectorStats;
  /** Ends connection and feed. Look-ups under way still finish; later ones fail. Until then the process is kept alive. */
  close(): void;
}

/**
 * An introspector over one gRPC connection, opened at the first look-up and reopened by itself.
 * @throws TypeError for a `url` of another form, a `key` that can be none, a bound that is no positive number, and `serveStale` without a cache
 */
export function createIntrospector(options: IntrospectorOptions): Introspector {
  const { timeoutMs = 2_000, maxStaleMs = 30_000, onUnreachable = "refuse", onFeedError = () => {} } = options;
  const cache = options.cache === false ? null : withDefaults(options.cache ?? {});
  if (cache === null && onUnreachable === "serveStale") throw new TypeError("serveStale needs a cache");
  for (const [name, bound] of Object.entries({ timeoutMs, maxStaleMs, ...cache })) {
    if (!(bound > 0)) throw new TypeError(`${name} is a number above 0`);
  }
  // From JavaScript it may well be a variable of the environment that is not set, or was read with its line end.
  if (!/^[!-~]+$/.test(options.key ?? "")) throw new TypeError("key is a service key: visible ASCII, without spaces");
  const serveStaleMs = onUnreachable === "serveStale" ? maxStaleMs : 0;
  const rpcs = tokenRpcs(connectCore(options), options.key);
  return new CoreIntrospector(rpcs, { timeoutMs, serveStaleMs, cache, onFeedError });
}

function withDefaults({ maxEntries = 100_000, maxAgeMs = 1_000, lifetimeMs = 300_000 }: CacheOptions) {
  return { maxEntries, maxAgeMs, lifetimeMs };
}

interface Settings {
  timeoutMs: number;
  /** 0: never. */
  serveStaleMs: number;
  cache: Required<CacheOptions> | null;
  onFeedError(error: IntrospectionError): void;
}

/** The moment before a call: what happens after it is not in the answer. */
interface Stamp {
  at: number;
  position: number;
}

const NOBODY = Promise.resolve(null);
/** In characters, far above that of any token: the core would not read a much longer one, and says so in the words of a core without room. */
const LONGEST_TOKEN = 16_384;

class CoreIntrospector implements Introspector {
  readonly #settings: Settings;
  readonly #rpcs: TokenRpcs;
  readonly #lookUps: LookUps<Stamp>;
  readonly #marks = new Marks();
  /** All that ends or grows old here does so by it. */
  readonly #now = createClock();
  readonly #freshness = new Freshness(this.#now);
  readonly #cache: GrantCache;
  readonly #counts = { hits: 0, asked: 0, bypassed: 0, failed: 0, servedStale: 0, notKept: 0, events: 0, resets: 0 };
  readonly #maxAgeMs: number;
  #watch: Watch | null = null;
  /** The last look-up did not reach the core. */
  #isUnreachable = false;
  #isProbing = false;
  #isClosed = false;

  constructor(rpcs: TokenRpcs, settings: Settings) {
    this.#settings = settings;
    this.#rpcs = rpcs;
    this.#maxAgeMs = settings.cache?.maxAgeMs ?? 0;
    this.#cache = new GrantCache(this.#marks, settings.cache?.maxEntries ?? 0);
    const stamp = () => ({ at: this.#now(), position: this.#marks.position });
    this.#lookUps = new LookUps({ rpcs, timeoutMs: settings.timeoutMs, stamp });
  }

  introspect(token: string, options?: LookUpOptions): Promise<Grant | null> {
    if (token === "" || token.length > LONGEST_TOKEN) return NOBODY;
    if (this.#settings.cache === null || this.#isClosed) return this.#ask(token, options);
    if (options?.consistency === "full") return this.#askAndKeep(token, digestOf(token), options);
    this.#watch ??= this.#follow();
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
      calls: this.#lookUps.calls,
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
    this.#lookUps.close();
  }

  async #askAndKeep(token: string, digest: TokenDigest, options: LookUpOptions | undefined): Promise<Grant | null> {
    const answered = await this.#call(token, true, options?.signal);
    const grant = toGrant(answered.answer);
    if (grant === null) this.#cache.drop(digest);
    else this.#keep(digest, grant, answered);
    return grant;
  }

  #keep(digest: TokenDigest, grant: Grant, { answer, stamp }: Answered<Stamp>): void {
    const { at, position } = stamp;
    const validMs = answer.validFor === undefined ? 0 : durationMs(answer.validFor);
    const until = at + Math.min(validMs, this.#settings.cache?.lifetimeMs ?? 0);
    if (!this.#cache.keep(digest, { grant, position, until })) this.#counts.notKept++;
  }

  /** While the feed is too old. What the core says then is not kept: it may come from a cache of its own, by another feed than ours. */
  #askPastCache(token: string, digest: TokenDigest, options: LookUpOptions | undefined): Promise<Grant | null> {
    this.#counts.bypassed++;
    if (this.#settings.serveStaleMs === 0) return this.#ask(token, options);
    // Nobody waits for a core that was not reached the last time.
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

  /** Whatever the core calls bad is not given stale when it is away again. */
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

  async #call(token: string, full: boolean, signal: AbortSignal | undefined): Promise<Answered<Stamp>> {
    this.#counts.asked++;
    const question = { token, full, signal, timeoutMs: this.#settings.timeoutMs };
    try {
      // Of several replicas one may have just stopped. Where none was reached the last time, one try is enough.
      const answered = await (this.#isUnreachable ? this.#lookUps.ask(question) : this.#lookUps.askTwice(question));
      this.#isUnreachable = false;
      return answered;
    } catch (error) {
      this.#counts.failed++;
      // A caller who leaves says nothing of the core.
      if (signal?.aborted !== true) this.#isUnreachable = error instanceof IntrospectionError && error.unreachable;
      throw error;
    }
  }

  #follow(): Watch {
    return watchRevocations({
      rpcs: this.#rpcs,
      freshness: this.#freshness,
      now: this.#now,
      onEvent: (event) => {
        this.#counts.events++;
        this.#marks.take(event);
      },
      onReset: () => {
        this.#counts.resets++;
        this.#marks.takeEverything();
        this.#cache.clear();
      },
      onError: this.#settings.onFeedError,
      laggingMs: this.#maxAgeMs / 4,
    });
  }
}
