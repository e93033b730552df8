import { hash } from "node:crypto";
import type { Caller } from "../../service/call.ts";

/** Finds the caller of a service key; null for an invalid or revoked key. Throws storage errors. */
export type FindCaller = (key: string) => Promise<Caller | null> | Caller | null;

/** Parses and finds service keys. */
export interface ServiceKeys<Parsed> {
  /** Null if the format or the checksum is wrong. Such a key is rejected without a lookup. */
  parse(key: string): Parsed | null;
  find(parsed: Parsed): Promise<Caller | null>;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/** The lifetime of a cached key in milliseconds: the longest time that a revoked key is still accepted. */
export const KEY_CACHE_MS = 2_000;
const MAX_ENTRIES = 1_000;

interface Entry {
  caller: Caller;
  until: number;
}

/**
 * Caches valid service keys for `KEY_CACHE_MS`, measured from the start of the lookup, under the SHA-256 of their text. Concurrent
 * lookups of one key are deduplicated. Invalid keys are not cached.
 */
export function cachedServiceKeys<Parsed>(keys: ServiceKeys<Parsed>): FindCaller {
  const now = keys.now ?? (() => performance.now());
  const cached = new Map<string, Entry>();
  const pending = new Map<string, Promise<Caller | null>>();

  const lookUp = async (digest: string, parsed: Parsed): Promise<Caller | null> => {
    const until = now() + KEY_CACHE_MS;
    const caller = await keys.find(parsed);
    if (caller === null) return null;
    if (cached.size >= MAX_ENTRIES) cached.clear();
    cached.set(digest, { caller, until });
    return caller;
  };

  return (key) => {
    const digest = hash("sha256", key, "base64url");
    const entry = cached.get(digest);
    if (entry !== undefined && now() < entry.until) return entry.caller;
    cached.delete(digest);
    const lookup = pending.get(digest);
    if (lookup !== undefined) return lookup;
    const parsed = keys.parse(key);
    if (parsed === null) return null;
    const started = lookUp(digest, parsed).finally(() => pending.delete(digest));
    pending.set(digest, started);
    return started;
  };
}
