import { isClientId } from "../../oauth/parameters.ts";
import { type ClaimRow, listClaims } from "../../store/reviews/claims.ts";
import {
  countReviews,
  findNextReview,
  findOldestReview,
  type QueuedRow,
  type QueueSizes,
} from "../../store/reviews/queue.ts";
import { requireOperator } from "../authorization.ts";
import type { Call } from "../call.ts";
import { OPERATORS_ONLY, type ReviewDependencies } from "./dependencies.ts";

export interface ReviewQueue extends QueueSizes {
  /** The unclaimed app that has waited longest, among apps that the operator may review. */
  next: QueuedRow | null;
  oldest: QueuedRow | null;
  claims: ClaimRow[];
}

const COUNT_LIMIT = 1_000;
const MAX_CLAIMS = 200;

/** @throws RequestError OPERATOR_ONLY */
export async function getReviewQueue(
  { management }: Pick<ReviewDependencies, "management">,
  { exceptClientId }: { exceptClientId: string },
  call: Call,
): Promise<ReviewQueue> {
  requireOperator(call, OPERATORS_ONLY);
  // PostgreSQL rejects NUL in text.
  const except = { clientId: isClientId(exceptClientId) ? exceptClientId : "", developerIds: ownTeams(call) };
  return management.read(async (_, query) => {
    const [sizes, next, oldest, claims] = await Promise.all([
      countReviews(query, COUNT_LIMIT),
      findNextReview(query, except),
      findOldestReview(query),
      listClaims(query, MAX_CLAIMS),
    ]);
    return { ...sizes, next, oldest, claims };
  });
}

/** The developers whose apps the operator may not review. */
function ownTeams({ actor }: Call): string[] {
  if (actor === null) return [];
  const { accountId, teams = [], inactiveTeams = [] } = actor;
  return [accountId, ...teams.map(({ teamId }) => teamId), ...inactiveTeams];
}
