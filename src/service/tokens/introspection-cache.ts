import { LRUCache } from "lru-cache";
import { cacheKeyOf } from "../../credential/digest.ts";
import type { Feed } from "../../store/feed/feed-reader.ts";
import type { Introspection } from "./introspection.ts";
import { createRevocationIndex } from "./revocation-index.ts";

export type ActiveToken = Extract<Introspection, { active: true }>;

/** The state of the feed and the clock before a select is sent. */
export interface ReadStart {
  /** The tick of the revocation index. */
  tick: number;
  /** The time, in milliseconds of the monotonic clock. */
  at: number;
}

/** The number of lookups by outcome. `bypassed`: the feed was too old. */
export interface CacheCounts {
  hits: number;
  misses: number;
  bypassed: number;
}

/** Introspections of active access tokens, kept valid by the revocation feed. */
export interface IntrospectionCache {
  /** The cached introspection; null if the database must be read. If `seesTest` is false, a token of a test merchant is not found. */
  find(token: string, seesTest: boolean): ActiveToken | null;
  /** Call it before a select is sent, and pass the result to `put`. */
  startRead(): ReadStart;
  /** Caches the result of a select, unless an event about the token has arrived since the select was sent. */
  put(token: string, introspection: ActiveToken, start: ReadStart): void;
  readonly size: number;
  readonly counts: Readonly<CacheCounts>;
}

export interface IntrospectionCacheOptions {
  feed: Feed;
  /** The maximum age of the feed in milliseconds. The cache is bypassed while the feed is older. */
  maxAgeMs: number;
  /** INTROSPECTION_CACHE_SIZE. */
  maxEntries: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * One object for each token, with times in whole milliseconds. A second object or fractions of milliseconds would take a tenth more memory.
 */
interface Entry extends ActiveToken {
  /** The tick up to which no event has changed the token. */
  tick: number;
  /** When the token expires and when the entry does, in milliseconds of the monotonic clock. */
  endsAt: number;
  staleAt: number;
}

/** The maximum age of an entry, which bounds the delay of changes that the feed does not report: added scopes and the time of last use. */
const MAX_ENTRY_AGE_MS = 300_000;

/** The maximum number of shared values. At this number, the table is cleared. */
const MAX_SHARED = 10_000;

/**
 * Returns a function that returns one shared copy of all values with the same key, because many tokens have the same app, merchant or
 * scopes.
 */
function createShared<T>(): (key: string, value: T) => T {
  const table = new Map<string, T>();
  return (key, value) => {
    const known = table.get(key);
    if (known !== undefined) return known;
    if (table.size >= MAX_SHARED) table.clear();
    table.set(key, value);
    return value;
  };
}

/** Creates a cache that subscribes to the feed. The key of an entry is the digest of the token's whole text. */
export function createIntrospectionCache(options: IntrospectionCacheOptions): IntrospectionCache {
  const { feed, maxAgeMs, maxEntries, now = () => performance.now() } = options;
  const revocations = createRevocationIndex();
  const entries = new LRUCache<string, Entry>({ max: maxEntries });
  const shared = createShared<string>();
  const share = (text: string) => shared(text, text);
  const shareScopes = createShared<string[]>();
  const counts: CacheCounts = { hits: 0, misses: 0, bypassed: 0 };
  feed.subscribe(revocations);

  function findValid(token: string, seesTest: boolean): ActiveToken | null {
    const key = cacheKeyOf(token);
    const entry = entries.get(key);
    if (entry === undefined) return null;
    if (now() >= entry.staleAt || !revocations.isUnchangedSince(entry.tick, entry)) {
      entries.delete(key);
      return null;
    }
    entry.tick = revocations.tick();
    if (entry.test && !seesTest) return null;
    entry.validFor = Math.max(0, Math.floor((entry.endsAt - now()) * 1_000));
    return entry;
  }

  return {
    find(token, seesTest) {
      if (feed.ageMs() > maxAgeMs) {
        counts.bypassed++;
        return null;
      }
      const introspection = findValid(token, seesTest);
      counts[introspection === null ? "misses" : "hits"]++;
      return introspection;
    },
    startRead: () => ({ tick: revocations.tick(), at: now() }),
    put(token, introspection, { tick, at }) {
      // Refresh tokens are not cached, because no event reports their rotation.
      if (introspection.tokenKind !== "access" || !revocations.isUnchangedSince(tick, introspection)) return;
      const endsAt = Math.floor(at + introspection.validFor / 1_000);
      entries.set(cacheKeyOf(token), {
        ...introspection,
        clientId: share(introspection.clientId),
        merchantId: share(introspection.merchantId),
        installationId: share(introspection.installationId),
        accountId: share(introspection.accountId),
        scopes: shareScopes(introspection.scopes.join(" "), introspection.scopes),
        encoded: null,
        tick,
        endsAt,
        staleAt: Math.min(endsAt, Math.floor(at) + MAX_ENTRY_AGE_MS),
      });
    },
    get size() {
      return entries.size;
    },
    counts,
  };
}
