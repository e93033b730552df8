import { isUuid } from "../../credential/uuid.ts";
import type { AuthorizeRequest } from "../../oauth/authorize-request.ts";
import type { OAuthReason } from "../../oauth/errors.ts";
import { decideInteraction } from "../../oauth/interaction.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { type LockedInteraction, lockInteraction } from "../../store/consent/interactions.ts";
import type { Actor } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { readFormToken } from "./form-token.ts";

/** The request as an interaction keeps it. The install token is a row of its own: its text is a secret. */
export type KeptRequest = Omit<AuthorizeRequest, "installToken">;

/** An answer that was known before anybody signed in. */
export interface KeptOutcome {
  reason: OAuthReason;
  redirectUri: string;
  state: string | null;
}

/** An interaction, locked, that is open to the account. */
export type OpenInteraction = Omit<LockedInteraction, "request" | "outcome"> & {
  request: KeptRequest;
  outcome: KeptOutcome | null;
};

/** Locks an interaction for the account. Another account's is not found; one that is over cannot be gone on with. */
export async function lockOpen(tx: ManagementTransaction, id: string, actor: Actor): Promise<OpenInteraction> {
  const row = isUuid(id) ? await lockInteraction(tx.query, id) : null;
  if (row === null) throw notFound();
  const decision = decideInteraction(row, actor.accountId, row.now);
  if (decision.kind === "closed") throw decision.reason === "foreign" ? notFound() : over(decision.reason);
  // Only `openInteraction` writes these columns, and only from these types.
  return row as unknown as OpenInteraction;
}

/** The same for an answer on the page: it must have been shown to this account before, and be about a request without fault. */
export async function lockAnswerable(tx: ManagementTransaction, id: string, actor: Actor): Promise<OpenInteraction> {
  const interaction = await lockOpen(tx, id, actor);
  if (interaction.accountId === null || interaction.outcome !== null) {
    throw new RequestError(
      "failed_precondition",
      "INTERACTION_NOT_SHOWN",
      "This request was not shown yet. Open it first.",
    );
  }
  return interaction;
}

/**
 * Refuses a form that no page of this session and interaction made, before anything is looked up. Gives the digest of what that page showed.
 */
export function requireCsrf(
  deps: ConsentDependencies,
  { interactionId, csrfToken }: { interactionId: string; csrfToken: string },
  { sessionId }: Actor,
): string {
  const shown = readFormToken(deps.keys, csrfToken, { sessionId, interactionId });
  if (shown !== null) return shown;
  throw new RequestError("permission_denied", "CSRF", "The form is not from this session's page. Open the page again.");
}

function notFound(): RequestError {
  return new RequestError(
    "not_found",
    "INTERACTION_NOT_FOUND",
    "There is no such request, or it belongs to another account.",
  );
}

function over(reason: "expired" | "used"): RequestError {
  return reason === "used"
    ? new RequestError("failed_precondition", "INTERACTION_USED", "This request was answered already.")
    : new RequestError(
        "failed_precondition",
        "INTERACTION_EXPIRED",
        "This request is too old. Start again at the app.",
      );
}
