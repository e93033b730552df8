import { RequestError } from "../../../src/service/errors.ts";

/** Kind and reason of the rejection. */
export async function requestErrorOf(promise: Promise<unknown>): Promise<Pick<RequestError, "kind" | "reason">> {
  const error = await promise.then(
    () => new Error("the promise was not rejected"),
    (thrown) => thrown,
  );
  if (!(error instanceof RequestError)) throw error;
  return { kind: error.kind, reason: error.reason };
}
