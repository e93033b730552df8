import type { ReviewService } from "../../../gen/latchkey/v1/review_service_pb.ts";
import { claimReview } from "../../service/reviews/claim-review.ts";
import { deleteDecisionTemplate } from "../../service/reviews/delete-decision-template.ts";
import type { ReviewDependencies } from "../../service/reviews/dependencies.ts";
import { getReview } from "../../service/reviews/get-review.ts";
import { getReviewQueue } from "../../service/reviews/get-review-queue.ts";
import { listDecisionTemplates } from "../../service/reviews/list-decision-templates.ts";
import { releaseReview } from "../../service/reviews/release-review.ts";
import { upsertDecisionTemplate } from "../../service/reviews/upsert-decision-template.ts";
import type { Implementation } from "../transports/implementation.ts";
import { fromUpsertDecisionTemplate, toClaim, toDecisionTemplate, toReview, toReviewQueue } from "./review-messages.ts";

export function reviewService(deps: ReviewDependencies): Implementation<typeof ReviewService> {
  return {
    getReviewQueue: async (request, call) => toReviewQueue(await getReviewQueue(deps, request, call)),
    getReview: async (request, call) => toReview(await getReview(deps, request, call)),
    claimReview: async (request, call) => ({ claim: toClaim(await claimReview(deps, request, call)) }),
    async releaseReview(request, call) {
      await releaseReview(deps, request, call);
      return {};
    },
    listDecisionTemplates: async (_request, call) => ({
      templates: (await listDecisionTemplates(deps, call)).map(toDecisionTemplate),
    }),
    upsertDecisionTemplate: async (request, call) => ({
      template: toDecisionTemplate(await upsertDecisionTemplate(deps, fromUpsertDecisionTemplate(request), call)),
    }),
    async deleteDecisionTemplate(request, call) {
      await deleteDecisionTemplate(deps, request, call);
      return {};
    },
  };
}
