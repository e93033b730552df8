import type { TokenDependencies } from "./dependencies.ts";
import { endBefore } from "./end-before.ts";
import { createExchange } from "./exchange.ts";
import { createIntrospect } from "./introspect.ts";
import { createIssue } from "./issue.ts";
import type { TokenOperations } from "./operations.ts";
import { createRefresh } from "./refresh.ts";
import { createRevoke } from "./revoke.ts";
import { watchRevocations } from "./watch.ts";

/** The token operations over a store. */
export function createTokenOperations(deps: TokenDependencies): TokenOperations {
  return {
    issue: createIssue(deps),
    exchange: createExchange(deps),
    refresh: createRefresh(deps),
    revoke: createRevoke(deps),
    ...createIntrospect(deps),
    watchRevocations: (request, call) => watchRevocations(deps, request, call),
    endBefore: (request, call) => endBefore(deps, request, call),
  };
}
