import type { OAuthCode } from "./errors.ts";

export type AuthorizeResponse =
  | { code: string; state: string; iss: string }
  | {
      error: OAuthCode;
      errorDescription: string;
      /** Null if missing or invalid in the request. */
      state: string | null;
      iss: string;
    };

/**
 * Builds the redirect to the app. `redirectUri` is validated and has no fragment; `state` is returned byte for byte, and
 * `iss` equals the metadata's issuer in every response.
 * @see RFC 6749 §4.1.2, §4.1.2.1, §3.1.2 (an existing query MUST be retained); RFC 9207 §2
 */
export function buildRedirect(redirectUri: string, response: AuthorizeResponse): string {
  const pairs: [string, string][] =
    "code" in response
      ? [["code", response.code]]
      : [
          ["error", response.error],
          ["error_description", response.errorDescription],
        ];
  if (response.state !== null) pairs.push(["state", response.state]);
  pairs.push(["iss", response.iss]);
  const added = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return redirectUri + separatorAfter(redirectUri) + added;
}

function separatorAfter(redirectUri: string): "?" | "&" | "" {
  if (!redirectUri.includes("?")) return "?";
  return redirectUri.endsWith("?") || redirectUri.endsWith("&") ? "" : "&";
}
