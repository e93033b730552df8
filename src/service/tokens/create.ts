import type { TokenDependencies } from "./dependencies.ts";
import { endBefore } from "./end-before.ts";
import { createExchange } from "./exchange.ts";
import { batchIntrospect, introspect } from "./introspect.ts";
import { createIssue } from "./issue.ts";
import type { TokenOperations } from "./operations.ts";
import { createRefresh } from "./refresh.ts";
import { createRevoke } from "./revoke.ts";
import { watchRevocations } from "./watch.ts";

/** The token operations over a store. Nothing is cached: until the revocation feed is served, every introspection reads the database. */
export function createTokenOperations(deps: TokenDependencies): TokenOperations {
  return {
    issue: createIssue(deps),
    exchange: createExchange(deps),
    refresh: createRefresh(deps),
    revoke: createRevoke(deps),
    introspect: (request) => introspect(deps, request),
    batchIntrospect: (request) => batchIntrospect(deps, request),
    watchRevocations: (request, call) => watchRevocations(deps, request, call),
    endBefore: (request, call) => endBefore(deps, request, call),
  };
}
