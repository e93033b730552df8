import { findSessionSpan } from "../../store/accounts/sessions.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { type ConsentApp, type ConsentMerchant, findConsentApp } from "../../store/consent/consent-facts.ts";
import { findInstallMerchant } from "../../store/consent/install-tokens.ts";
import { bindInteraction, useInteraction } from "../../store/consent/interactions.ts";
import { requireActor } from "../authorization.ts";
import type { Actor, Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { createFormToken } from "./form-token.ts";
import { redeemInstallToken } from "./install-token.ts";
import { lockInteraction, type OpenInteraction, requiresNewSignIn } from "./interaction.ts";
import { type ConsentScope, currentGrant, describeScopes, findMerchants, originOf } from "./page-content.ts";
import { digestPage, MERCHANT_CHOICE } from "./page-digest.ts";
import { appRefused, errorRedirect, isVisibleTo, requireRedirectable } from "./redirects.ts";
import { answerFromRememberedConsent } from "./remembered-consent.ts";

export interface GetInteractionRequest {
  interactionId: string;
}

/** An interaction for the signed-in account. `sign_in`: the app requires a new sign-in first (`prompt`). */
export type InteractionView =
  | { kind: "redirect"; redirectTo: string }
  | { kind: "sign_in" }
  | ({ kind: "page" } & ConsentPage);

export interface ConsentPage {
  app: ConsentApp;
  scopes: ConsentScope[];
  requestedScopes: string[];
  /** The requested scopes that the preselected merchant has already granted. */
  grantedScopes: string[];
  requiredScopes: string[];
  merchants: ConsentMerchant[];
  preselectedMerchantId: string | null;
  csrfToken: string;
  /** True if the account is a member of merchants on which the app works, but may consent for none of them. */
  consentForbidden: boolean;
  /** True if the connection started on the install page. */
  startedByInstall: boolean;
  redirectOrigin: string;
  /** Microseconds. */
  expiresAt: number;
}

/**
 * Returns the consent page of an interaction. The first account that opens an interaction owns it. Only this first call can
 * issue a code from a remembered consent: after a page was shown, a code needs an approval.
 */
export async function getInteraction(
  deps: ConsentDependencies,
  request: GetInteractionRequest,
  call: Call,
): Promise<InteractionView> {
  const actor = requireActor(call);
  return deps.management.transactional(async (tx) => {
    const interaction = await lockInteraction(tx, request.interactionId, actor);
    const found = await findConsentApp(tx.query, interaction.clientId);
    const { outcome } = interaction;
    const { redirectUri } = outcome ?? interaction.request;
    const app = requireRedirectable(found, { redirectUri, shown: interaction.accountId !== null });
    if (!isVisibleTo(app, actor)) throw appRefused();
    if (outcome !== null) return { kind: "redirect", redirectTo: errorRedirect(deps.issuer, outcome, outcome.reason) };
    if (await needsSignIn(tx, interaction, actor)) return { kind: "sign_in" };
    if (interaction.accountId === null) {
      const redirectTo = await bind(deps, tx, { interaction, app, actor, call });
      if (redirectTo !== null) return { kind: "redirect", redirectTo };
    }
    return { kind: "page", ...(await describePage(deps, tx, { interaction, app, actor })) };
  });
}

/** True if the app requires a new sign-in and the session is older than the request. */
async function needsSignIn(tx: ManagementTransaction, interaction: OpenInteraction, actor: Actor): Promise<boolean> {
  if (!requiresNewSignIn(interaction.request.prompts)) return false;
  const session = await findSessionSpan(tx.query, actor.sessionId);
  return session.createdAt <= interaction.createdAt;
}

interface Opened {
  interaction: OpenInteraction;
  app: ConsentApp;
  actor: Actor;
}

/** Binds the interaction to the account. Returns the redirect URI if a remembered consent answers it, else null. */
async function bind(
  deps: ConsentDependencies,
  tx: ManagementTransaction,
  { interaction, app, actor, call }: Opened & { call: Call },
): Promise<string | null> {
  const { id, installTokenId, request } = interaction;
  const { accountId, sessionId } = actor;
  await bindInteraction(tx.query, { id, accountId, sessionId });
  if (installTokenId !== null) {
    const redeemed = await redeemInstallToken(tx.query, { tokenId: installTokenId, appId: app.appId, accountId });
    if (!redeemed)
      throw new RequestError("failed_precondition", "INSTALL_TOKEN", "The install link is no longer valid.");
  }
  const redirectTo = await answerFromRememberedConsent(deps, tx, { app, request, installTokenId, actor, call });
  if (redirectTo !== null) await useInteraction(tx.query, id, "remember");
  return redirectTo;
}

async function describePage(
  deps: ConsentDependencies,
  { query }: ManagementTransaction,
  { interaction, app, actor }: Opened,
): Promise<ConsentPage> {
  const { id, request, installTokenId, expiresAt } = interaction;
  const chosen = installTokenId === null ? null : await findInstallMerchant(query, installTokenId);
  const wanted = chosen ?? request.merchantHint;
  const { allowed, forbidden } = await findMerchants(query, app, { accountId: actor.accountId, wanted });
  const preselected = allowed.find(({ merchantId }) => merchantId === wanted) ?? null;
  const scopes = await describeScopes(query, app, request.scopes);
  const granted = preselected === null ? [] : currentGrant(preselected);
  const merchantId = allowed.length > 1 ? MERCHANT_CHOICE : (allowed[0]?.merchantId ?? "");
  const pageDigest = digestPage({ app, scopes, merchantId });
  return {
    app,
    scopes,
    requestedScopes: request.scopes,
    grantedScopes: request.scopes.filter((scope) => granted.includes(scope)),
    requiredScopes: scopes.filter(({ required }) => required).map(({ name }) => name),
    merchants: allowed,
    preselectedMerchantId: preselected?.merchantId ?? null,
    csrfToken: createFormToken(deps.keys, { sessionId: actor.sessionId, interactionId: id, pageDigest }),
    consentForbidden: forbidden,
    startedByInstall: installTokenId !== null,
    redirectOrigin: originOf(request.redirectUri),
    expiresAt,
  };
}
