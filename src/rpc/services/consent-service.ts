import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type ConsentAppSchema,
  type ConsentScopeSchema,
  type ConsentService,
  type GetInteractionResponseSchema,
  InstallStart,
  ScopeSensitivity,
  type StartAuthorizationResponseSchema,
} from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { ConsentOperations } from "../../service/consent/operations.ts";
import type { BeginOutcome, ConsentAppRecord, ConsentScopeRecord, ConsentView } from "../../service/consent/records.ts";
import type { Implementation } from "../transports/implementation.ts";
import { orNull, toTimestamp } from "./fields.ts";

/** ConsentService over the operations on consent. */
export function consentService(consent: ConsentOperations): Implementation<typeof ConsentService> {
  return {
    async startAuthorization({ parameters, malformed }, call) {
      const pairs = parameters.map(({ name, value }) => [name, value] as const);
      return toBegun(await consent.startAuthorization({ parameters: pairs, malformed }, call));
    },
    getInteraction: async ({ interactionId }, call) => toShown(await consent.getInteraction(interactionId, call)),
    async approve({ interactionId, merchantId, scopes, csrfToken }, call) {
      return { redirectTo: await consent.approve({ interactionId, merchantId, scopes, csrfToken }, call) };
    },
    async deny({ interactionId, csrfToken }, call) {
      return { redirectTo: await consent.deny({ interactionId, csrfToken }, call) };
    },
    async getInstallPage({ clientId }, call) {
      const { app, scopes, merchants, start, launchOrigin } = await consent.getInstallPage(clientId, call);
      return {
        app: toApp(app),
        scopes: scopes.map(toScope),
        merchants,
        start: InstallStart[start],
        launchOrigin: launchOrigin ?? "",
      };
    },
    async startInstall({ clientId, merchantId, test }, call) {
      return { redirectTo: await consent.startInstall({ clientId, merchantId: orNull(merchantId), test }, call) };
    },
  };
}

function toBegun(outcome: BeginOutcome): MessageInitShape<typeof StartAuthorizationResponseSchema> {
  switch (outcome.kind) {
    case "page":
      return { outcome: { case: "errorPage", value: { reason: outcome.reason, message: outcome.message } } };
    case "redirect":
      return { outcome: { case: "redirectTo", value: outcome.redirectTo } };
    case "interaction":
      return {
        outcome: { case: "interactionId", value: outcome.interactionId },
        signInRequired: outcome.signInRequired,
      };
  }
}

function toShown(view: ConsentView): MessageInitShape<typeof GetInteractionResponseSchema> {
  if (view.kind === "redirect") return { redirectTo: view.redirectTo };
  if (view.kind === "sign_in") return { signInRequired: true };
  const { kind: _kind, app, scopes, preselectedMerchantId, expiresAt, ...page } = view;
  return {
    ...page,
    app: toApp(app),
    scopes: scopes.map(toScope),
    preselectedMerchantId: preselectedMerchantId ?? "",
    expiresAt: toTimestamp(expiresAt),
  };
}

function toApp({
  website,
  supportContact,
  logoDigest,
  ...app
}: ConsentAppRecord): MessageInitShape<typeof ConsentAppSchema> {
  return { ...app, website: website ?? "", supportContact: supportContact ?? "", logoDigest: logoDigest ?? "" };
}

function toScope({ sensitivity, ...scope }: ConsentScopeRecord): MessageInitShape<typeof ConsentScopeSchema> {
  return { ...scope, sensitivity: ScopeSensitivity[sensitivity] };
}
