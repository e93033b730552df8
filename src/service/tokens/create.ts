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
    revoke: knownHere(deps, createRevoke(deps)),
    ...createIntrospect(deps),
    watchRevocations: (request, call) => watchRevocations(deps, request, call),
    endBefore: knownHere(deps, (request, call) => endBefore(deps, request, call)),
  };
}

/**
 * What somebody ends by asking for it is over at once for whoever asks the same process: its answer waits until this process has read the
 * event of it. Elsewhere it is over within FEED_MAX_AGE.
 */
function knownHere<Arguments extends unknown[], Answer>(
  { cache, feed }: TokenDependencies,
  end: (...given: Arguments) => Promise<Answer>,
): (...given: Arguments) => Promise<Answer> {
  return async (...given) => {
    const answer = await end(...given);
    if (cache !== undefined) await feed?.read();
    return answer;
  };
}
