import { OAuthError } from "../../../src/oauth/errors.ts";
import { StorageError } from "../../../src/observe/storage-error.ts";
import type { Call } from "../../../src/service/call.ts";
import type { TokenOperations } from "../../../src/service/tokens/operations.ts";

/** What must never be seen outside. */
export const SECRET_CAUSE = "connection string postgres://latchkey:hunter2@db";

/** Tokens for which the operations fail as a database, a limit or a defect of ours would; every other token is really looked up. */
export const FAULTS = {
  defect: "a token for a defect",
  storage: "a token for an outage",
  limit: "a token for a limit",
  hang: "a token for ever",
} as const;

/** The operations, with a few tokens for which they fail. `hanging` gets each call that was left waiting. */
export function withErrors(tokens: TokenOperations, hanging: Call[]): TokenOperations {
  return {
    ...tokens,
    async introspect(request, call) {
      switch (request.token) {
        case FAULTS.defect:
          throw new TypeError(SECRET_CAUSE);
        case FAULTS.storage:
          throw new StorageError("the database did not answer", { cause: new Error(SECRET_CAUSE) });
        case FAULTS.limit:
          throw new OAuthError("rate_limited", { retryAfter: 42 });
        case FAULTS.hang:
          hanging.push(call);
          return new Promise(() => {});
        default:
          return tokens.introspect(request, call);
      }
    },
  };
}
