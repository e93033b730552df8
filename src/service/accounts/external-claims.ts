import { MEMBER_ROLES, type MemberRole } from "../../model/merchant.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import type { ClaimMatch, Claims, ExternalSettings } from "./external-provider.ts";
import { findEmailError, findNameError, toEmail } from "./fields.ts";

/** What the configured claims say of a person. Anything that is not configured, or not of the expected form, says nothing. */
export interface ClaimedPerson {
  /** Lower case; null unless the provider says that it has verified it. */
  email: string | null;
  name: string | null;
  operator: boolean;
  /** Null where no claim is configured for it. */
  developer: boolean | null;
  /** Role by merchant id. */
  memberships: ReadonlyMap<string, MemberRole>;
}

export function readPerson(claims: Claims, settings: ExternalSettings): ClaimedPerson {
  const { emailClaim, nameClaim, operator, developer, membershipClaim } = settings;
  return {
    email: emailClaim === "email" ? readEmail(claims.email, claims.email_verified) : null,
    name: readName(claims[nameClaim]),
    operator: operator !== null && holds(claims, operator),
    developer: developer === null ? null : holds(claims, developer),
    memberships: readMemberships(membershipClaim === null ? null : claims[membershipClaim]),
  };
}

/** `email_verified` speaks of the claim `email` alone. @see OpenID Connect Core 1.0 §5.1 */
function readEmail(email: unknown, verified: unknown): string | null {
  if (verified !== true || typeof email !== "string" || findEmailError(email) !== null) return null;
  return toEmail(email);
}

function readName(name: unknown): string | null {
  return typeof name === "string" && findNameError(name) === null ? name : null;
}

function holds(claims: Claims, { claim, value }: ClaimMatch): boolean {
  const held = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return held === value || (Array.isArray(held) && held.includes(value));
}

/** A merchant's id has no colon, so the last one separates the role. The first word on a merchant counts. */
function readMemberships(list: unknown): Map<string, MemberRole> {
  const memberships = new Map<string, MemberRole>();
  for (const entry of Array.isArray(list) ? list : []) {
    const [merchantId = "", role, ...more] = typeof entry === "string" ? entry.split(":") : [];
    const sound = isMerchantId(merchantId) && isRole(role) && more.length === 0;
    if (sound && !memberships.has(merchantId)) memberships.set(merchantId, role);
  }
  return memberships;
}

function isRole(text: string | undefined): text is MemberRole {
  return MEMBER_ROLES.some((role) => role === text);
}
