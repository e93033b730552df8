import type { TokenDependencies } from "./dependencies.ts";
import { endBefore } from "./end-before.ts";
import { exchange } from "./exchange.ts";
import { batchIntrospect, introspect } from "./introspect.ts";
import { issue } from "./issue.ts";
import type { TokenOperations } from "./operations.ts";
import { refresh } from "./refresh.ts";
import { revoke } from "./revoke.ts";
import { watchRevocations } from "./watch.ts";

/** The token operations over a store. Nothing is cached: until the revocation feed is served, every introspection reads the database. */
export function createTokenOperations(deps: TokenDependencies): TokenOperations {
  return {
    issue: (request, call) => issue(deps, request, call),
    exchange: (request, call) => exchange(deps, request, call),
    refresh: (request, call) => refresh(deps, request, call),
    revoke: (request, call) => revoke(deps, request, call),
    introspect: (request) => introspect(deps, request),
    batchIntrospect: (request) => batchIntrospect(deps, request),
    watchRevocations: (request, call) => watchRevocations(deps, request, call),
    endBefore: (request, call) => endBefore(deps, request, call),
  };
}
