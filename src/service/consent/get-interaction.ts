import { findSessionSpan } from "../../store/accounts/sessions.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { type ConsentAppRow, findConsentApp } from "../../store/consent/consent-facts.ts";
import { findInstallMerchant } from "../../store/consent/install-tokens.ts";
import { bindInteraction, useInteraction } from "../../store/consent/interactions.ts";
import { requireActor } from "../authorization.ts";
import type { Actor, Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { appRefused, errorRedirect, isThereFor, requireRedirectable } from "./answers.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { createFormToken } from "./form-token.ts";
import { redeemInstallToken } from "./install-token.ts";
import { lockOpen, type OpenInteraction } from "./interaction.ts";
import type { ConsentPage, ConsentView } from "./records.ts";
import { answerRemembered } from "./remembered.ts";
import { CHOICE, digestShown } from "./require-shown.ts";
import { describeScopes, findMerchants, grantedOn, originOf, toApp, toMerchant } from "./shown.ts";
import { asksForSignIn } from "./start-authorization.ts";

/**
 * What the consent page shows of an interaction. The first account that opens one begun before a sign-in owns it from then on; only at that
 * moment is an earlier consent remembered, never behind the back of a page that was shown.
 */
export async function getInteraction(
  deps: ConsentDependencies,
  interactionId: string,
  call: Call,
): Promise<ConsentView> {
  const actor = requireActor(call);
  return deps.management.transactional(async (tx) => {
    const interaction = await lockOpen(tx, interactionId, actor);
    const found = await findConsentApp(tx.query, interaction.clientId);
    const { outcome } = interaction;
    if (outcome !== null) {
      if (!isThereFor(requireRedirectable(found, outcome.redirectUri), actor)) throw appRefused();
      return { kind: "redirect", redirectTo: errorRedirect(deps.issuer, outcome, outcome.reason) };
    }
    const app = requireRedirectable(found, interaction.request.redirectUri);
    if (!isThereFor(app, actor)) throw appRefused();
    if (await needsSignIn(tx, interaction, actor)) return { kind: "sign_in" };
    if (interaction.accountId === null) {
      const redirectTo = await takeUp(deps, tx, { interaction, app, actor, call });
      if (redirectTo !== null) return { kind: "redirect", redirectTo };
    }
    return { kind: "page", ...(await describe(deps, tx, { interaction, app, actor })) };
  });
}

/** True if the app asked for a sign-in of its own and the session is older than that. */
async function needsSignIn(tx: ManagementTransaction, interaction: OpenInteraction, actor: Actor): Promise<boolean> {
  if (!asksForSignIn(interaction.request.prompts)) return false;
  const session = await findSessionSpan(tx.query, actor.sessionId);
  return session.createdAt <= interaction.createdAt;
}

interface Opened {
  interaction: OpenInteraction;
  app: ConsentAppRow;
  actor: Actor;
}

/** Gives the interaction to the account; a redirect where there is nothing to ask. */
async function takeUp(
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
  const redirectTo = await answerRemembered(deps, tx, { app, request, installTokenId, actor, call });
  if (redirectTo !== null) await useInteraction(tx.query, id, "remember");
  return redirectTo;
}

async function describe(
  deps: ConsentDependencies,
  { query }: ManagementTransaction,
  { interaction, app, actor }: Opened,
): Promise<ConsentPage> {
  const { id, request, installTokenId, expiresAt } = interaction;
  const chosen = installTokenId === null ? null : await findInstallMerchant(query, installTokenId);
  const wanted = chosen ?? request.merchantHint;
  const { open, forbidden } = await findMerchants(query, app, { accountId: actor.accountId, wanted });
  const preselected = open.find(({ merchantId }) => merchantId === wanted) ?? null;
  const scopes = await describeScopes(query, app, request.scopes);
  const granted = preselected === null ? [] : grantedOn(preselected);
  const shown = digestShown({ app, scopes, merchantId: merchantShown(open) });
  return {
    app: toApp(app),
    scopes,
    requestedScopes: request.scopes,
    grantedScopes: request.scopes.filter((scope) => granted.includes(scope)),
    requiredScopes: scopes.filter(({ required }) => required).map(({ name }) => name),
    merchants: open.map(toMerchant),
    preselectedMerchantId: preselected?.merchantId ?? null,
    csrfToken: createFormToken(deps.keys, { sessionId: actor.sessionId, interactionId: id, shown }),
    consentForbidden: forbidden,
    redirectOrigin: originOf(request.redirectUri),
    expiresAt,
  };
}

/** The merchant that a page stands for by itself; no merchant's id where there is none. */
function merchantShown(open: readonly { merchantId: string }[]): string {
  return open.length > 1 ? CHOICE : (open[0]?.merchantId ?? "");
}
