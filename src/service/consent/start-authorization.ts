import {
  type AuthorizeDecision,
  type AuthorizeRequest,
  decideAuthorize,
  readClientId,
} from "../../oauth/authorize-request.ts";
import { INTERACTION_TTL } from "../../oauth/interaction.ts";
import { collectParameters, type RawParameters } from "../../oauth/parameters.ts";
import type { Prompt } from "../../oauth/prompt.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { type ConsentAppRow, findConsentApp } from "../../store/consent/consent-facts.ts";
import { useInstallToken } from "../../store/consent/install-tokens.ts";
import { type NewInteraction, openInteraction } from "../../store/consent/interactions.ts";
import type { Actor, Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { toAddressKey } from "../limits/address-key.ts";
import { errorRedirect, isThereFor, pageOf } from "./answers.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { judgeInstallToken } from "./install-token.ts";
import type { BeginOutcome } from "./records.ts";
import { answerRemembered } from "./remembered.ts";

/** An authorize request as it came. */
export interface StartAuthorizationRequest {
  /** Names and values in order, doubles included. */
  parameters: readonly (readonly [name: string, value: string])[];
  /** Names of parameters whose bytes were no legal text. */
  malformed: readonly string[];
}

/**
 * Judges an authorize request. What has a fault that the app may hear of, and nobody is signed in, waits for the sign-in, so that this origin
 * redirects no browser to an app's address before a person has shown up.
 */
export async function startAuthorization(
  deps: ConsentDependencies,
  request: StartAuthorizationRequest,
  call: Call,
): Promise<BeginOutcome> {
  const raw = toRaw(request);
  const client = readClientId(raw);
  if (client.kind === "page") return pageOf(client.reason);
  const app = await deps.management.read((_em, query) => findConsentApp(query, client.clientId));
  const decision = refuseMalformed(decideAuthorize(raw, app), request.malformed);
  if (decision.kind === "page") return pageOf(decision.reason);
  if (decision.kind === "proceed") return proceed(deps, { app: app!, request: decision.request, call });
  return refuse(deps, { app: app!, fault: decision, call });
}

/** A name that came both legal and illegal came twice. */
function toRaw({ parameters, malformed }: StartAuthorizationRequest): RawParameters {
  const raw = collectParameters(parameters);
  const twice = malformed.filter(
    (name, at) => malformed.indexOf(name) !== at || parameters.some(([other]) => other === name),
  );
  return { values: raw.values, duplicated: new Set([...raw.duplicated, ...twice]) };
}

/** Illegal bytes are not an absent parameter: leaving out what cannot be read could leave out a code_challenge. */
function refuseMalformed(decision: AuthorizeDecision, malformed: readonly string[]): AuthorizeDecision {
  if (decision.kind !== "proceed" || malformed.length === 0) return decision;
  const { redirectUri, state } = decision.request;
  return { kind: "redirect", reason: "parameter_malformed", redirectUri, state };
}

interface Refused {
  app: ConsentAppRow;
  fault: AuthorizeDecision & { kind: "redirect" };
  call: Call;
}

async function refuse(deps: ConsentDependencies, { app, fault, call }: Refused): Promise<BeginOutcome> {
  if (call.actor !== null) {
    if (!isThereFor(app, call.actor)) return pageOf("client_unusable");
    return { kind: "redirect", redirectTo: errorRedirect(deps.issuer, fault, fault.reason) };
  }
  const { reason, redirectUri, state } = fault;
  const outcome = { reason, redirectUri, state };
  return deps.management.transactional((tx) =>
    open(deps, tx, { app, request: {}, outcome, owner: null, call, installTokenId: null }),
  );
}

interface Proceeding {
  app: ConsentAppRow;
  request: AuthorizeRequest;
  call: Call;
}

async function proceed(deps: ConsentDependencies, { app, request, call }: Proceeding): Promise<BeginOutcome> {
  const { installToken: text, ...kept } = request;
  // Whoever has to sign in first may turn out to be another account.
  const actor = asksForSignIn(kept.prompts) ? null : call.actor;
  if (actor !== null && !isThereFor(app, actor)) return pageOf("client_unusable");
  return deps.management.transactional(async (tx) => {
    let installTokenId: string | null = null;
    if (text !== null) {
      const presented = { text, appId: app.appId, accountId: actor?.accountId ?? null };
      const { decision, tokenId } = await judgeInstallToken(deps, tx.query, presented);
      if (decision.kind === "reject") return pageOf("install_token_refused");
      installTokenId = tokenId;
    }
    if (actor === null) return open(deps, tx, { app, request: kept, outcome: null, owner: null, call, installTokenId });
    if (installTokenId !== null && !(await useInstallToken(tx.query, installTokenId))) {
      return pageOf("install_token_refused");
    }
    const redirectTo = await answerRemembered(deps, tx, { app, request: kept, installTokenId, actor, call });
    if (redirectTo !== null) return { kind: "redirect", redirectTo };
    return open(deps, tx, { app, request: kept, outcome: null, owner: actor, call, installTokenId });
  });
}

/** True if the app wants a sign-in of its own: to be sure who it is, or to let the person be somebody else. */
export function asksForSignIn(prompts: readonly Prompt[]): boolean {
  return prompts.includes("login") || prompts.includes("select_account");
}

interface Opening extends Pick<NewInteraction, "outcome" | "installTokenId"> {
  app: ConsentAppRow;
  request: object;
  /** Whose it is from now on; null: of the first account that signs in for it. */
  owner: Actor | null;
  call: Call;
}

/** @throws RequestError AUTHORIZATION_LIMIT */
async function open(deps: ConsentDependencies, tx: ManagementTransaction, opening: Opening): Promise<BeginOutcome> {
  const { app, request, outcome, owner, call, installTokenId } = opening;
  const address = call.address === null ? null : toAddressKey(call.address);
  const interactionId = await openInteraction(tx.query, {
    appId: app.appId,
    request: { ...request },
    outcome,
    accountId: owner?.accountId ?? null,
    sessionId: owner?.sessionId ?? null,
    installTokenId,
    lifetime: INTERACTION_TTL / 1_000_000,
    address,
    most: mostOpen(deps, owner, address),
  });
  if (interactionId === null) throw tooManyOpen();
  return { kind: "interaction", interactionId, signInRequired: owner === null };
}

function mostOpen(
  { openAuthorizations: most }: ConsentDependencies,
  owner: Actor | null,
  address: string | null,
): number | null {
  if (most === null) return null;
  if (owner !== null) return most.openAuthorizationsPerAccount;
  return address === null ? null : most.openAuthorizationsPerAddress;
}

function tooManyOpen(): RequestError {
  const message = "Too many requests to connect an app are open. Answer one, or wait some minutes.";
  return new RequestError("resource_exhausted", "AUTHORIZATION_LIMIT", message, { retryAfterSeconds: RETRY_AFTER });
}

/** Seconds. The oldest open requests end within ten minutes. */
const RETRY_AFTER = 60;
