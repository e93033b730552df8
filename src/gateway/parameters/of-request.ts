import { isAscii } from "node:buffer";
import type { FastifyRequest } from "fastify";
import { queryIn, type ReceivedParameters } from "../../http/form.ts";
import { OAuthError } from "../../oauth/errors.ts";
import { bodyFormatOf, unsupported } from "./body-format.ts";
import { readJson } from "./json.ts";
import { readForm } from "./received.ts";
import { type Parameters, toSingleValued } from "./single-valued.ts";

/**
 * The registered OAuth parameters and those of Latchkey. A POST with one of them in its query is rejected.
 * @see RFC 6749 §11.2 and the registry's later entries: RFC 7636, 7009, 7521, 8628, 8693, 8707, 9101, 9396, 9449, OpenID Connect
 */
const OAUTH_PARAMETERS = new Set(
  [
    "access_token client_id client_secret code error error_description error_uri expires_in grant_type password",
    "redirect_uri refresh_token response_type scope state token token_type username",
    "assertion client_assertion client_assertion_type code_challenge code_challenge_method code_verifier token_type_hint",
    "actor_token actor_token_type audience device_code issued_token_type requested_token_type resource subject_token subject_token_type",
    "authorization_details dpop_jkt iss request request_uri response_mode user_code",
    "acr_values claims claims_locales display id_token id_token_hint login_hint max_age nonce prompt registration session_state ui_locales",
    "install_token merchant_hint merchant_id",
  ].flatMap((line) => line.split(" ")),
);

/** The query of the request's URL as a latin1 string; empty if it has none. */
export function queryOf({ raw }: FastifyRequest): string {
  return queryIn(raw.url ?? "");
}

/** The unvalidated parameters of a form or JSON body. @throws HttpError 400, 415 */
export function receivedInBody({ raw, body }: FastifyRequest): ReceivedParameters {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const format = bodyFormatOf(raw.headers);
  if (format === "ascii form" && !isAscii(bytes)) throw unsupported();
  return format === "json" ? readJson(bytes) : readForm(bytes.toString("latin1"));
}

/**
 * The parameters of a body. Rejects OAuth parameters in the query: URLs end up in logs and browser histories.
 * @throws OAuthError parameter_in_query, parameter_malformed, parameter_duplicated
 * @throws HttpError 400 for a malformed body
 */
export function bodyParameters(request: FastifyRequest): Parameters {
  rejectOAuthParametersInQuery(request);
  return toSingleValued(receivedInBody(request));
}

function rejectOAuthParametersInQuery(request: FastifyRequest): void {
  const query = queryOf(request);
  if (query === "") return;
  const { pairs, malformed } = readForm(query);
  const misplaced = [...pairs.map(([name]) => name), ...malformed].filter((name) => OAUTH_PARAMETERS.has(name));
  if (misplaced.length === 0) return;
  // Logs names only: the values may be secrets.
  request.log.warn({ parameters: misplaced }, "OAuth parameters in the query");
  throw new OAuthError("parameter_in_query");
}
