import { setFlagsFromString } from "node:v8";

const V8_OPTIONS = [
  // With pretenuring, V8 allocates the objects of short calls in the old space, where only a major collection frees them.
  "--no-allocation-site-pretenuring",
  // A major collection starts when the heap is half as large again as its live objects. By default it is four times as large.
  "--heap-growing-percent=50",
];

/** Bounds the garbage that a busy process holds. Call it before the first request. Figures: docs/performance.md, "Memory". */
export function setV8Options(): void {
  for (const option of V8_OPTIONS) setFlagsFromString(option);
}
