/** The points of an operation on tokens at which `failpoints.ts` can end the core, in order. */
export const FAILPOINTS = [
  "after lock",
  "after write",
  "before commit",
  "after commit",
  "before answer",
  "mid-answer",
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** The environment variable of `failpoints.ts`: a failpoint, a colon, and the number of the pass that ends the process. */
export const FAILPOINT_VARIABLE = "FAILPOINT";
