import { isUnimplemented } from "../../../rpc/errors.ts";

/** Handles a core of the previous release, which does not count installations by health. */
export function orNoCounts(failure: unknown): null {
  if (isUnimplemented(failure)) return null;
  throw failure;
}
