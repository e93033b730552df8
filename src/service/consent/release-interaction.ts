import { releaseInteraction as releaseRow } from "../../store/consent/interactions.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { ConsentDependencies } from "./dependencies.ts";
import { lockInteraction } from "./interaction.ts";

export interface ReleaseInteractionRequest {
  interactionId: string;
}

/**
 * Unbinds an open interaction from the account, so that the next account that opens it answers it. That account sees the page, also if an
 * earlier consent covers the request: a page was shown before. The install token stays with the account that it was issued to. An
 * interaction without an account stays as it is.
 */
export async function releaseInteraction(
  deps: ConsentDependencies,
  { interactionId }: ReleaseInteractionRequest,
  call: Call,
): Promise<void> {
  const actor = requireActor(call);
  await deps.management.transactional(async (tx) => {
    const { id, request, accountId, address } = await lockInteraction(tx, interactionId, actor);
    if (accountId === null) return;
    const prompts = [...new Set([...request.prompts, "consent"])];
    const limit = deps.openAuthorizations?.openAuthorizationsPerAddress ?? null;
    await releaseRow(tx.query, { id, request: { ...request, prompts }, address, limit });
  });
}
