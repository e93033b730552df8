import type { FastifyRequest } from "fastify";
import { OAuthError } from "../../oauth/errors.ts";
import { bodyFormatOf } from "./body-format.ts";
import { readForm } from "./form.ts";
import { readJson } from "./json.ts";
import type { ReceivedParameters } from "./received.ts";
import { type Parameters, toSingleValued } from "./single-valued.ts";

/** Every parameter that means something at one of the POST routes, or would at another server. */
const OAUTH_PARAMETERS = new Set([
  "access_token",
  "assertion",
  "client_assertion",
  "client_assertion_type",
  "client_id",
  "client_secret",
  "code",
  "code_verifier",
  "grant_type",
  "merchant_id",
  "password",
  "redirect_uri",
  "refresh_token",
  "scope",
  "state",
  "token",
  "token_type_hint",
  "username",
]);

/** The query of a request's URL, one character for each byte; empty without one. */
export function queryOf({ raw }: FastifyRequest): string {
  const url = raw.url ?? "";
  const mark = url.indexOf("?");
  return mark === -1 ? "" : url.slice(mark + 1);
}

/** The parameters of a form or JSON body, as they came. */
export function receivedInBody({ raw, body }: FastifyRequest): ReceivedParameters {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  return bodyFormatOf(raw.headers) === "json" ? readJson(bytes) : readForm(bytes.toString("latin1"));
}

/**
 * The parameters of a request whose every parameter belongs into its body: URLs end up in logs and histories.
 * @throws OAuthError parameter_in_query, parameter_malformed, parameter_duplicated
 * @throws EdgeFault 400 for a body that cannot be read
 */
export function bodyParameters(request: FastifyRequest): Parameters {
  refuseQuery(request);
  return toSingleValued(receivedInBody(request));
}

function refuseQuery(request: FastifyRequest): void {
  const query = queryOf(request);
  if (query === "") return;
  const { pairs, malformed } = readForm(query);
  const misplaced = [...pairs.map(([name]) => name), ...malformed].filter((name) => OAUTH_PARAMETERS.has(name));
  if (misplaced.length === 0) return;
  // Names alone: the values are very likely secrets.
  request.log.warn({ parameters: misplaced }, "OAuth parameters in the query");
  throw new OAuthError("parameter_in_query");
}
