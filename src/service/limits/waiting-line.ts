/** Lanes take turns, so that no kind of work starves another. */
const LANES = ["known", "open", "hash", "slow"] as const;

/** `known`: browsers known for the account. `open`: other sign-ins. `hash`: new passwords. `slow`: whatever is past a limit. */
export type Lane = (typeof LANES)[number];

/** Where a piece of work stands among those that wait. */
export interface Place {
  lane: Lane;
  /** The client's address, or the account of a known browser. Keys of equal rank take turns. */
  key: string;
  /** Lower goes first within a lane; of one key and rank the newest, because the others may have given up. */
  rank: number;
  /** Milliseconds until it is turned away. */
  waitMs: number;
  /** Aborts when the caller has gone. */
  signal?: AbortSignal | undefined;
}

export interface LineBounds {
  /** Works of one key that wait; past it the last of that key is turned away. */
  perKey: number;
  /** Works that wait altogether; past it the last of the key with the most is turned away. */
  total: number;
}

export type TurnedAway = "full" | "late" | "left";

/** Work that waits, in bounds. */
export interface WaitingLine<P extends Place> {
  /** Resolves when the work is called, with null, or with the reason why it never will be. */
  enter(place: P): Promise<TurnedAway | null>;
  /** Calls the next of those that may start; null if there is none. */
  call(mayStart: (place: P) => boolean): P | null;
  readonly turnedAway: Readonly<Record<TurnedAway, number>>;
  readonly length: number;
}

interface Waiting<P> {
  place: P;
  settle(why: TurnedAway | null): void;
}

export function createWaitingLine<P extends Place>({ perKey, total }: LineBounds): WaitingLine<P> {
  const turnedAway = { full: 0, late: 0, left: 0 };
  /** In the order of arrival. */
  const waiting: Waiting<P>[] = [];
  const turns = createTurns<P>();

  function add(place: P, resolve: (why: TurnedAway | null) => void): void {
    const timer = Number.isFinite(place.waitMs) ? setTimeout(() => entry.settle("late"), place.waitMs) : undefined;
    const onLeft = () => entry.settle("left");
    const entry: Waiting<P> = {
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
    if (same.length > perKey) lastOf(same).settle("full");
    else if (waiting.length > total) lastOf(longestKey(waiting)).settle("full");
  }

  return {
    turnedAway,
    get length() {
      return waiting.length;
    },
    enter: (place) => new Promise((resolve) => add(place, resolve)),
    call(mayStart) {
      const next = turns.findNext(waiting.filter(({ place }) => mayStart(place)));
      if (next === undefined) return null;
      next.settle(null);
      return next.place;
    },
  };
}

/** Keys whose last turn is remembered: more than ever wait at once. */
const REMEMBERED = 2_000;

/** Lanes take turns, and in a lane the keys of equal rank. */
function createTurns<P extends Place>() {
  /** When each key had its last turn, as a running number. */
  const last = new Map<string, number>();
  const lastTurn = (key: string): number => last.get(key) ?? 0;
  let count = 0;
  let lastLane = LANES.length - 1;

  function note(key: string): void {
    last.delete(key);
    last.set(key, ++count);
    if (last.size > REMEMBERED) last.delete(last.keys().next().value!);
  }

  return {
    /** The lane after the one called last comes first. */
    findNext(ready: readonly Waiting<P>[]): Waiting<P> | undefined {
      for (let step = 1; step <= LANES.length; step++) {
        const at = (lastLane + step) % LANES.length;
        const inLane = ready.filter(({ place }) => place.lane === LANES[at]);
        const next = firstOf(inLane, lastTurn);
        if (next === undefined) continue;
        lastLane = at;
        note(next.place.key);
        return next;
      }
      return undefined;
    },
  };
}

/** The best rank, of that the key whose turn is longest ago, and of that the newest. @param entries in the order of arrival */
function firstOf<P extends Place>(
  entries: readonly Waiting<P>[],
  lastTurn: (key: string) => number,
): Waiting<P> | undefined {
  let best: Waiting<P> | undefined;
  for (const entry of entries) {
    const order =
      best === undefined
        ? 0
        : entry.place.rank - best.place.rank || lastTurn(entry.place.key) - lastTurn(best.place.key);
    if (order <= 0) best = entry;
  }
  return best;
}

/** The worst rank, and of that the oldest. @param entries in the order of arrival, not empty */
function lastOf<P extends Place>(entries: readonly Waiting<P>[]): Waiting<P> {
  return entries.reduce((worst, entry) => (entry.place.rank > worst.place.rank ? entry : worst));
}

/** The entries of the keys with the most. @param entries not empty */
function longestKey<P extends Place>(entries: readonly Waiting<P>[]): Waiting<P>[] {
  const counts = new Map<string, number>();
  for (const { place } of entries) counts.set(place.key, (counts.get(place.key) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return entries.filter(({ place }) => counts.get(place.key) === most);
}
