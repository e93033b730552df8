import { hash } from "node:crypto";
import type { Caller } from "../../service/call.ts";

/** Who holds a key; null where the text is no key that stands. A storage fault is thrown. */
export type FindCaller = (key: string) => Promise<Caller | null> | Caller | null;

/** How keys are read and looked up; `Parsed` is what the reading yields. */
export interface ServiceKeys<Parsed> {
  /** Null for a text without the shape and the checksum of a service key: it is refused without a look-up. */
  parse(key: string): Parsed | null;
  find(parsed: Parsed): Promise<Caller | null>;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** For how long an answer may be used again, in milliseconds: a revoked key is refused everywhere after this time. */
export const KEY_CACHE_MS = 2_000;
const MAX_ENTRIES = 1_000;

interface Entry {
  caller: Caller;
  until: number;
}

/**
 * Looks service keys up, each at most once in `KEY_CACHE_MS`, so that a busy caller costs no round trip per call. Only keys that stand
 * are remembered, under the SHA-256 of their text, counted from the moment the look-up was sent; look-ups of one key that happen at
 * the same time are one.
 */
export function cachedServiceKeys<Parsed>(keys: ServiceKeys<Parsed>): FindCaller {
  const now = keys.now ?? (() => performance.now());
  const known = new Map<string, Entry>();
  const asked = new Map<string, Promise<Caller | null>>();

  const lookUp = async (digest: string, parsed: Parsed): Promise<Caller | null> => {
    const until = now() + KEY_CACHE_MS;
    const caller = await keys.find(parsed);
    if (caller === null) return null;
    if (known.size >= MAX_ENTRIES) known.clear();
    known.set(digest, { caller, until });
    return caller;
  };

  return (key) => {
    const digest = hash("sha256", key, "base64url");
    const entry = known.get(digest);
    if (entry !== undefined && now() < entry.until) return entry.caller;
    known.delete(digest);
    const pending = asked.get(digest);
    if (pending !== undefined) return pending;
    const parsed = keys.parse(key);
    if (parsed === null) return null;
    const answer = lookUp(digest, parsed).finally(() => asked.delete(digest));
    asked.set(digest, answer);
    return answer;
  };
}
