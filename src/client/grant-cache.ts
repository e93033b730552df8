import { hash } from "node:crypto";
import type { Grant } from "./grant.ts";
import type { RevocationIndex } from "./revocation-index.ts";

/** Settings of the in-process grant cache. */
export interface CacheOptions {
  /** Maximum number of grants; defaults to 100,000. A grant takes about 1 KB. */
  maxEntries?: number;
  /**
   * Maximum age of the revocation data for a cache hit, in milliseconds; defaults to 1,000. With older data the introspector asks the
   * core, whose answers are at most `FEED_MAX_AGE` old.
   */
  maxAgeMs?: number;
  /** Maximum lifetime of a cached grant, in milliseconds; defaults to 300,000. */
  lifetimeMs?: number;
}

/** The options with their defaults. */
export function toCacheSettings(options: CacheOptions = {}): Required<CacheOptions> {
  const { maxEntries = 100_000, maxAgeMs = 1_000, lifetimeMs = 300_000 } = options;
  return { maxEntries, maxAgeMs, lifetimeMs };
}

interface Entry {
  grant: Grant;
  /** The result of `introspect`, created once so that a hit allocates no promise. */
  answer: Promise<Grant>;
  /** The position in the revocation index up to which the grant is known to be valid. */
  position: number;
  /** Expiry in clock milliseconds. */
  until: number;
}

/** A grant to cache. */
export interface Found {
  grant: Grant;
  /** The position of the revocation index before the introspection call. */
  position: number;
  /** Expiry of the cache entry in clock milliseconds. */
  until: number;
}

/** SHA-256 of a token, as the cache key: the cache holds no usable token. */
export type TokenDigest = string;

export function digestOf(token: string): TokenDigest {
  return hash("sha256", token, "latin1");
}

/**
 * Caches grants by token digest, in two generations of `maxEntries / 2`; the older one is evicted in bulk.
 * `find` returns an entry only if no received event affects it. The caller checks that the feed is fresh.
 */
export class GrantCache {
  readonly #revocations: RevocationIndex;
  readonly #half: number;
  #recent = new Map<TokenDigest, Entry>();
  #older = new Map<TokenDigest, Entry>();
  /** Number of entries invalidated by events. */
  dropped = 0;

  constructor(revocations: RevocationIndex, maxEntries: number) {
    this.#revocations = revocations;
    this.#half = Math.max(1, Math.floor(maxEntries / 2));
  }

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** The valid entry at `now` (clock milliseconds), or undefined. */
  find(digest: TokenDigest, now: number): Entry | undefined {
    let entry = this.#recent.get(digest);
    if (entry === undefined) {
      entry = this.#older.get(digest);
      if (entry === undefined) return undefined;
      this.#older.delete(digest);
      this.#put(digest, entry);
    }
    if (now < entry.until && this.#isUnrevoked(entry)) return entry;
    this.#recent.delete(digest);
    return undefined;
  }

  /** Caches a grant unless an event since `position` affects it. Returns whether it was cached. */
  keep(digest: TokenDigest, { grant, position, until }: Found): boolean {
    this.drop(digest);
    if (this.#revocations.affects(grant, position)) return false;
    this.#put(digest, { grant, answer: Promise.resolve(grant), position: this.#revocations.position, until });
    return true;
  }

  drop(digest: TokenDigest): void {
    this.#recent.delete(digest);
    this.#older.delete(digest);
  }

  clear(): void {
    this.#recent.clear();
    this.#older.clear();
  }

  /** Advances the entry's position, so that the next hit checks nothing unless an event arrives in between. */
  #isUnrevoked(entry: Entry): boolean {
    const { position } = this.#revocations;
    if (entry.position === position) return true;
    if (this.#revocations.affects(entry.grant, entry.position)) {
      this.dropped++;
      return false;
    }
    entry.position = position;
    return true;
  }

  #put(digest: TokenDigest, entry: Entry): void {
    if (this.#recent.size >= this.#half) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(digest, entry);
  }
}
