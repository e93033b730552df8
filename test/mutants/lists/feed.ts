import type { Mutant } from "../mutant.ts";

const CACHE = "src/service/tokens/answer-cache.ts";
const CACHE_TEST = "test/service/tokens/cache.test.ts";
const HOT = "src/service/tokens/hot-answers.ts";
const MARKS = "src/service/tokens/revocation-marks.ts";

/** What is answered from memory, and what must not be any more. */
export const FEED_MUTANTS: Mutant[] = [
  {
    id: "cache-by-stale-feed",
    flaw: "a revoked token is active for as long as the feed stands still",
    file: CACHE,
    find: "if (feed.ageMs() > maxAgeMs) {",
    put: "if (feed.ageMs() === -1) {",
    test: [CACHE_TEST, "a feed that is too old is no ground to answer from"],
  },
  {
    id: "recall-by-stale-feed",
    flaw: "over gRPC a revoked token is active for as long as the feed stands still",
    file: CACHE,
    find: "if (feed.ageMs() > maxAgeMs) return null;",
    put: "",
    test: [CACHE_TEST, "a feed that is too old is no ground to answer from"],
  },
  {
    id: "cache-of-test-tokens",
    flaw: "a cached answer about a test merchant's token is given to keys that may not see it",
    file: CACHE,
    find: "if (answer === null || (answer.test && !seesTest)) return null;",
    put: "if (answer === null) return null;",
    test: [CACHE_TEST, "a cached answer about a test merchant's token is only for callers"],
  },
  {
    id: "cache-fill-beside-end",
    flaw: "an answer that was on its way when its token ended is kept",
    file: CACHE,
    find: "keep(token, answer, { tick, at }) {",
    put: "keep(token, answer, { at }) {\n      const tick = marks.now();",
    test: [CACHE_TEST, "a select that was sent before the end is answered and not kept"],
  },
  {
    id: "cache-deaf-to-marks",
    flaw: "a cached token outlives its revocation",
    file: HOT,
    find: "if (!marks.standsSince(this.#sent, this)) return false;",
    put: "",
    test: [CACHE_TEST, "every event that changes an answer reaches the cache"],
  },
  {
    id: "cache-of-refresh-tokens",
    flaw: "a rotated refresh token is active from memory",
    file: CACHE,
    find: 'if (answer.tokenKind !== "access" || !marks.standsSince(tick, answer)) return;',
    put: "if (!marks.standsSince(tick, answer)) return;",
    test: [CACHE_TEST, "inactive is never cached, nor a refresh token"],
  },
  {
    id: "cache-past-its-end",
    flaw: "a cached token outlives its expiry",
    file: HOT,
    find: "return now < this.#keptUntil;",
    put: "return true;",
    test: ["test/service/tokens/answer-cache.test.ts", "ends with its token, by the clock"],
  },
  {
    id: "worker-alone-hears",
    flaw: "what one worker has ended is active at the next connection to the same port",
    file: "src/app/ground.ts",
    find: "others === undefined ? [feed.read] : [feed.read, others.othersHear]",
    put: "[feed.read]",
    test: ["test/conformance/workers.test.ts", "no other worker behind the same port contradicts"],
  },
  {
    id: "marks-without-merchants",
    flaw: "an end of everything of a merchant does not reach what is cached",
    file: MARKS,
    find: '!isMarked("APP", clientId, sent) &&\n        !isMarked("MERCHANT", merchantId, sent)',
    put: '!isMarked("APP", clientId, sent)',
    test: ["test/service/tokens/revocation-marks.test.ts", "marks"],
  },
  {
    id: "marks-given-up",
    flaw: "marks that were given up let old answers live",
    file: MARKS,
    find: "floor = Math.max(floor, youngestOld);",
    put: "",
    test: ["test/service/tokens/revocation-marks.test.ts", "marks that are given up take along every answer"],
  },
  {
    id: "token-by-id-alone",
    flaw: "a token is found by its id and its secret not compared",
    file: "src/service/tokens/introspect.ts",
    find: "const matches = secretMatches(token.secret, row.digest);",
    put: "const matches = secretMatches(token.secret, row.digest) || true;",
    test: ["test/service/tokens/introspect.test.ts", "I2 unknown, malformed, expired, revoked and rotated tokens"],
  },
  {
    id: "half-a-digest",
    flaw: "a cached answer is given for another token with the same half of the digest",
    file: "src/service/tokens/answer-records.ts",
    find: "const DIGEST_WORDS = 8;",
    put: "const DIGEST_WORDS = 4;",
    test: ["test/service/tokens/answer-pages.test.ts", "take no token for another whose digest differs"],
  },
];
