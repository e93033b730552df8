/** Seconds of a window whose end no test runs over: ten years. */
export const LONG = 315_360_000;
