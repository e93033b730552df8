import type { AppScope, ReviewedFields } from "../../model/app.ts";

/** The fields that a developer writes and a reviewer reads. Fields of a draft may be empty. */
export interface AppProfile {
  name: string;
  purpose: string;
  website: string | null;
  supportContact: string | null;
  /** Absent in a request of an earlier release, which keeps the current URL. */
  privacyPolicy?: string | null;
  redirectUris: string[];
  scopes: AppScope[];
  launchUrl: string | null;
  webhookUrl: string | null;
  platformStart: boolean;
}

/** A profile with its logo, which SetLogo writes and which is reviewed with it. */
export interface ReviewedProfile extends AppProfile {
  privacyPolicy: string | null;
  logoDigest: string | null;
}

export function profileOf(row: ReviewedFields): ReviewedProfile {
  return {
    name: row.name,
    purpose: row.purpose,
    website: row.website ?? null,
    supportContact: row.supportContact ?? null,
    privacyPolicy: row.privacyPolicy ?? null,
    redirectUris: row.redirectUris,
    scopes: row.scopes.map(({ name, reason, required }) => ({ name, reason, required })),
    launchUrl: row.launchUrl ?? null,
    webhookUrl: row.webhookUrl ?? null,
    platformStart: row.platformStart,
    logoDigest: row.logoDigest ?? null,
  };
}

/** The requested profile with the fields of the current one that the request leaves out. */
export function completeProfile(
  requested: AppProfile,
  { privacyPolicy, logoDigest }: Pick<ReviewedProfile, "privacyPolicy" | "logoDigest">,
): ReviewedProfile {
  return { privacyPolicy, ...requested, logoDigest };
}

export function isSameProfile(left: ReviewedProfile, right: ReviewedProfile): boolean {
  return JSON.stringify(toFields(left)) === JSON.stringify(toFields(right));
}

// The fields in a fixed order, because equal profiles may have their properties in different orders.
function toFields(profile: ReviewedProfile): unknown[] {
  const scopes = profile.scopes.map(({ name, reason, required }) => [name, reason, required]);
  const { name, purpose, website, supportContact, redirectUris, launchUrl, webhookUrl, platformStart } = profile;
  const { privacyPolicy, logoDigest } = profile;
  const texts = [name, purpose, website, supportContact, privacyPolicy, launchUrl, webhookUrl, logoDigest];
  return [...texts, platformStart, redirectUris, scopes];
}
