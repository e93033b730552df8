import { OAuthError } from "../../oauth/errors.ts";
import type { Call } from "../call.ts";
import type { TokenDependencies } from "./dependencies.ts";
import { type Consistency, introspectTokens } from "./introspect-tokens.ts";
import type { Introspection } from "./introspection.ts";

export interface IntrospectRequest {
  token: string;
  /** `token_type_hint`; may be empty. */
  tokenTypeHint: string;
  consistency: Consistency;
}

/** Introspects one token. @throws OAuthError for an empty token @see RFC 7662 §2 */
export async function introspect(
  deps: TokenDependencies,
  { token, tokenTypeHint: hint, consistency }: IntrospectRequest,
  { caller }: Call,
): Promise<Introspection> {
  if (token === "") throw new OAuthError("token_missing");
  const [introspection] = await introspectTokens(deps, { tokens: [token], hint, consistency }, caller);
  return introspection!;
}
