import type { Mutant } from "../mutant.ts";

/** Verified addresses, roles and quotas. */
// biome-ignore format: one line per mutant
export const ACCOUNT_MUTANTS: Mutant[] = [
  { id: "own-app-by-key", flaw: "an operator approves their own app with a service key", in: "checkAccess", replace: "caller.createdBy === developerId", by: "false", test: "by a service key that they created" },
  { id: "key-of-a-key-has-no-creator", flaw: "a service key created by a service key has no creator", in: "createServiceKey", replace: "call.actor?.accountId ?? call.caller.createdBy ?? null", by: "call.actor?.accountId ?? null", test: "and so do the keys that it creates" },
  { id: "bootstrap-key-acts-as-gateway", flaw: "the bootstrap key has web:act", in: "bootstrap", replace: "PLATFORM_PERMISSIONS", by: "PERMISSIONS", test: "without web:act and for 90 days" },
  { id: "role-by-unverified-address", flaw: "an account that signed up with another person's address becomes an operator", in: "setAccountRoles", drop: "requireVerified", test: "neither operator nor developer" },
  { id: "place-by-unverified-address", flaw: "an account that signed up with another person's address becomes a member", in: "upsertMembership", drop: "isHigherRole", test: "an account with an unverified e-mail cannot become a member" },
  { id: "owner-by-unverified-address", flaw: "an account that signed up with another person's address owns a new merchant", in: "createMerchant", drop: "requireVerified", test: "an account with an unverified e-mail cannot be the owner, except of its own test merchant" },
  { id: "app-for-unverified-address", flaw: "a service key creates an app for an account with an unverified e-mail", in: "createApp", replace: "requireVerified(change.app.developer)", by: "void change.app", test: "a service key cannot create an app for an unverified account" },
  { id: "unverified-submits", flaw: "an unverified developer submits an app", in: "submitApp", drop: "requireVerified", test: "a developer with an unverified e-mail cannot submit" },
  { id: "owner-invitation-verifies", flaw: "a merchant's owner verifies any address by inviting it", in: "isByPlatform", replace: '"OWNER"', by: "undefined", test: "neither verifies nor transfers an address" },
  { id: "mark-falls-on-another-address", flaw: "an operator verifies an address that has changed since it was checked", in: "markEmailVerified", drop: "toEmail", test: "rejects another address than the account's" },
  { id: "links-lose-their-memberships", flaw: "a takeover of an address moves memberships that the former account accepted by link", in: "MOVE_MEMBERSHIPS", replace: "and not m.by_link and", by: "and", test: "moves memberships granted to the address, but not test merchants and memberships accepted by link" },
  { id: "sign-ups-unlimited", flaw: "sign-ups from one address are unlimited", in: "countAddress", replace: "counted!.failures > limit", by: "counted!.failures > limit + 1_000", test: "an address above its quota is refused; another is not" },
  { id: "taken-emails-close-sign-up", flaw: "sign-up attempts with a taken e-mail consume the global quota", in: "countAttempt", replace: "counter.read", by: "counter.add", test: "with a taken e-mail do not use the total quota" },
  { id: "sign-ups-of-all-unlimited", flaw: "concurrent sign-ups exceed the global quota", in: "countAccount", replace: "signUpsPerHour", by: "signUpsPerHour + 1_000", test: "concurrent sign-ups do not exceed the total quota" },
  { id: "sign-ups-of-a-site-unlimited", flaw: "one IPv6 site signs up from each of its networks", in: "countAttempt", drop: "SITE", test: "of all networks of an IPv6 site share a quota" },
  { id: "authorizations-unlimited", flaw: "open authorization requests from one address are unlimited", in: "openLimit", replace: "address === null ? null : quotas.openAuthorizationsPerAddress", by: "null", test: "without a session are limited per address, and replace the oldest" },
  { id: "any-claim-is-verified", flaw: "`email_verified` is applied to an e-mail from another claim", in: "readClaims", replace: 'emailClaim === "email" ? readEmail(claims.email, claims.email_verified) : null', by: "readEmail(claims[emailClaim], claims.email_verified)", test: "an e-mail in another claim is not stored: `email_verified` applies to `email` only" },
  { id: "images-open-authorizations", flaw: "an image on another site opens interactions", in: "isEmbedded", condition: "document", is: false, test: "instead of a page: a page with 400" },
  { id: "flood-displaces-other-apps", flaw: "a flood for one app displaces the open authorizations of another", in: "evict", replace: "count(*) desc", by: "min(o.expires_at)", test: "of one app do not displace those of another app" },
  { id: "apps-counted-without-lock", flaw: "concurrent app creations exceed the quota", in: "create", replace: "tx.em.findOne(Account, active, { lockMode: LockMode.PESSIMISTIC_WRITE })", by: "tx.em.findOne(Account, active)", test: "limits sessions, also with concurrent calls" },
];
