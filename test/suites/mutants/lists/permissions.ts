import type { Mutant } from "../mutant.ts";

/** Sessions, consent, permissions and retention. */
// biome-ignore format: one line per mutant
export const PERMISSION_MUTANTS: Mutant[] = [
  { id: "session-fixation", flaw: "session fixation: the session from before a sign-in stays valid", in: "startSession", drop: "endSession", test: "C10 every sign-in creates a new session and ends the call's previous one" },
  { id: "sign-in-races-password", flaw: "a sign-in with the old password succeeds during a password change", in: "OPEN", replace: "password_hash = $5", by: "$5 <> ''", test: "a concurrent sign-in with the old password gets no session" },
  { id: "external-by-email", flaw: "an external identity takes over the account with its e-mail", in: "giveEmail", drop: "tx.em.count", test: "the verified e-mail of another account is not assigned: the identity gets its own account" },
  { id: "names-unfolded", flaw: "a name with confusable characters of another script raises no warning", in: "foldVariant", replace: "[unhomoglyph(bare.toLowerCase()), unhomoglyph(bare).toLowerCase()]", by: "[bare.toLowerCase()].filter(() => unhomoglyph)", test: "share a skeleton" },
  { id: "names-shown-to-developers", flaw: "a developer sees names of other developers' drafts", in: "getApp", replace: "forPlatform ? similarNamesOf(deps, details) : []", by: "similarNamesOf(deps, details)", test: "are reported to reviewers only" },
  { id: "refused-scope-returns", flaw: "an app gets a restricted scope that it was refused", in: "RESTRICT", replace: "and not restricted_scopes_refused @> array[$1::text] as", by: "as", test: "is lost by apps that were refused it and kept by those" },
  { id: "consent-without-csrf", flaw: "a consent form from another origin is accepted", in: "requireCsrf", replace: "if (pageDigest !== null) return pageDigest;", by: 'return pageDigest ?? csrfToken.slice(csrfToken.indexOf(".") + 1);', test: "C1 CSRF" },
  { id: "consent-to-another-page", flaw: "an approval covers a scope or a merchant that the page did not show", in: "requireUnchangedPage", replace: "isUnchanged(MERCHANT_CHOICE)", by: "merchantId", test: "the content of the page changed" },
  { id: "consent-merchant-derived", flaw: "consent applies to the only remaining merchant instead of the one that the page showed", in: "readApproval", replace: "isSame ? onlyMerchant(consent)?.merchantId : undefined", by: "onlyMerchant(consent)?.merchantId", test: "an outdated consent page" },
  { id: "approve-twice", flaw: "one approval issues two codes", in: "decideInteraction", drop: "used", test: "a second approve is FAILED_PRECONDITION" },
  { id: "operator-only", flaw: "an account without the operator role revokes all tokens", in: "requireOperator", drop: "permission_denied", test: "requires an operator if there is a session" },
  { id: "every-side", flaw: "cross-tenant: an account acts on installations that are not its own", in: "findAccess", replace: "actor === null", by: "actor !== undefined", test: "S4 other parties are refused" },
  { id: "key-without-permission", flaw: "any service key may call any RPC", in: "entersByPermission", replace: "access.permission !== null && caller.permissions.has(access.permission)", by: "access.permission !== null", test: "admission by key, permission and session" },
  { id: "session-passed-over", flaw: "a key with a permission ignores the session of the call", in: "findActor", drop: "web:act", test: "admission by key, permission and session" },
  { id: "address-believed", flaw: "any caller can set the client address of a request", in: "addressFrom", drop: "tokens:forward", test: "is ignored from other callers" },
  { id: "checksum-ignored", flaw: "a token with a wrong checksum costs a database lookup", in: "parseToken", drop: "isChecksumOf", test: "one wrong character is detected without the database" },
  { id: "secrets-in-logs", flaw: "tokens in log lines", in: "redactLine", replace: ".replace(TOKENS, `$1${CENSORED}`)", by: "", test: "S1 no secret appears in the log" },
  { id: "write-behind-drops-locked-rows", flaw: "a value is lost when another transaction locks its row", in: "writeBatch", replace: "unwritten.includes(id)", by: "!id", test: "writes the values of locked rows again" },
  { id: "retention-without-lease", flaw: "a retention run continues after another process has taken its lease", in: "removeBatch", replace: "(await extendLease(query, lease)) ? run.remove(query) : null", by: "(await extendLease(query, lease), run.remove(query))", test: "a run that has lost its lease" },
  { id: "retention-forgets-used-codes", flaw: "a used code is removed before its family, and its replay revokes nothing", in: "RULES", replace: '"not exists (select from token_family f where f.id = k.id)"', by: '"true"', test: "a code replayed after a month" },
  { id: "retention-of-a-removed-family", flaw: "the replay of a code whose family was removed publishes a revocation", in: "openBatch", replace: "!active.has(id)", by: "families.some((family) => family.id === id) && !active.has(id)", test: "a code whose family is removed is rejected without an event or audit entry" },
  { id: "retention-without-walk", flaw: "expired tokens behind unexpired ones are never removed", in: "continueScan", replace: 'phase: "continued", fromId: from, place: from', by: 'phase: "done", fromId: from, place: from', test: "finds expired rows behind rows that have not expired" },
  { id: "retention-drops-live-rows", flaw: "a partition is dropped although one of its tokens has not expired", in: "isDue", replace: "chunk!.undue || ", by: "", test: "S3 with a first undue row behind thousands that are due" },
  { id: "retention-drops-detached", flaw: "a detached partition is dropped although one of its tokens has not expired", in: "dropDue", condition: "await check(name)", is: true, test: "not if a detached table still has live rows" },
  { id: "partitions-not-pruned", flaw: "each token lookup searches every partition", in: "within", replace: "between $${lowest} and $${lowest + 1}", by: "between $${lowest} and $${lowest + 1} or true", test: "a statement for tokens of one week reads one partition of 26" },
  { id: "retention-waits-for-locks", flaw: "the removal of expired rows waits for rows that requests have locked", in: "remove", replace: "update skip locked", by: "update", test: "a later run removes an expired row that a request had locked" },
];
