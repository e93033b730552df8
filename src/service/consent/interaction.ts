import { isUuid } from "../../credential/uuid.ts";
import type { AuthorizeRefusal, AuthorizeRequest } from "../../oauth/authorize-request.ts";
import { decideInteraction } from "../../oauth/interaction.ts";
import type { Prompt } from "../../oauth/prompt.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { type ConsentMerchant, findConsentApp, listConsentMerchants } from "../../store/consent/consent-facts.ts";
import { type LockedInteraction, lockInteraction as lockRow } from "../../store/consent/interactions.ts";
import type { Actor } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { readFormToken } from "./form-token.ts";

/** The request as stored in an interaction. The install token is omitted, because it is a secret. */
export type StoredRequest = Omit<AuthorizeRequest, "installToken">;

/** An error that is redirected to the app after the sign-in. The previous release stores no `scope`. */
export type StoredOutcome = Omit<AuthorizeRefusal, "scope"> & { scope?: string | null };

/** A locked interaction that the account may answer. */
export type OpenInteraction = Omit<LockedInteraction, "request" | "outcome"> & {
  request: StoredRequest;
  outcome: StoredOutcome | null;
};

/**
 * Locks an open interaction for the account.
 * @throws RequestError INTERACTION_NOT_FOUND, also for an interaction of another account; INTERACTION_USED; INTERACTION_EXPIRED
 */
export async function lockInteraction(tx: ManagementTransaction, id: string, actor: Actor): Promise<OpenInteraction> {
  const row = isUuid(id) ? await lockRow(tx.query, id) : null;
  if (row === null) throw interactionNotFound();
  const decision = decideInteraction(row, actor.accountId, row.now);
  if (decision.kind === "closed") {
    if (decision.reason === "foreign") throw interactionNotFound();
    const metadata = await restartOf(tx, row, actor);
    if (decision.reason === "expired") throw interactionExpired(metadata);
    throw interactionUsed({ ...metadata, ...(row.decision !== null && { decision: row.decision }) });
  }
  // Only `openInteraction` writes these columns, and only from these types.
  return row as unknown as OpenInteraction;
}

/** Locks an interaction whose page was shown to the account. @throws RequestError INTERACTION_NOT_SHOWN otherwise */
export async function lockShownInteraction(
  tx: ManagementTransaction,
  id: string,
  actor: Actor,
): Promise<OpenInteraction> {
  const interaction = await lockInteraction(tx, id, actor);
  if (interaction.accountId !== null && interaction.outcome === null) return interaction;
  throw new RequestError(
    "failed_precondition",
    "INTERACTION_NOT_SHOWN",
    "This request was not shown yet. Open it first.",
  );
}

/** Locks an interaction whose page was shown to the account and is open or was denied. @throws RequestError as `lockShownInteraction` */
export async function lockDeniable(tx: ManagementTransaction, id: string, actor: Actor): Promise<OpenInteraction> {
  const row = isUuid(id) ? await lockRow(tx.query, id) : null;
  const isDenied = row?.decision === "deny" && row.accountId === actor.accountId && row.expiresAt > row.now;
  // Only `openInteraction` writes these columns, and only from these types.
  return isDenied ? (row as unknown as OpenInteraction) : lockShownInteraction(tx, id, actor);
}

/** True if the app requires a new sign-in, either to verify the account or to choose another account. */
export function requiresNewSignIn(prompts: readonly Prompt[]): boolean {
  return prompts.includes("login") || prompts.includes("select_account");
}

/** Returns the page digest of a form token. @throws RequestError CSRF if the token belongs to another session or interaction */
export function requireCsrf(
  deps: ConsentDependencies,
  { interactionId, csrfToken }: { interactionId: string; csrfToken: string },
  { sessionId }: Actor,
): string {
  const pageDigest = readFormToken(deps.keys, csrfToken, { sessionId, interactionId });
  if (pageDigest !== null) return pageDigest;
  throw new RequestError("permission_denied", "CSRF", "The form is not from this session's page. Open the page again.");
}

/**
 * The app as metadata of the error, if its install link can start the connection again: a closed request never issues a second code. After
 * an approval, or while the app is connected, also the website of the app, and its shop if the account has connected it to one shop only.
 */
async function restartOf(
  { query }: ManagementTransaction,
  { clientId, decision }: LockedInteraction,
  { accountId }: Actor,
): Promise<Record<string, string>> {
  const app = await findConsentApp(query, clientId);
  if (app?.state !== "APPROVED") return {};
  const start = { client_id: clientId, app_name: app.name };
  if (decision !== "approve" && decision !== "deny") return start;
  const merchants = await listConsentMerchants(query, { accountId, appId: app.appId, wanted: null });
  const isConnected = decision === "approve" ? isAllowed : isUsable;
  const [only, ...others] = merchants.filter(isConnected);
  if (only === undefined && decision === "deny") return start;
  const isOne = only !== undefined && others.length === 0;
  return {
    ...start,
    website: app.website ?? "",
    ...(decision === "deny" && { connected: "true" }),
    ...(isOne && { merchant_name: only.name }),
  };
}

/** True for a shop for which the app was allowed, also while its connection is not completed. */
function isAllowed({ installationState: state }: ConsentMerchant): boolean {
  return state === "ACTIVE" || state === "PENDING";
}

function isUsable({ installationState, expired }: ConsentMerchant): boolean {
  return installationState === "ACTIVE" && !expired;
}

export function interactionUsed(metadata: Record<string, string> = {}): RequestError {
  return new RequestError("failed_precondition", "INTERACTION_USED", "This request was answered already.", {
    metadata,
  });
}

export function interactionNotFound(): RequestError {
  const message = "There is no such request, or it belongs to another account.";
  return new RequestError("not_found", "INTERACTION_NOT_FOUND", message);
}

function interactionExpired(metadata: Record<string, string>): RequestError {
  const message = "This request has expired. Start again at the app.";
  return new RequestError("failed_precondition", "INTERACTION_EXPIRED", message, { metadata });
}
