/** Where `failpoints.ts` can end the core during an operation on tokens, in order. */
export const FAILPOINTS = [
  "after lock",
  "after write",
  "before commit",
  "after commit",
  "before answer",
  "mid-answer",
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** The environment variable of `failpoints.ts`: a failpoint, a colon, and how often it is reached. */
export const FAILPOINT_VARIABLE = "FAILPOINT";
