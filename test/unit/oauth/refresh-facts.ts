import {
  decideRefresh,
  type FamilyFacts,
  type PairFacts,
  type RefreshContext,
  type RefreshFacts,
} from "../../../src/oauth/refresh-token.ts";

export const SECOND = 1_000_000;
export const AUTHORIZED = 1_750_000_000 * SECOND;
/** When r1 was rotated into r2. */
export const ROTATED = AUTHORIZED + 3600 * SECOND;
export const NOW = ROTATED + 30 * SECOND;

export interface RefreshChanges {
  request?: Partial<RefreshFacts["request"]>;
  token?: Partial<NonNullable<RefreshFacts["token"]>> | null;
  family?: Partial<FamilyFacts>;
  context?: Partial<RefreshContext>;
  pair?: Partial<PairFacts> | null;
}

/** A valid refresh with the current token of a family in mode ROTATE, with changes. */
function factsOf({ request, token, family, context, pair }: RefreshChanges): RefreshFacts {
  const known = token !== null;
  return {
    request: { appId: "app", secretMatches: true, scopes: null, mode: "ROTATE", retryWindow: 600, ...request },
    token: known
      ? { id: "r2", expiresAt: NOW + 86_400 * SECOND, usedAt: null, successorId: null, successorScopes: null, ...token }
      : null,
    family: known
      ? {
          appId: "app",
          currentId: "r2",
          currentUsedAt: null,
          lateParentAt: null,
          endedAt: null,
          authorizedAt: AUTHORIZED,
          scopes: ["a", "b"],
          ungrantedScopes: null,
          ...family,
        }
      : null,
    context: known
      ? {
          merchant: { state: "ACTIVE" },
          installation: { state: "ACTIVE", grantedScopes: ["a", "b"] },
          app: { registeredScopes: ["a", "b"] },
          marks: { installation: null, app: null, merchant: null, everything: null },
          ...context,
        }
      : null,
    pair:
      pair === null ? null : { accessExpiresAt: ROTATED + 3600 * SECOND, accessRevokedAt: null, outage: 0, ...pair },
  };
}

/** The decision on a valid refresh with changed facts. */
export const decide = (changes: RefreshChanges, now = NOW) => decideRefresh(factsOf(changes), now);

/** r1, rotated into the current r2 at ROTATED with all scopes. */
export const PARENT = { id: "r1", usedAt: ROTATED, successorId: "r2", successorScopes: ["a", "b"] };
export const marksWith = (marks: Partial<RefreshContext["marks"]>) => ({
  marks: { installation: null, app: null, merchant: null, everything: null, ...marks },
});
