import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type ConsentAppSchema,
  type ConsentMerchantSchema,
  type ConsentScopeSchema,
  type GetInstallPageResponseSchema,
  type GetInteractionAppResponseSchema,
  type GetInteractionResponseSchema,
  InstallStart,
  ScopeSensitivity,
  type StartAuthorizationResponseSchema,
} from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { inLanguage } from "../../service/apps/scope-texts.ts";
import type { InstallPage } from "../../service/consent/get-install-page.ts";
import type { InteractionView } from "../../service/consent/get-interaction.ts";
import type { InteractionApp } from "../../service/consent/get-interaction-app.ts";
import { type ConsentScope, currentGrant, isVerified } from "../../service/consent/page-content.ts";
import type { StartAuthorizationResult } from "../../service/consent/start-authorization.ts";
import type { ConsentApp, ConsentMerchant } from "../../store/consent/consent-facts.ts";
import { toTimestamp } from "./fields.ts";

export function toStartAuthorizationResponse(
  result: StartAuthorizationResult,
): MessageInitShape<typeof StartAuthorizationResponseSchema> {
  switch (result.kind) {
    case "page":
      return { outcome: { case: "errorPage", value: { reason: result.reason, message: result.message } } };
    case "redirect":
      return { outcome: { case: "redirectTo", value: result.redirectTo } };
    case "interaction":
      return { outcome: { case: "interactionId", value: result.interactionId }, signInRequired: result.signInRequired };
  }
}

export function toGetInteractionResponse(
  view: InteractionView,
  language: string | null,
): MessageInitShape<typeof GetInteractionResponseSchema> {
  if (view.kind === "redirect") return { redirectTo: view.redirectTo };
  if (view.kind === "sign_in") return { signInRequired: true };
  const { kind: _kind, app, scopes, merchants, preselectedMerchantId, expiresAt, ...page } = view;
  return {
    ...page,
    app: toApp(app),
    scopes: scopes.map((scope) => toScope(scope, language)),
    merchants: merchants.map(toMerchant),
    preselectedMerchantId: preselectedMerchantId ?? "",
    expiresAt: toTimestamp(expiresAt),
  };
}

export function toGetInteractionAppResponse(
  { app, scopes }: InteractionApp,
  language: string | null,
): MessageInitShape<typeof GetInteractionAppResponseSchema> {
  return { app: toApp(app), scopes: scopes.map((scope) => toScope(scope, language)) };
}

export function toGetInstallPageResponse(
  page: InstallPage,
  language: string | null,
): MessageInitShape<typeof GetInstallPageResponseSchema> {
  return {
    app: toApp(page.app),
    scopes: page.scopes.map((scope) => toScope(scope, language)),
    merchants: page.merchants.map(toMerchant),
    start: InstallStart[page.start],
    launchOrigin: page.launchOrigin ?? "",
  };
}

function toApp(app: ConsentApp): MessageInitShape<typeof ConsentAppSchema> {
  return {
    clientId: app.clientId,
    name: app.name,
    purpose: app.purpose,
    developerName: app.developerName,
    website: app.website ?? "",
    supportContact: app.supportContact ?? "",
    privacyPolicy: app.privacyPolicy ?? "",
    verified: isVerified(app),
    logoDigest: app.logoDigest ?? "",
    createdAt: toTimestamp(app.createdAt),
  };
}

/** The scope with its texts in the language of the page. */
function toScope(scope: ConsentScope, language: string | null): MessageInitShape<typeof ConsentScopeSchema> {
  const { texts: _texts, ...shown } = inLanguage(scope, language);
  return { ...shown, sensitivity: ScopeSensitivity[shown.sensitivity] };
}

function toMerchant(merchant: ConsentMerchant): MessageInitShape<typeof ConsentMerchantSchema> {
  const { merchantId, name, test, expired, revoked, installationState, suspendedBy } = merchant;
  const grantedScopes = currentGrant(merchant);
  return {
    ...{ merchantId, name, test, grantedScopes, connectionExpired: expired, connectionRevoked: revoked },
    connectionPending: installationState === "PENDING",
    suspendedByMerchant: suspendedBy.includes("MERCHANT"),
    suspendedByApp: suspendedBy.includes("APP"),
    suspendedByOperator: suspendedBy.includes("OPERATOR"),
  };
}
