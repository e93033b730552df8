import type { Mutant } from "../mutant.ts";

/** Locks, compare-and-set, digests and rate limits. */
// biome-ignore format: one line per mutant
export const SERVICE_MUTANTS: Mutant[] = [
  { id: "code-not-locked", flaw: "read-then-write redemption: two requests see one unused code", in: "LOCK", replace: "authorization_code where id = any($1) order by id for update", by: "authorization_code where id = any($1) order by id", test: "times concurrently: one succeeds, and the replays revoke its family once" },
  { id: "refresh-not-locked", flaw: "read-then-write rotation: two requests see one unused refresh token", in: "LOCK", replace: "refresh_token where id = any($1) order by id for update", by: "refresh_token where id = any($1) order by id", test: "times concurrently: all get one pair" },
  { id: "salt-erased-by-outage", flaw: "the pair of a retry is lost while its window is still open after an outage", in: "ERASE", replace: '($1 + ${outageSince("issued_at")} / 1000000)', by: "$1", test: "keeps the salts of pairs that a retry may still get" },
  { id: "outage-noted-twice", flaw: "each replica that comes back notes the outage once more, and windows grow by all of them", in: "BEAT", replace: "1 for update", by: "1", test: "recovering replicas record one outage, and none while serving" },
  { id: "retry-elsewhere-unseen", flaw: "a retry from another address leaves no trace", in: "replay", drop: "noteRetryElsewhere", test: "is audited once, for any number of retries and addresses" },
  { id: "rotation-not-compared", flaw: "a second successor is written", in: "ROTATE", replace: "current_id = w.presented_id and f.ended_at", by: "ended_at", test: "S2 a second successor inserts no row" },
  { id: "rotation-of-the-ended", flaw: "a refresh that races a revocation slips past it", in: "ROTATE", replace: "presented_id and f.ended_at is null", by: "presented_id", test: "S2 a revoked family neither rotates nor accepts" },
  { id: "group-forgets-code", flaw: "two uses of a code inside one group commit", in: "redeem", drop: "batch.usedAt.set", test: "one code three times: the first gets tokens, the second revokes the family, the third is rejected" },
  { id: "group-forgets-end", flaw: "a family ended by one member of a group is alive to the next", in: "endReused", drop: "batch.families.get", test: "a reused token, then the current one: the second finds the family revoked" },
  { id: "code-by-id-alone", flaw: "a code is found by its id and its secret not compared", in: "decide", condition: "code.secret", is: true, test: "a code with a known id and a wrong secret is unknown, before and after its use" },
  { id: "retry-not-verified", flaw: "a derived pair is answered that is not the stored one", in: "recoverSuccessor", drop: "digest_differs", test: "a pair that cannot be derived again is a storage error and a log entry, not reuse, and changes nothing" },
  { id: "failures-not-counted", flaw: "brute force of client secrets is not limited", in: "toOAuthError", condition: "allow", is: true, test: "L6 failures are counted" },
  { id: "attempts-at-once", flaw: "parallel sign-ins slip past the limit", in: "judgeAttempt", replace: "refusing[0].key", by: "`${Math.random()}`", test: "C11 of 100 wrong passwords at once exactly 10 are tried" },
  { id: "strangers-lock-out", flaw: "ten wrong passwords from anywhere lock the account's owner out", in: "signInRules", replace: 'counterOf("sign_in", windows.signIn, subject, from)', by: 'counterOf("sign_in", windows.signIn, subject)', test: "strangers elsewhere lock nobody out" },
  { id: "known-browser-locked-out", flaw: "failures of strangers slow down a browser that has a session of the account", in: "signInRules", replace: "knownBy !== null", by: "knownBy === undefined", test: "past the account's limit guesses from any address keep" },
  { id: "account-at-full-speed", flaw: "guesses at one account from many addresses at once slip past its limit", in: "findRefusal", replace: '{ kind: "refused", retryAfter: RETRY_AFTER }', by: "null", test: "guesses from many addresses at once do not slip past" },
  { id: "successes-without-end", flaw: "one account that signs in without end is never slowed down", in: "isTooFast", replace: "count > MOST_PER_MINUTE", by: "count < 0", test: "one account with twelve sessions that signs in without end" },
  { id: "lanes-without-turns", flaw: "known browsers starve every other sign-in", in: "findNext", drop: "lastLane = at", test: "takes turns by lane and by key" },
  { id: "wider-networks-uncounted", flaw: "each /64 of an attacker's network goes before an address that never failed", in: "networksOf", replace: "toNetworkKeys(address)", by: "toNetworkKeys(address).slice(0, 1)", test: "the owner's clean address goes before networks" },
  { id: "any-session-is-known", flaw: "a session of any account makes a browser known for every account", in: "findOwnSession", condition: "actor.accountId", is: true, test: "a session of another account makes no browser known" },
  { id: "address-at-full-speed", flaw: "an address past its limit goes on trying passwords at full speed", in: "placeOf", replace: "isPast(limit, counts[refusing.length + at]!)", by: "limit === null && isPast(limit, counts[at]!)", test: "an address past its limit has one attempt at a time" },
  { id: "flood-goes-first", flaw: "a sign-in waits behind a flood that came before it", in: "firstOf", replace: "order <= 0", by: "best === undefined || order < 0", test: "1,500 attempts at once from as many addresses" },
  { id: "works-for-the-gone", flaw: "passwords are verified for callers who have gone", in: "add", drop: "addEventListener", test: "whose caller leaves is never begun" },
  { id: "argon2-without-cap", flaw: "new passwords are hashed beside the cap, so sign-ups starve sign-ins", in: "hashInQueue", replace: "limits.hash(call, () => hashPassword(password))", by: "hashPassword(password)", test: "every hash of a password is made under the cap" },
  { id: "address-by-digit", flaw: "an IPv6 client is a new one with each address of its network", in: "toNetworkKeys", replace: "!isIPv6(bare)", by: "bare !== null", test: "an IPv6 client is its /64" },
  { id: "absent-account-quick", flaw: "known e-mails are told by the time that a sign-in takes", in: "verifyAccount", drop: "deps.passwords.verifyAbsentAccount", test: "C11 unknown e-mail, wrong password, no password and suspension" },
];
