import type { App, AppProfile } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { digestsOf } from "../../components/opened-fields.ts";

/**
 * The digests of the fields of an app; empty without one.
 * @param profile the profile to edit
 */
export function digestsOfApp(app: App | null, profile: AppProfile): string {
  if (app === null) return "";
  const { name, purpose, website, supportContact, privacyPolicy, redirectUris, scopes, launchUrl, platformStart } =
    profile;
  return digestsOf({
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
  });
}
