/** The interaction's row. Timestamps are microseconds of the database's clock. */
export interface InteractionFacts {
  /** Null until the first sign-in. */
  accountId: string | null;
  expiresAt: number;
  usedAt: number | null;
}

export type InteractionDecision =
  | { kind: "open" }
  /** `foreign` is reported as not found. `expired` and `used` have pages with a recovery link. */
  | { kind: "closed"; reason: "foreign" | "expired" | "used" };

/**
 * Decides whether an account may view or answer an interaction. An interaction belongs to the first account that signs in, until
 * that account releases it.
 * @see RFC 6749 §10.12
 */
export function decideInteraction(interaction: InteractionFacts, accountId: string, now: number): InteractionDecision {
  const { accountId: owner } = interaction;
  if (owner !== null && owner !== accountId) return { kind: "closed", reason: "foreign" };
  if (interaction.usedAt !== null) return { kind: "closed", reason: "used" };
  return interaction.expiresAt <= now ? { kind: "closed", reason: "expired" } : { kind: "open" };
}
