import type { GetReviewQueueResponse } from "../../../gen/latchkey/v1/review_service_pb.ts";
import type { RequestContext } from "../request-context.ts";

/** The responses for requests in progress, so that a page and its navigation share one call. */
const responses = new WeakMap<RequestContext["call"], Promise<GetReviewQueueResponse>>();

/** Reads the queue of the operator, once per request. */
export function readReviewQueue({ web, call }: Pick<RequestContext, "web" | "call">): Promise<GetReviewQueueResponse> {
  const known = responses.get(call);
  if (known !== undefined) return known;
  const response = web.clients.reviews.getReviewQueue({}, call);
  responses.set(call, response);
  return response;
}
