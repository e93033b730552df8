import type { Mutant } from "../mutant.ts";

/** The core's introspection cache and the feed. */
// biome-ignore format: one line per mutant
export const CACHE_MUTANTS: Mutant[] = [
  { id: "cache-by-stale-feed", flaw: "a revoked token stays active while the feed is unreadable", in: "find", replace: "feed.ageMs() > maxAgeMs", by: "feed.ageMs() === -1", test: "the cache is bypassed while the feed is older than FEED_MAX_AGE" },
  { id: "cache-of-test-tokens", flaw: "a cached token of a test merchant is visible to keys without the permission", in: "findValid", condition: "entry.test", is: false, test: "a cached token of a test merchant is a miss for callers without tokens:introspect_test" },
  { id: "cache-fill-after-revocation", flaw: "an introspection read before a revocation is cached after it", in: "put", replace: "tick, at }) {", by: "at }) {\n      const tick = revocations.tick();", test: "their result is returned and not cached" },
  { id: "cache-without-revocations", flaw: "a cached token outlives its revocation", in: "findValid", replace: "|| !revocations.isUnchangedSince(entry.tick, entry)", by: "", test: "every event that changes an introspection invalidates the entry" },
  { id: "cache-of-refresh-tokens", flaw: "a rotated refresh token stays active in the cache", in: "put", condition: "access", is: false, test: "inactive tokens and refresh tokens are never cached" },
  { id: "cache-past-expiry", flaw: "a cached token outlives its expiry", in: "findValid", replace: "now() >= entry.staleAt ||", by: "", test: "a cached token expires by the monotonic clock" },
  { id: "worker-cache-without-sync", flaw: "a token revoked at one worker is active at another worker of the same port", in: "syncAll", condition: "parent === undefined", is: true, test: "no worker behind the same port returns active" },
  { id: "revocations-without-merchants", flaw: "the revocation of a merchant's tokens does not reach the cache", in: "isUnchangedSince", replace: '!isChanged("MERCHANT", merchantId, since)', by: "true", test: "changes a token that was read before, and none that is read afterwards" },
  { id: "dropped-revocations", flaw: "revoked tokens are active after their entry is evicted from the revocation index", in: "dropOlderHalf", drop: "Math.max", test: "dropped subjects count as changed for every token that was read before them" },
  { id: "token-by-id-alone", flaw: "a token is looked up by its id without comparing its secret", in: "decideIntrospection", replace: "secretMatches(token.secret, row.digest)", by: "secretMatches(token.secret, row.digest) || true", test: "I2 unknown, malformed, expired, revoked and rotated tokens" },
  { id: "cache-by-id", flaw: "the cache finds a token by its id and accepts any secret", in: "findValid", replace: "cacheKeyOf(token)", by: "[...entries.keys()][0]!", test: "a token with the id of a cached one and another secret is a miss" },
  { id: "cursor-without-event", flaw: "a client continues from a cursor that names another event after a failover", in: "after", replace: "this.#eventIdAt(from.cursor) === from.eventId", by: "true", test: "a client gets a reset after a failover to a primary with other events" },
  { id: "head-without-event", flaw: "a client at the head of a lost history continues without a reset", in: "after", replace: "isKnown && behind === 0", by: "behind === 0", test: "resets a position with the same epoch and cursor but another event id" },
  { id: "epoch-without-audit", flaw: "a reset of every cache leaves no audit event", in: "beginEpoch", replace: "epoch === null ? [] : [appendAudit([row])]", by: "[]", test: "is audited once" },
];
