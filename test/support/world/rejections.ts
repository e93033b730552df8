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

/** The rejection of a sign-in with a wrong e-mail or password. */
export const WRONG = {
  kind: "unauthenticated",
  reason: "CREDENTIALS",
  message: "The e-mail or the password is wrong.",
};

/** The kind, reason and message of a rejection, or "nothing". */
export async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "nothing",
    ({ kind, reason, message }) => ({ kind, reason, message }),
  );
}
