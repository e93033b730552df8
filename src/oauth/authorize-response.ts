import type { OAuthCode } from "./errors.ts";

export type AuthorizeResponse =
  | { code: string; state: string; iss: string }
  | {
      error: OAuthCode;
      errorDescription: string;
      /** Null where the request sent none that may go back. */
      state: string | null;
      iss: string;
    };

/**
 * The address that takes the browser back to the app. `redirectUri` is the validated one, without fragment; its own query stays as it is.
 * `state` comes back byte for byte; `iss` is the issuer exactly as in the metadata, on success and error alike.
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
