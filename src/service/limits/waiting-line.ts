/** Where a piece of work stands among those that wait. */
export interface Place {
  /** The client's address or browser. */
  key: string;
  /** Lower goes first; of equals the newest, because the others may have given up. */
  rank: number;
  slowed: boolean;
  /** Milliseconds until it is turned away. */
  waitMs: number;
  /** Aborts when the caller has gone. */
  signal?: AbortSignal | undefined;
}

export interface LineBounds {
  /** Works of one key that wait; past it the one that has waited longest is turned away. */
  perKey: number;
  /** Works that wait altogether; past it the last in the order is turned away. */
  total: number;
}

export type TurnedAway = "full" | "late" | "left";

/** Work that waits, in bounds. */
export interface WaitingLine {
  /** Resolves when the work is called, with null, or with the reason why it never will be. */
  enter(place: Place): Promise<TurnedAway | null>;
  /** Calls the first of those that may start; null if there is none. */
  call(mayStart: (place: Place) => boolean): Place | null;
  readonly turnedAway: Readonly<Record<TurnedAway, number>>;
  readonly length: number;
}

interface Waiting {
  place: Place;
  settle(why: TurnedAway | null): void;
}

export function createWaitingLine({ perKey, total }: LineBounds): WaitingLine {
  const turnedAway = { full: 0, late: 0, left: 0 };
  /** In the order of arrival. */
  const waiting: Waiting[] = [];

  function add(place: Place, resolve: (why: TurnedAway | null) => void): void {
    const timer = Number.isFinite(place.waitMs) ? setTimeout(() => entry.settle("late"), place.waitMs) : undefined;
    const onLeft = () => entry.settle("left");
    const entry: Waiting = {
      place,
      settle(why) {
        clearTimeout(timer);
        place.signal?.removeEventListener("abort", onLeft);
        waiting.splice(waiting.indexOf(entry), 1);
        if (why !== null) turnedAway[why] += 1;
        resolve(why);
      },
    };
    waiting.push(entry);
    place.signal?.addEventListener("abort", onLeft);
    if (place.signal?.aborted) onLeft();
    else makeRoom(place);
  }

  function makeRoom({ key }: Place): void {
    const same = waiting.filter(({ place }) => place.key === key);
    if (same.length > perKey) same[0]!.settle("full");
    else if (waiting.length > total) lastOf(waiting).settle("full");
  }

  return {
    turnedAway,
    get length() {
      return waiting.length;
    },
    enter: (place) => new Promise((resolve) => add(place, resolve)),
    call(mayStart) {
      const next = firstOf(waiting.filter(({ place }) => mayStart(place)));
      next?.settle(null);
      return next?.place ?? null;
    },
  };
}

/** The best rank, and of that the newest. @param entries in the order of arrival */
function firstOf(entries: readonly Waiting[]): Waiting | undefined {
  let best: Waiting | undefined;
  for (const entry of entries) if (best === undefined || entry.place.rank <= best.place.rank) best = entry;
  return best;
}

/** The worst rank, and of that the oldest. @param entries in the order of arrival, not empty */
function lastOf(entries: readonly Waiting[]): Waiting {
  return entries.reduce((worst, entry) => (entry.place.rank > worst.place.rank ? entry : worst));
}
