import type { Authorization } from "../../../gen/envoy/service/auth/v3/external_auth_pb.ts";
import { type AuthorizeDependencies, authorizeRequest } from "../../service/tokens/authorize-request.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromCheckRequest, toDeniedResponse, toOkResponse } from "./authorization-messages.ts";

/** Envoy's external authorization over gRPC. Forward authentication over HTTP has the same rules. */
export function authorizationService(deps: AuthorizeDependencies): Implementation<typeof Authorization> {
  return {
    async check(message, call) {
      const { headerNames, ...request } = fromCheckRequest(message);
      const decision = await authorizeRequest(deps, request, call);
      return decision.kind === "granted" ? toOkResponse(decision.token, headerNames) : toDeniedResponse(decision.error);
    },
  };
}
