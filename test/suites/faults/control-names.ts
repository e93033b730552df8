/** The guards that `controls.ts` can remove from a core. */
export const CONTROLS = ["row locks", "row locks and compare-and-set", "errors of revocations"] as const;

export type Control = (typeof CONTROLS)[number];

/** The environment variable of `controls.ts`. */
export const CONTROL_VARIABLE = "CONTROL";
