import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type DecisionTemplateSchema,
  type GetReviewQueueResponseSchema,
  type GetReviewResponseSchema,
  ReviewCheckKind,
  ReviewCheckResult,
  type ReviewClaimSchema,
  type ReviewDecisionSchema,
  type UpsertDecisionTemplateRequest as UpsertDecisionTemplateMessage,
} from "../../../gen/latchkey/v1/review_service_pb.ts";
import type { Review } from "../../service/reviews/get-review.ts";
import type { ReviewQueue } from "../../service/reviews/get-review-queue.ts";
import type { UpsertDecisionTemplateRequest } from "../../service/reviews/upsert-decision-template.ts";
import type { ClaimRow } from "../../store/reviews/claims.ts";
import type { DecisionTemplateRow } from "../../store/reviews/decision-templates.ts";
import type { QueuedRow } from "../../store/reviews/queue.ts";
import type { DecisionRow } from "../../store/reviews/review-facts.ts";
import { toProfile } from "./app-messages.ts";
import { orNull, toTimestamp } from "./fields.ts";

export function toReviewQueue(queue: ReviewQueue): MessageInitShape<typeof GetReviewQueueResponseSchema> {
  const { waiting, inReview, next, oldest, claims } = queue;
  return {
    waiting,
    inReview,
    ...(next !== null && { next: toQueuedReview(next) }),
    ...(oldest !== null && { oldest: toQueuedReview(oldest) }),
    claims: claims.map(toClaim),
  };
}

function toQueuedReview({ clientId, name, submittedAt }: QueuedRow) {
  return { clientId, name, submittedAt: toTimestamp(submittedAt) };
}

export function toReview(review: Review): MessageInitShape<typeof GetReviewResponseSchema> {
  const { claim, lastDecision, withdrawal, checks, developerLanguage, ownsApp } = review;
  return {
    ...(claim !== null && { claim: toClaim(claim) }),
    ...(lastDecision !== null && { lastDecision: toDecision(lastDecision) }),
    ...(withdrawal !== null && { withdrawal: toDecision(withdrawal) }),
    checks: checks.map(({ kind, result, subjects, count }) => ({
      kind: ReviewCheckKind[kind],
      result: ReviewCheckResult[result],
      subjects,
      count,
    })),
    developerLanguage: developerLanguage ?? "",
    ownApp: ownsApp,
  };
}

export function toClaim(row: ClaimRow): MessageInitShape<typeof ReviewClaimSchema> {
  const { claimedAt, expiresAt, ...claim } = row;
  return { ...claim, claimedAt: toTimestamp(claimedAt), expiresAt: toTimestamp(expiresAt) };
}

function toDecision({ action, revision, at, profile }: DecisionRow): MessageInitShape<typeof ReviewDecisionSchema> {
  return {
    action,
    revision: revision ?? 0,
    at: toTimestamp(at),
    ...(profile !== null && { profile: toProfile(profile) }),
    logoDigest: profile?.logoDigest ?? "",
  };
}

export function toDecisionTemplate(row: DecisionTemplateRow): MessageInitShape<typeof DecisionTemplateSchema> {
  const { id, name, reasonCode, textEn, textDe, updatedAt, revision } = row;
  return { templateId: id, name, reasonCode, textEn, textDe, updatedAt: toTimestamp(updatedAt), revision };
}

/** An absent template counts as an empty one, whose fields fail the validation. */
export function fromUpsertDecisionTemplate({ template }: UpsertDecisionTemplateMessage): UpsertDecisionTemplateRequest {
  const { templateId = "", name = "", reasonCode = "", textEn = "", textDe = "", revision = null } = template ?? {};
  return { id: orNull(templateId), name, reasonCode, textEn, textDe, revision };
}
