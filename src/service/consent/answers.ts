import { reachOf } from "../../oauth/app-state.ts";
import { buildRedirect } from "../../oauth/authorize-response.ts";
import { type OAuthReason, publicAnswerOf } from "../../oauth/errors.ts";
import { type PageReason, type PageTopic, pageTopicOf } from "../../oauth/page-reason.ts";
import { isRegisteredRedirectUri } from "../../oauth/redirect-uri.ts";
import type { ConsentAppRow } from "../../store/consent/consent-facts.ts";
import type { Actor } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { BeginOutcome } from "./records.ts";

const SENTENCES: Record<PageTopic, string> = {
  app: "The app is not known, or cannot be connected at the moment.",
  redirect_uri: "The redirect_uri is missing, or is not registered for the app.",
  install_token: "The install link is no longer valid. Start again from the install page.",
};

/** The page of a reason: what an outsider must not tell apart has one name and one sentence. */
export function pageOf(reason: PageReason): BeginOutcome & { kind: "page" } {
  const topic = pageTopicOf(reason);
  return { kind: "page", reason: topic, message: SENTENCES[topic] };
}

/** The way back to the app with an error. */
export function errorRedirect(
  issuer: string,
  to: { redirectUri: string; state: string | null },
  reason: OAuthReason,
): string {
  const { code, description } = publicAnswerOf(reason);
  return buildRedirect(to.redirectUri, { error: code, errorDescription: description, state: to.state, iss: issuer });
}

/** Refuses to send a browser where the app can no longer be reached, or no longer wants it. */
export function requireRedirectable(app: ConsentAppRow | null, redirectUri: string): ConsentAppRow {
  if (app === null || reachOf(app.state) === "none" || !isRegisteredRedirectUri(redirectUri, app)) throw appRefused();
  return app;
}

/**
 * True if the app is there for an account: an unreviewed one is for its developer alone, the one account that it works for. Nobody else is
 * shown its name, or sent back to it with an error; else whoever signs up could make this origin send people to any address.
 */
export function isThereFor(app: ConsentAppRow, { accountId }: Actor): boolean {
  return reachOf(app.state) === "live" || app.developerId === accountId;
}

/** The app cannot be connected any more: a page, with no way back to the app. */
export function appRefused(): RequestError {
  return new RequestError("failed_precondition", "APP_REFUSED", "The app cannot be connected at the moment.");
}
