import {
  type AuthorizeDecision,
  type AuthorizeRequest,
  decideAuthorize,
  readClientId,
} from "../../oauth/authorize-request.ts";
import { LIFETIMES } from "../../oauth/lifetimes.ts";
import { type PageReason, type PageTopic, pageTopicOf } from "../../oauth/page-reason.ts";
import { collectParameters, type RawParameters } from "../../oauth/parameters.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { type ConsentApp, findConsentApp } from "../../store/consent/consent-facts.ts";
import { useInstallToken } from "../../store/consent/install-tokens.ts";
import { type NewInteraction, openInteraction } from "../../store/consent/interactions.ts";
import type { Actor, Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { toAddressKey } from "../limits/address-key.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { checkInstallToken } from "./install-token.ts";
import { requiresNewSignIn } from "./interaction.ts";
import { errorRedirect, isVisibleTo } from "./redirects.ts";
import { answerFromRememberedConsent } from "./remembered-consent.ts";

export interface StartAuthorizationRequest {
  /** Names and values in order, duplicates included. */
  parameters: readonly (readonly [name: string, value: string])[];
  /** Names of parameters with invalid UTF-8. */
  malformed: readonly string[];
}

/** The response to the browser: an error page, a redirect, or an interaction to continue with. */
export type StartAuthorizationResult =
  | { kind: "page"; reason: string; message: string }
  | { kind: "redirect"; redirectTo: string }
  | { kind: "interaction"; interactionId: string; signInRequired: boolean };

/**
 * Validates an authorization request. Without a session, errors are redirected to the app only after the sign-in, so that this service is
 * no open redirector.
 * @see RFC 6749 §4.1.1, RFC 9700 §4.11.2
 */
export async function startAuthorization(
  deps: ConsentDependencies,
  request: StartAuthorizationRequest,
  call: Call,
): Promise<StartAuthorizationResult> {
  const raw = toRawParameters(request);
  const client = readClientId(raw);
  if (client.kind === "page") return errorPage(client.reason);
  const app = await deps.management.read((_em, query) => findConsentApp(query, client.clientId));
  const decision = rejectMalformed(decideAuthorize(raw, app), request.malformed);
  if (decision.kind === "page") return errorPage(decision.reason);
  if (decision.kind === "proceed") return proceed(deps, { app: app!, request: decision.request, call });
  return redirectError(deps, { app: app!, error: decision, call });
}

/** A parameter with one malformed and one well-formed value counts as a duplicate. */
function toRawParameters({ parameters, malformed }: StartAuthorizationRequest): RawParameters {
  const raw = collectParameters(parameters);
  const duplicated = malformed.filter(
    (name, at) => malformed.indexOf(name) !== at || parameters.some(([other]) => other === name),
  );
  return { values: raw.values, duplicated: new Set([...raw.duplicated, ...duplicated]) };
}

/** Rejects malformed parameters instead of ignoring them: without its malformed `code_challenge`, a request would have no PKCE. */
function rejectMalformed(decision: AuthorizeDecision, malformed: readonly string[]): AuthorizeDecision {
  if (decision.kind !== "proceed" || malformed.length === 0) return decision;
  const { redirectUri, state } = decision.request;
  return { kind: "redirect", reason: "parameter_malformed", redirectUri, state, scope: null };
}

const PAGE_MESSAGES: Record<PageTopic, string> = {
  app: "The app is unknown or cannot be connected at this time.",
  redirect_uri: "The redirect_uri is missing, or is not registered for the app.",
  install_token: "The install link is no longer valid. Start again from the install page.",
};

/** The error page for a reason. Reasons that must be indistinguishable share a page topic. */
function errorPage(reason: PageReason): StartAuthorizationResult & { kind: "page" } {
  const topic = pageTopicOf(reason);
  return { kind: "page", reason: topic, message: PAGE_MESSAGES[topic] };
}

async function redirectError(
  deps: ConsentDependencies,
  { app, error, call }: { app: ConsentApp; error: AuthorizeDecision & { kind: "redirect" }; call: Call },
): Promise<StartAuthorizationResult> {
  if (call.actor !== null) {
    if (!isVisibleTo(app, call.actor)) return errorPage("client_unusable");
    return { kind: "redirect", redirectTo: errorRedirect(deps.issuer, error, error.reason) };
  }
  const { reason, redirectUri, state, scope } = error;
  const outcome = { reason, redirectUri, state, scope };
  return deps.management.transactional((tx) =>
    open(deps, tx, { app, request: {}, outcome, owner: null, call, installTokenId: null }),
  );
}

async function proceed(
  deps: ConsentDependencies,
  { app, request, call }: { app: ConsentApp; request: AuthorizeRequest; call: Call },
): Promise<StartAuthorizationResult> {
  const { installToken, ...stored } = request;
  // If the request requires a new sign-in, another account may sign in.
  const actor = requiresNewSignIn(stored.prompts) ? null : call.actor;
  if (actor !== null && !isVisibleTo(app, actor)) return errorPage("client_unusable");
  return deps.management.transactional(async (tx) => {
    let installTokenId: string | null = null;
    if (installToken !== null) {
      const presented = { text: installToken, appId: app.appId, accountId: actor?.accountId ?? null };
      installTokenId = await checkInstallToken(deps, tx.query, presented);
      if (installTokenId === null) return errorPage("install_token_refused");
    }
    const opening = { app, request: stored, outcome: null, owner: actor, call, installTokenId };
    if (actor === null) return open(deps, tx, opening);
    if (installTokenId !== null && !(await useInstallToken(tx.query, installTokenId))) {
      return errorPage("install_token_refused");
    }
    const context = { app, request: stored, installTokenId, actor, call };
    const redirectTo = await answerFromRememberedConsent(deps, tx, context);
    if (redirectTo !== null) return { kind: "redirect", redirectTo };
    return open(deps, tx, opening);
  });
}

interface Opening extends Pick<NewInteraction, "outcome" | "installTokenId"> {
  app: ConsentApp;
  request: object;
  /** The account and session that own the interaction; null: the first account that signs in will own it. */
  owner: Actor | null;
  call: Call;
}

/** @throws RequestError AUTHORIZATION_LIMIT */
async function open(
  deps: ConsentDependencies,
  tx: ManagementTransaction,
  opening: Opening,
): Promise<StartAuthorizationResult> {
  const { app, request, outcome, owner, call, installTokenId } = opening;
  const address = call.address === null ? null : toAddressKey(call.address);
  const interactionId = await openInteraction(tx.query, {
    appId: app.appId,
    request: { ...request },
    outcome,
    accountId: owner?.accountId ?? null,
    sessionId: owner?.sessionId ?? null,
    installTokenId,
    lifetime: LIFETIMES.interaction,
    address,
    limit: openLimit(deps, owner, address),
  });
  if (interactionId === null) throw tooManyOpen();
  return { kind: "interaction", interactionId, signInRequired: owner === null };
}

function openLimit(
  { openAuthorizations: quotas }: ConsentDependencies,
  owner: Actor | null,
  address: string | null,
): number | null {
  if (quotas === null) return null;
  if (owner !== null) return quotas.openAuthorizationsPerAccount;
  return address === null ? null : quotas.openAuthorizationsPerAddress;
}

/** In seconds. Open requests expire within ten minutes. */
const RETRY_AFTER = 60;

function tooManyOpen(): RequestError {
  const message = "Too many requests to connect an app are open. Answer one, or wait some minutes.";
  return new RequestError("resource_exhausted", "AUTHORIZATION_LIMIT", message, { retryAfterSeconds: RETRY_AFTER });
}
