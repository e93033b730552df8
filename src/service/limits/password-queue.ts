import { createWaitingLine, type LineBounds, type Place, type TurnedAway } from "./waiting-line.ts";

/** How much password work runs and waits in this process. */
export interface QueueBounds extends LineBounds {
  /** Works that run at once. */
  atOnce: number;
  /** Milliseconds between two works of a slowed key, which never run side by side. */
  paceMs: number;
}

export type Queued<T> = { kind: "done"; value: T } | { kind: "turned_away"; why: TurnedAway };

/** Runs argon2 work under one cap, so that a flood neither fills the thread pool nor keeps others waiting behind it. */
export interface PasswordQueue {
  run<T>(place: Place, work: () => Promise<T>): Promise<Queued<T>>;
  /** How many were turned away so far. */
  readonly turnedAway: Readonly<Record<TurnedAway, number>>;
  readonly waiting: number;
}

export function createPasswordQueue({ atOnce, paceMs, ...bounds }: QueueBounds): PasswordQueue {
  const line = createWaitingLine(bounds);
  /** Slowed keys of which a work runs or has just run. */
  const resting = new Set<string>();
  let running = 0;

  function dispatch(): void {
    while (running < atOnce) {
      const place = line.call(({ key, slowed }) => !(slowed && resting.has(key)));
      if (place === null) return;
      running += 1;
      if (place.slowed) resting.add(place.key);
    }
  }

  function leave({ key, slowed }: Place): void {
    running -= 1;
    if (slowed) setTimeout(() => void (resting.delete(key) && dispatch()), paceMs).unref();
    dispatch();
  }

  return {
    turnedAway: line.turnedAway,
    get waiting() {
      return line.length;
    },
    async run(place, work) {
      const called = line.enter(place);
      dispatch();
      const why = await called;
      if (why !== null) return { kind: "turned_away", why };
      try {
        return { kind: "done", value: await work() };
      } finally {
        leave(place);
      }
    },
  };
}
