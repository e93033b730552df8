import { setFlagsFromString } from "node:v8";

const V8_OPTIONS = [
  // With pretenuring, V8 allocates the objects of short calls in the old space, where only a major collection frees them.
  "--no-allocation-site-pretenuring",
  // Starts a major collection when the heap has grown to 1.5 times its live objects. The default is four times.
  "--heap-growing-percent=50",
];

/** Bounds the garbage that a busy process holds. Call it before the first request. Figures: docs/performance.md, "Memory". */
export function setV8Options(): void {
  for (const option of V8_OPTIONS) setFlagsFromString(option);
}
