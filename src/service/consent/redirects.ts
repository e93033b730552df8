import { reachOf } from "../../oauth/app-state.ts";
import { buildRedirect } from "../../oauth/authorize-response.ts";
import { type OAuthReason, publicAnswerOf } from "../../oauth/errors.ts";
import { isRegisteredRedirectUri } from "../../oauth/redirect-uri.ts";
import type { ConsentApp } from "../../store/consent/consent-facts.ts";
import { teamRoleOf } from "../authorization.ts";
import type { Actor } from "../call.ts";
import { RequestError } from "../errors.ts";

/** Builds the redirect URI with an error. @see RFC 6749 §4.1.2.1 */
export function errorRedirect(
  issuer: string,
  to: { redirectUri: string; state: string | null; scope?: string | null },
  reason: OAuthReason,
): string {
  const { code: error, description } = publicAnswerOf(reason);
  const errorDescription = to.scope ? `The scope ${to.scope} is not registered for this app.` : description;
  return buildRedirect(to.redirectUri, { error, errorDescription, state: to.state, iss: issuer });
}

interface Redirect {
  redirectUri: string;
  /** True if the page of the app was shown to the account. Then the error names an app that was suspended since. */
  shown: boolean;
}

/** Returns the app. @throws RequestError APP_REFUSED if the app is not reachable or no longer registers the URI */
export function requireRedirectable(app: ConsentApp | null, { redirectUri, shown }: Redirect): ConsentApp {
  if (shown && app?.state === "SUSPENDED") {
    throw appRefused({ app_state: "suspended", app_name: app.name, developer_name: app.developerName });
  }
  if (app === null || reachOf(app.state) === "none" || !isRegisteredRedirectUri(redirectUri, app)) throw appRefused();
  return app;
}

/**
 * True if the account may see the app. An unapproved app is visible to its developer's team only: otherwise any account could register an
 * app and use this service as an open redirector.
 */
export function isVisibleTo(app: ConsentApp, actor: Actor): boolean {
  return reachOf(app.state) === "live" || teamRoleOf(actor, app.developerId) !== null;
}

/** The error of an app that can no longer be connected. It is shown as a page and never redirected. */
export function appRefused(metadata: Record<string, string> = {}): RequestError {
  return new RequestError("failed_precondition", "APP_REFUSED", "The app cannot be connected at this time.", {
    metadata,
  });
}
