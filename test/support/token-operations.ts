import type { Call } from "../../src/service/call.ts";
import { type BatchIntrospectRequest, batchIntrospect } from "../../src/service/tokens/batch-introspect.ts";
import type { TokenDependencies } from "../../src/service/tokens/dependencies.ts";
import { type ExchangeRequest, exchange } from "../../src/service/tokens/exchange.ts";
import { type IntrospectRequest, introspect } from "../../src/service/tokens/introspect.ts";
import { type IssueRequest, issue } from "../../src/service/tokens/issue.ts";
import { type RefreshRequest, refresh } from "../../src/service/tokens/refresh.ts";
import { type RevokeRequest, revoke } from "../../src/service/tokens/revoke.ts";
import { type RevokeBeforeRequest, revokeBefore } from "../../src/service/tokens/revoke-before.ts";
import { type WatchRequest, watchRevocations } from "../../src/service/tokens/watch-revocations.ts";

/** The RPCs of TokenService, bound to their dependencies. */
export type TokenOperations = ReturnType<typeof createTokenOperations>;

export function createTokenOperations(deps: TokenDependencies) {
  return {
    issue: (request: IssueRequest, call: Call) => issue(deps, request, call),
    exchange: (request: ExchangeRequest, call: Call) => exchange(deps, request, call),
    refresh: (request: RefreshRequest, call: Call) => refresh(deps, request, call),
    revoke: (request: RevokeRequest, call: Call) => revoke(deps, request, call),
    introspect: (request: IntrospectRequest, call: Call) => introspect(deps, request, call),
    batchIntrospect: (request: BatchIntrospectRequest, call: Call) => batchIntrospect(deps, request, call),
    watchRevocations: (request: WatchRequest, call: Call) => watchRevocations(deps, request, call),
    revokeBefore: (request: RevokeBeforeRequest, call: Call) => revokeBefore(deps, request, call),
  };
}
