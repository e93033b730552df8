import type { TokenDependencies } from "./dependencies.ts";
import { createExchange } from "./exchange.ts";
import { createIntrospect } from "./introspect.ts";
import { createIssue } from "./issue.ts";
import type { TokenOperations } from "./operations.ts";
import { createRefresh } from "./refresh.ts";
import { atEvenPace } from "./response-time-padding.ts";
import { createRevoke } from "./revoke.ts";
import { revokeBefore } from "./revoke-before.ts";
import { watchRevocations } from "./watch.ts";

/** The token operations over a store. */
export function createTokenOperations(deps: TokenDependencies): TokenOperations {
  return {
    issue: createIssue(deps),
    exchange: atEvenPace(createExchange(deps), onlyErrors),
    refresh: atEvenPace(createRefresh(deps), onlyErrors),
    revoke: atEvenPace(createRevoke(deps), always),
    ...createIntrospect(deps),
    watchRevocations: (request, call) => watchRevocations(deps, request, call),
    revokeBefore: (request, call) => revokeBefore(deps, request, call),
  };
}

/** A pair is good news, and everything else is thrown. */
const onlyErrors = () => false;

/** The answer is the same for a token that has ended now, that had ended before and that never was. */
const always = () => true;
