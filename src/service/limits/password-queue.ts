import { createWaitingLine, type LineBounds, type Place, type TurnedAway } from "./waiting-line.ts";

/** How much password work runs and waits in this process. */
export interface QueueBounds extends LineBounds {
  /** Works that run at once. */
  atOnce: number;
  /** Milliseconds between two works of a slowed account or address, which never run side by side. */
  paceMs: Readonly<Record<PaceKind, number>>;
}

export type PaceKind = "account" | "address";

/** A limit that is used up: works under its key run one after the other, with a pause. */
export interface Pace {
  key: string;
  kind: PaceKind;
}

export interface PacedPlace extends Place {
  paces: readonly Pace[];
}

export type Queued<T> = { kind: "done"; value: T } | { kind: "turned_away"; why: TurnedAway };

/** Runs argon2 work under one cap, so that a flood neither fills the thread pool nor keeps others waiting behind it. */
export interface PasswordQueue {
  run<T>(place: PacedPlace, work: () => Promise<T>): Promise<Queued<T>>;
  /** How many were turned away so far. */
  readonly turnedAway: Readonly<Record<TurnedAway, number>>;
  readonly waiting: number;
}

export function createPasswordQueue({ atOnce, paceMs, ...bounds }: QueueBounds): PasswordQueue {
  const line = createWaitingLine<PacedPlace>(bounds);
  /** Paced keys of which a work runs or has just run. */
  const resting = new Set<string>();
  let running = 0;

  function dispatch(): void {
    while (running < atOnce) {
      const place = line.call(({ paces }) => !paces.some(({ key }) => resting.has(key)));
      if (place === null) return;
      running += 1;
      for (const { key } of place.paces) resting.add(key);
    }
  }

  function leave({ paces }: PacedPlace): void {
    running -= 1;
    for (const { key, kind } of paces) {
      setTimeout(() => void (resting.delete(key) && dispatch()), paceMs[kind]).unref();
    }
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
