import type { ConsentService } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { approve } from "../../service/consent/approve.ts";
import { deny } from "../../service/consent/deny.ts";
import type { ConsentDependencies } from "../../service/consent/dependencies.ts";
import { getInstallPage } from "../../service/consent/get-install-page.ts";
import { getInteraction } from "../../service/consent/get-interaction.ts";
import { getInteractionApp } from "../../service/consent/get-interaction-app.ts";
import { releaseInteraction } from "../../service/consent/release-interaction.ts";
import { startAuthorization } from "../../service/consent/start-authorization.ts";
import { startInstall } from "../../service/consent/start-install.ts";
import type { Implementation } from "../transports/implementation.ts";
import {
  toGetInstallPageResponse,
  toGetInteractionAppResponse,
  toGetInteractionResponse,
  toStartAuthorizationResponse,
} from "./consent-messages.ts";
import { orNull } from "./fields.ts";

/** Wires the RPCs of ConsentService to their functions. */
export function consentService(deps: ConsentDependencies): Implementation<typeof ConsentService> {
  return {
    async startAuthorization({ parameters, malformed }, call) {
      const pairs = parameters.map(({ name, value }) => [name, value] as const);
      return toStartAuthorizationResponse(await startAuthorization(deps, { parameters: pairs, malformed }, call));
    },
    getInteraction: async (request, call) =>
      toGetInteractionResponse(await getInteraction(deps, request, call), call.language ?? null),
    getInteractionApp: async (request, call) =>
      toGetInteractionAppResponse(await getInteractionApp(deps, request, call), call.language ?? null),
    async releaseInteraction(request, call) {
      await releaseInteraction(deps, request, call);
      return {};
    },
    approve: async (request, call) => ({ redirectTo: await approve(deps, request, call) }),
    deny: async (request, call) => ({ redirectTo: await deny(deps, request, call) }),
    getInstallPage: async (request, call) =>
      toGetInstallPageResponse(await getInstallPage(deps, request, call), call.language ?? null),
    async startInstall({ clientId, merchantId, test }, call) {
      return { redirectTo: await startInstall(deps, { clientId, merchantId: orNull(merchantId), test }, call) };
    },
  };
}
