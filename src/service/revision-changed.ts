import { RequestError } from "./errors.ts";

/** The error of a change by a caller that has read an earlier revision. @param subject such as "The scope" */
export function revisionChanged(subject: string): RequestError {
  return new RequestError("aborted", "REVISION_CHANGED", `${subject} has changed: read it first.`);
}
