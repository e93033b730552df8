import { type BearerError, decideBearer, parseBearer, parseRequiredScopes, withoutToken } from "../../oauth/bearer.ts";
import { toScopeSet } from "../../oauth/scope.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { TokenDependencies } from "./dependencies.ts";
import { introspectTokens } from "./introspect-tokens.ts";
import type { ActiveToken } from "./introspection-cache.ts";
import type { ScopeNames } from "./scope-names.ts";

export interface AuthorizeDependencies {
  tokens: TokenDependencies;
  scopeNames: ScopeNames;
}

/** A request that a proxy has received for an API. */
export interface AuthorizeRequest {
  /** All values of the Authorization header. */
  authorization: readonly string[];
  /** Lists of scopes separated by spaces. The token needs the scopes of every list; without a list, any active token suffices. */
  requiredScopes: readonly string[];
}

export type RequestDecision = { kind: "granted"; token: ActiveToken } | { kind: "refused"; error: BearerError };

/**
 * Decides on a request to an API by its access token, from the introspection cache.
 * @throws RequestError for required scopes that are malformed or not in the catalogue: the proxy's configuration is wrong
 * @see RFC 6750 §3.1
 */
export async function authorizeRequest(
  { tokens, scopeNames }: AuthorizeDependencies,
  { authorization, requiredScopes }: AuthorizeRequest,
  { caller }: Call,
): Promise<RequestDecision> {
  const required = toScopeSet(requiredScopes.flatMap(readScopes));
  const credentials = parseBearer(authorization);
  if (credentials.kind !== "token") return { kind: "refused", error: withoutToken(credentials) };
  const request = { tokens: [credentials.token], hint: "", consistency: "minimize_latency" } as const;
  const [introspection] = await introspectTokens(tokens, request, caller);
  const token = introspection!;
  const error = decideBearer(token, required);
  if (error === null && token.active) return { kind: "granted", token };
  // A token that was granted has all required scopes, so only a refusal can be due to an unknown scope.
  if (error?.error === "insufficient_scope") await requireKnown(scopeNames, required);
  return { kind: "refused", error: error! };
}

function readScopes(text: string): readonly string[] {
  const scopes = parseRequiredScopes(text);
  if (scopes === null)
    throw wrongScopes("The required scopes are malformed: write at most 100 scopes, separated by single spaces.");
  return scopes;
}

async function requireKnown(scopeNames: ScopeNames, required: readonly string[]): Promise<void> {
  const unknown = await scopeNames.findUnknown(required);
  if (unknown !== null)
    throw wrongScopes(`The required scope ${unknown} is not in the catalogue: correct the configuration of the proxy.`);
}

function wrongScopes(message: string): RequestError {
  return new RequestError("invalid_argument", "REQUIRED_SCOPES", message);
}
