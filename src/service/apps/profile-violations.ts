import type { AppScope } from "../../model/app.ts";
import type { Scope } from "../../model/scope.ts";
import { findAddressError, findRegistrationErrors, REDIRECT_URI_ADVICE } from "../../oauth/redirect-uri.ts";
import type { FieldViolation } from "../errors.ts";
import { validateText } from "../text-validation.ts";
import { violation } from "../violations.ts";
import type { AppProfile } from "./profile.ts";

/** The facts that a profile is checked against. */
export interface ProfileFacts {
  /** True if the app has a secret. */
  confidential: boolean;
  publicUrlIsLoopback: boolean;
  /** The entries of the scope catalogue for the profile's scopes. */
  catalogue: readonly Pick<Scope, "name" | "retiredAt">[];
  /** Scopes that the app has already. They stay valid when they are retired. */
  kept: ReadonlySet<string>;
  /** True requires all fields that a review needs; false for a draft. */
  complete: boolean;
}

const MAX_REDIRECT_URIS = 20;
const MAX_SCOPES = 100;

export function findProfileViolations(profile: AppProfile, facts: ProfileFacts): FieldViolation[] {
  const min = facts.complete ? 1 : 0;
  return [
    ...violation("profile.name", validateText(profile.name, { min, max: 60 })),
    ...violation("profile.purpose", validateText(profile.purpose, { min, max: 1000, multiline: true })),
    ...violation("profile.website", findHttpsError(profile.website)),
    ...violation("profile.support_contact", findContactError(profile.supportContact)),
    ...violation("profile.privacy_policy", findHttpsError(profile.privacyPolicy ?? null)),
    ...violation("profile.launch_url", findLaunchError(profile.launchUrl, facts)),
    ...violation("profile.webhook_url", findHttpsError(profile.webhookUrl)),
    ...findRedirectViolations(profile.redirectUris, facts),
    ...findScopeViolations(profile.scopes, facts),
  ];
}

// Uses the check for redirect URIs, so that one parser reads all URLs. It also excludes user names and fragments.
function findHttpsError(url: string | null): Violation | null {
  const error = url === null ? null : findAddressError(url, { confidential: true, publicUrlIsLoopback: false });
  return error === null ? null : NOT_HTTPS;
}

function findLaunchError(url: string | null, { publicUrlIsLoopback }: ProfileFacts): Violation | null {
  const error = url === null ? null : findAddressError(url, { confidential: true, publicUrlIsLoopback });
  return error === null ? null : NOT_HTTPS;
}

type Violation = Omit<FieldViolation, "field">;

const NOT_HTTPS: Violation = { reason: "NOT_HTTPS", description: "Use an https URL without user name and fragment." };
const NOT_CONTACT: Violation = { reason: "NOT_CONTACT", description: "Use an https URL or an e-mail address." };
const TWICE: Violation = { reason: "TWICE", description: "It is listed twice." };

const EMAIL = /^[^\s@<>"(),;:\\]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+$/;

function findContactError(contact: string | null): Violation | null {
  if (contact === null || (contact.length <= 254 && EMAIL.test(contact))) return null;
  return findHttpsError(contact) === null ? null : NOT_CONTACT;
}

function findRedirectViolations(uris: readonly string[], facts: ProfileFacts): FieldViolation[] {
  const field = "profile.redirect_uris";
  if (uris.length > MAX_REDIRECT_URIS) return tooMany(field, `At most ${MAX_REDIRECT_URIS} redirect URIs.`);
  if (uris.length === 0) return facts.complete ? required(field, "At least one redirect URI.") : [];
  return uris.flatMap((uri, at) => {
    const errors = findRegistrationErrors(uri, facts);
    if (errors.length === 0) return violation(`${field}[${at}]`, uris.indexOf(uri) < at ? TWICE : null);
    return errors.flatMap((reason) =>
      violation(`${field}[${at}]`, { reason, description: REDIRECT_URI_ADVICE[reason] }),
    );
  });
}

function tooMany(field: string, description: string): FieldViolation[] {
  return violation(field, { reason: "TOO_MANY", description });
}

function required(field: string, description: string): FieldViolation[] {
  return violation(field, { reason: "REQUIRED", description });
}

function findScopeViolations(scopes: readonly AppScope[], facts: ProfileFacts): FieldViolation[] {
  const field = "profile.scopes";
  if (scopes.length > MAX_SCOPES) return tooMany(field, `At most ${MAX_SCOPES} scopes.`);
  if (scopes.length === 0) return facts.complete ? required(field, "At least one scope.") : [];
  const min = facts.complete ? 1 : 0;
  return scopes.flatMap((scope, at) => [
    ...violation(`${field}[${at}].name`, findScopeError(scopes, at, facts)),
    ...violation(`${field}[${at}].reason`, validateText(scope.reason, { min, max: 300, multiline: true })),
  ]);
}

function findScopeError(scopes: readonly AppScope[], at: number, facts: ProfileFacts): Violation | null {
  const { name } = scopes[at]!;
  const entry = facts.catalogue.find((scope) => scope.name === name);
  if (entry === undefined) return { reason: "UNKNOWN", description: "There is no such scope in the catalogue." };
  if (entry.retiredAt != null && !facts.kept.has(name)) {
    return { reason: "RETIRED", description: "This scope is retired: no app may register it any more." };
  }
  return scopes.findIndex((scope) => scope.name === name) < at ? TWICE : null;
}
