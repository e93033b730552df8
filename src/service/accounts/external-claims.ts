import { MEMBER_ROLES, type MemberRole } from "../../model/merchant.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import type { ClaimMatch, Claims, ExternalSettings } from "./external-provider.ts";
import { findEmailError, findNameError, toEmail } from "./fields.ts";

/** The account data in the configured claims. Claims of an unexpected form are ignored. */
export interface AccountClaims {
  /** Lower case; null unless the provider has verified it. */
  email: string | null;
  name: string | null;
  operator: boolean;
  /** Null if no claim is configured for the role. */
  developer: boolean | null;
  /** Role by merchant id. */
  memberships: ReadonlyMap<string, MemberRole>;
}

export function readClaims(claims: Claims, settings: ExternalSettings): AccountClaims {
  const { emailClaim, nameClaim, operator, developer, membershipClaim } = settings;
  return {
    email: emailClaim === "email" ? readEmail(claims.email, claims.email_verified) : null,
    name: readName(claims[nameClaim]),
    operator: operator !== null && matches(claims, operator),
    developer: developer === null ? null : matches(claims, developer),
    memberships: readMemberships(membershipClaim === null ? null : claims[membershipClaim]),
  };
}

/** `email_verified` applies to the claim `email` only. @see OpenID Connect Core 1.0 §5.1 */
function readEmail(email: unknown, verified: unknown): string | null {
  if (verified !== true || typeof email !== "string" || findEmailError(email) !== null) return null;
  return toEmail(email);
}

function readName(name: unknown): string | null {
  return typeof name === "string" && findNameError(name) === null ? name : null;
}

function matches(claims: Claims, { claim, value }: ClaimMatch): boolean {
  const actual = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return actual === value || (Array.isArray(actual) && actual.includes(value));
}

/** Parses `merchant_id:ROLE` entries; merchant ids contain no colon. The first entry of a merchant applies. */
function readMemberships(list: unknown): Map<string, MemberRole> {
  const memberships = new Map<string, MemberRole>();
  for (const entry of Array.isArray(list) ? list : []) {
    const [merchantId = "", role, ...rest] = typeof entry === "string" ? entry.split(":") : [];
    const isValid = isMerchantId(merchantId) && isRole(role) && rest.length === 0;
    if (isValid && !memberships.has(merchantId)) memberships.set(merchantId, role);
  }
  return memberships;
}

function isRole(text: string | undefined): text is MemberRole {
  return MEMBER_ROLES.some((role) => role === text);
}
