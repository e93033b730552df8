import { setImmediate as nextTurn } from "node:timers/promises";

/** The shortest gap that counts as a pause. A client that gives up earlier is detected by its closed connection. */
const PAUSE_MS = 1_000;
const TICK_MS = 200;
/** The number of event-loop turns after which all requests that arrived during a pause have been read. */
const RECOVERY_TURNS = 16;
/** The event loop reads a close that follows a request in the socket's buffer one turn later, and emits it within two more turns. */
const TURNS_TO_CLOSE = 4;

/** Detects pauses of the process: stopped, suspended with its machine, or blocked. */
export interface PauseDetector {
  /** True while newly read requests may have been buffered during a pause. */
  isRecovering(): boolean;
  /** The number of pauses so far. */
  count(): number;
  stop(): void;
}

/** Milliseconds. The monotonic clock may stop while the machine is suspended; the wall clock does not. */
export interface Clocks {
  monotonic(): number;
  wall(): number;
}

const CLOCKS: Clocks = { monotonic: () => performance.now(), wall: () => Date.now() };

/** Compares both clocks on a timer and on each query, because a request may be read before the timer runs. */
export function detectPauses(clocks: Clocks = CLOCKS): PauseDetector {
  let last = { monotonic: clocks.monotonic(), wall: clocks.wall() };
  let pauses = 0;
  let turnsLeft = 0;
  const pass = (): void => {
    turnsLeft--;
    if (turnsLeft > 0) setImmediate(pass).unref();
  };
  const look = (): void => {
    const now = { monotonic: clocks.monotonic(), wall: clocks.wall() };
    const gap = Math.max(now.monotonic - last.monotonic, now.wall - last.wall);
    last = now;
    if (gap < PAUSE_MS) return;
    pauses++;
    if (turnsLeft === 0) setImmediate(pass).unref();
    turnsLeft = RECOVERY_TURNS;
  };
  const timer = setInterval(look, TICK_MS).unref();
  return {
    isRecovering() {
      look();
      return turnsLeft > 0;
    },
    count() {
      look();
      return pauses;
    },
    stop: () => clearInterval(timer),
  };
}

/** Reports no pauses; for tests. */
export const NO_PAUSES: PauseDetector = { isRecovering: () => false, count: () => 0, stop() {} };

/** Waits until the event loop has noticed connections closed by the peer. */
export async function untilClosesAreRead(): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_CLOSE; turn++) await nextTurn();
}
