/** How long an authorize request may wait for its approval, in microseconds: 10 minutes. */
export const INTERACTION_TTL = 600 * 1_000_000;

/** The interaction's row; moments are microseconds of the database's clock. */
export interface InteractionFacts {
  /** Null until somebody has signed in for it. */
  accountId: string | null;
  expiresAt: number;
  usedAt: number | null;
}

export type InteractionDecision =
  | { kind: "open" }
  /** `foreign` reads as not found; `expired` and `used` are pages with a way back. */
  | { kind: "closed"; reason: "foreign" | "expired" | "used" };

/**
 * Whether an account may look at an interaction or answer it. It belongs to the first account that signs in for it, and yields at most one code.
 * @see RFC 6749 §10.12
 */
export function decideInteraction(interaction: InteractionFacts, accountId: string, now: number): InteractionDecision {
  const { accountId: owner } = interaction;
  if (owner !== null && owner !== accountId) return { kind: "closed", reason: "foreign" };
  if (interaction.usedAt !== null) return { kind: "closed", reason: "used" };
  return interaction.expiresAt <= now ? { kind: "closed", reason: "expired" } : { kind: "open" };
}
