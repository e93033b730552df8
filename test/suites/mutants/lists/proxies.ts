import type { Mutant } from "../mutant.ts";

/** Forward authentication and Envoy's external authorization. */
// biome-ignore format: one line per mutant
export const PROXY_MUTANTS: Mutant[] = [
  { id: "proxy-scope-unchecked", flaw: "a token without the required scope passes a proxy", in: "decideBearer", replace: "isWithin(required, token.scopes)", by: "true", test: "lacks one of the required scopes is 403" },
  { id: "proxy-inactive-passes", flaw: "an inactive token passes a proxy", in: "decideBearer", replace: "!token.active", by: "false", test: "an inactive token is 401 invalid_token" },
  { id: "proxy-first-of-two-tokens", flaw: "a proxy's second Authorization header is ignored", in: "parseBearer", replace: "values.length > 1", by: "false", test: "two Authorization headers are refused" },
  { id: "proxy-long-header", flaw: "an Authorization header of any length is parsed", in: "parseBearer", replace: "value.length > MAX_AUTHORIZATION", by: "false", test: "is 401 with the challenge and no identity" },
  { id: "proxy-unknown-scope", flaw: "a proxy that requires a misspelled scope answers 403", in: "authorizeRequest", replace: 'error?.error === "insufficient_scope"', by: "false", test: "gets 500 with a sentence, never 200 or 401" },
  { id: "proxy-client-query", flaw: "the client's query sets the required scopes", in: "forwardAuthRoute", replace: "NO_QUERY", by: "queryOf(request)", test: "is decided alike, at the path and below it" },
  { id: "proxy-scope-header-replaces", flaw: "a client's scope in the query replaces that of the header", in: "requiredScopes", replace: "[...query.getAll(SCOPE), ...(headers[REQUIRED_SCOPES] ?? [])]", by: "query.has(SCOPE) ? query.getAll(SCOPE) : (headers[REQUIRED_SCOPES] ?? [])", test: "a client cannot replace required scopes" },
  { id: "proxy-unknown-parameter", flaw: "a misspelled parameter of /forward-auth drops the required scopes", in: "requiredScopes", replace: "name !== SCOPE", by: "false", test: "gets 500 with a sentence, never 200 or 401" },
  { id: "proxy-two-keys", flaw: "of two service keys the client's may count", in: "callMetadata", replace: "keys.length !== 1", by: "keys.length === 0", test: "gets 500 with a sentence, never 200 or 401" },
  { id: "envoy-unknown-extension", flaw: "a misspelled key of context_extensions drops the required scopes", in: "headerNamesOf", replace: "!Object.hasOwn(IDENTITY_HEADERS, key)", by: "false", test: "in the proxy's configuration fails the check" },
  { id: "envoy-default-names-stay", flaw: "the client sends a default identity header that Envoy was told to rename", in: "okMessage", replace: "!used.has(name)", by: "false", test: "the default names are removed" },
];
