import { createHash } from "node:crypto";
import type { App, AppProfile } from "../../../../gen/latchkey/v1/app_service_pb.ts";

/**
 * A digest of each field of the stored app, as a query string. The form sends those of the app that it was filled from, because the core
 * keeps no earlier drafts to compare with.
 * @param profile the profile to edit
 */
export function digestsOf(app: App | null, profile: AppProfile): string {
  if (app === null) return "";
  const { name, purpose, website, supportContact, privacyPolicy, redirectUris, scopes, launchUrl, platformStart } =
    profile;
  const fields = {
    name,
    purpose,
    logo: app.pending?.logoDigest ?? app.logoDigest,
    website,
    support_contact: supportContact,
    privacy_policy: privacyPolicy ?? "",
    redirect_uris: redirectUris,
    scopes: scopes.map(({ name: scope, reason, optional }) => JSON.stringify([scope, reason, optional])).toSorted(),
    launch_url: launchUrl,
    platform_start: platformStart,
    refresh_mode: app.refreshMode,
  };
  const digests = Object.entries(fields).map(([field, value]) => [field, digestOf(JSON.stringify(value))]);
  return new URLSearchParams(digests).toString();
}

/** The fields whose stored values differ, in the order of the form. */
export function changedFields(opened: string, now: string): string[] {
  const before = new URLSearchParams(opened);
  const isChanged = ([field, digest]: readonly [string, string]) => before.has(field) && before.get(field) !== digest;
  return [...new URLSearchParams(now)].filter(isChanged).map(([field]) => field);
}

function digestOf(value: string): string {
  return createHash("sha256").update(value).digest("base64url").slice(0, 8);
}
