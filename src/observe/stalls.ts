import { setImmediate as nextTurn } from "node:timers/promises";

/** A gap that long is a stall. Clients that give up sooner are found by their closed connection alone. */
const STALL_MS = 1_000;
const TICK_MS = 200;
/** Turns of the event loop after a stall in which everything that lay in the sockets is read. */
const SHADOW_TURNS = 16;
/** A close that lies behind a request in the socket's buffer is read one turn later, and told within the next two. */
const TURNS_TO_CLOSE = 4;

/** Notices that the process stood still: stopped, suspended with its machine, or blocked. */
export interface StallWatch {
  /** True while a request that is read may have lain in its socket during a stall. */
  inShadow(): boolean;
  /** Stalls so far. */
  count(): number;
  stop(): void;
}

/** Milliseconds. The monotonic clock may stand still while the machine is suspended; the wall clock does not. */
export interface Clocks {
  monotonic(): number;
  wall(): number;
}

const CLOCKS: Clocks = { monotonic: () => performance.now(), wall: () => Date.now() };

/** Compares both clocks five times a second, and whenever it is asked: a request can be read before the timer runs. */
export function watchStalls(clocks: Clocks = CLOCKS): StallWatch {
  let last = { monotonic: clocks.monotonic(), wall: clocks.wall() };
  let stalls = 0;
  let turnsLeft = 0;
  const pass = (): void => {
    turnsLeft--;
    if (turnsLeft > 0) setImmediate(pass).unref();
  };
  const look = (): void => {
    const now = { monotonic: clocks.monotonic(), wall: clocks.wall() };
    const gap = Math.max(now.monotonic - last.monotonic, now.wall - last.wall);
    last = now;
    if (gap < STALL_MS) return;
    stalls++;
    if (turnsLeft === 0) setImmediate(pass).unref();
    turnsLeft = SHADOW_TURNS;
  };
  const timer = setInterval(look, TICK_MS).unref();
  return {
    inShadow() {
      look();
      return turnsLeft > 0;
    },
    count() {
      look();
      return stalls;
    },
    stop: () => clearInterval(timer),
  };
}

/** For processes that need no watch, such as tests of other parts. */
export const NO_STALLS: StallWatch = { inShadow: () => false, count: () => 0, stop() {} };

/** Lets the event loop read its sockets until a connection that its peer has closed is known to be closed. */
export async function untilClosesAreRead(): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_CLOSE; turn++) await nextTurn();
}
