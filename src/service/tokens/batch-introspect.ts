import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { TokenDependencies } from "./dependencies.ts";
import { type Consistency, introspectTokens } from "./introspect-tokens.ts";
import type { Introspection } from "./introspection.ts";

export interface BatchIntrospectRequest {
  /** 1 to 1,000. */
  tokens: string[];
  consistency: Consistency;
}

const MAX_TOKENS = 1_000;

/** Introspects many tokens; the results are in the order of the request. @throws RequestError for too few or too many */
export async function batchIntrospect(
  deps: TokenDependencies,
  { tokens, consistency }: BatchIntrospectRequest,
  { caller }: Call,
): Promise<Introspection[]> {
  if (tokens.length === 0 || tokens.length > MAX_TOKENS) {
    throw new RequestError("invalid_argument", "BATCH_SIZE", `tokens must hold 1 to ${MAX_TOKENS} tokens.`);
  }
  return introspectTokens(deps, { tokens, hint: "", consistency }, caller);
}
