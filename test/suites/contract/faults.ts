import type { TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { OAuthError } from "../../../src/oauth/errors.ts";
import { StorageError } from "../../../src/observe/storage-error.ts";
import { tokenService } from "../../../src/rpc/services/token-service.ts";
import type { Implementation } from "../../../src/rpc/transports/implementation.ts";
import type { Call } from "../../../src/service/call.ts";
import type { TokenDependencies } from "../../../src/service/tokens/dependencies.ts";

/** Must not appear in any response. */
export const SECRET_CAUSE = "connection string postgres://latchkey:hunter2@db";

/** Tokens whose introspection fails as after an outage, a rate limit or a defect. */
export const FAULTS = {
  defect: "a token for a defect",
  storage: "a token for an outage",
  limit: "a token for a limit",
  hang: "a token for ever",
} as const;

/** An Introspect that fails for the tokens of `FAULTS`. `hanging` receives each call that gets no response. */
export function failingIntrospect(
  deps: TokenDependencies,
  hanging: Call[],
): Pick<Implementation<typeof TokenService>, "introspect"> {
  const { introspect } = tokenService(deps);
  return {
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
          return introspect(request, call);
      }
    },
  };
}
