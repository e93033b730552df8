/** The maximum number of live secrets per app. Two allow rotation without downtime. */
export const LIVE_SECRETS = 2;
/** How long a retired secret stays valid by default, in microseconds: 7 days. */
export const SECRET_OVERLAP = 7 * 24 * 3600 * 1_000_000;

/** True if the secret is valid at `now`. Timestamps are microseconds of the database's clock. */
export function isSecretLive(secret: { retiresAt: number | null }, now: number): boolean {
  return secret.retiresAt === null || secret.retiresAt > now;
}

export type AddSecretDecision =
  | { kind: "add" }
  | { kind: "refuse"; reason: "SECRET_LIMIT" | "PUBLIC_APP" | "APP_ARCHIVED" };

export interface AddSecretFacts {
  app: { state: string; confidential: boolean };
  secrets: readonly { retiresAt: number | null }[];
}

/** Decides whether an app gets another secret. @see RFC 6749 §2.3.1 */
export function decideAddSecret({ app, secrets }: AddSecretFacts, now: number): AddSecretDecision {
  if (!app.confidential) return { kind: "refuse", reason: "PUBLIC_APP" };
  if (app.state === "ARCHIVED") return { kind: "refuse", reason: "APP_ARCHIVED" };
  const live = secrets.filter((secret) => isSecretLive(secret, now)).length;
  return live < LIVE_SECRETS ? { kind: "add" } : { kind: "refuse", reason: "SECRET_LIMIT" };
}

export type RetireSecretDecision = { kind: "retire"; retiresAt: number } | { kind: "nothing" };

/**
 * Decides when a secret expires: after the overlap, or `immediately` for a leaked one. Retiring again never extends it.
 * Timestamps are microseconds of the database's clock.
 */
export function decideRetireSecret(
  secret: { retiresAt: number | null },
  immediately: boolean,
  now: number,
): RetireSecretDecision {
  const retiresAt = immediately ? now : now + SECRET_OVERLAP;
  return secret.retiresAt !== null && secret.retiresAt <= retiresAt
    ? { kind: "nothing" }
    : { kind: "retire", retiresAt };
}
