/* Preloaded by `node --import` in tests only: intervals of a minute, such as those of the cleanup jobs, become half a second. */

const MINUTE_MS = 60_000;
const BRIEF_MS = 500;

const { setInterval: original } = globalThis;
const briefly = (callback: () => void, ms?: number, ...rest: unknown[]) =>
  original(callback, ms === MINUTE_MS ? BRIEF_MS : ms, ...(rest as []));
Object.assign(globalThis, { setInterval: briefly });
