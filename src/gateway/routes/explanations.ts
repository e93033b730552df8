import type { FastifyInstance } from "fastify";
import type { ErrorCode } from "../error-answer.ts";

const PATH = "/docs/errors";

// What it means, and what to change. Served as it stands, so it is HTML: no `<`, `&` or quotes in it but those meant.
const EXPLANATIONS: Record<ErrorCode, string> = {
  invalid_request:
    "The request is not well formed: a parameter is missing, included twice, of a wrong type or in the wrong place, or HTTP itself refuses it. Correct the request; sending it again unchanged will not help.",
  invalid_client:
    "The app is unknown, may not use the service at this time, or did not prove who it is. Send client_id and client_secret either in the body or with HTTP Basic, not both; an app without a secret sends client_id alone.",
  invalid_grant:
    "The authorization code or refresh token is invalid, expired, already used or revoked, or belongs to another app, redirect_uri or code_verifier. Start the authorization again.",
  unauthorized_client:
    "The app may not do this: the token belongs to another app, the app has no secret to prove an uninstall with, or the merchant or the installation is suspended. After a suspension the same refresh token works again.",
  unsupported_grant_type: "grant_type must be authorization_code or refresh_token.",
  unsupported_response_type: "response_type must be code, or left out.",
  invalid_scope:
    "The scope is missing or malformed, is not registered for the app, or is wider than what was granted. Ask for registered scopes, separated by single spaces.",
  access_denied: "The merchant declined, or the person who was signed in may not connect apps to this merchant.",
  request_not_supported: "The parameter request is not supported. Send the parameters themselves.",
  request_uri_not_supported: "The parameter request_uri is not supported. Send the parameters themselves.",
  temporarily_unavailable:
    "The service cannot answer at the moment, or there were too many failed attempts. Wait as long as the header Retry-After says and send the same request again; a refresh is safe to repeat.",
  server_error: "The service met an error of its own. Try again later, and name the request_id to the platform.",
  invalid_token: "The service key is missing, malformed, expired or revoked. Send it as Authorization: Bearer.",
  insufficient_scope: "The service key is good but lacks the right for this request.",
};

/**
 * The address of the paragraph about a code, for `error_uri`.
 * @param origin PUBLIC_URL
 */
export function explanationOf(code: ErrorCode, origin: string): string {
  return `${origin}${PATH}#${code}`;
}

/** The page behind every `error_uri`: one paragraph for each code. */
export function addExplanations(app: FastifyInstance): void {
  const paragraphs = Object.entries(EXPLANATIONS).map(
    ([code, text]) => `<dt id="${code}"><code>${code}</code></dt>\n<dd>${text}</dd>`,
  );
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors</title>
</head>
<body>
<h1>Errors</h1>
<p>Every error answer has a <code>request_id</code>; name it when you ask the platform for help.</p>
<dl>
${paragraphs.join("\n")}
</dl>
</body>
</html>
`;
  app.get(PATH, { exposeHeadRoute: true }, (_request, reply) =>
    reply
      .header("content-type", "text/html; charset=utf-8")
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
      .header("referrer-policy", "no-referrer")
      .send(page),
  );
}
