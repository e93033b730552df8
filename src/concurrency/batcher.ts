import { StorageError } from "../observe/storage-fault.ts";
import type { Settled } from "../store/connection/transaction.ts";
import { Crowd } from "./adaptive-delay.ts";

/** How requests of one operation are gathered. */
export interface Bounds {
  /** Members of a group at most. */
  size: number;
  /** Groups under way at once. */
  abreast: number;
  /** Requests that wait for a group at most; whoever comes past it is turned away at once. */
  waiting: number;
  /** Milliseconds that a request waits for its group to begin. */
  patienceMs: number;
}

/** What is done with a group. `C` is what one group at a time works on: a connection. */
export interface GroupSteps<C, R, D> {
  connect(): Promise<C>;
  /** What members are told for an error of `connect`. */
  toError(error: unknown): unknown;
  /** Gives back a connection for which nobody was left. */
  giveBack(connection: C): void;
  /** Decides all members and gives one outcome for each, in their order. What it throws is every member's. */
  decide(connection: C, members: readonly R[]): Promise<Settled<D>[]>;
  /** True if nobody waits for this member's answer any more. */
  hasLeft(member: R): boolean;
}

/** Why a request was not decided in a group: no room, no patience left, no caller left. */
export type TurnedAway = "full" | "late" | "left";

export interface GroupObserver {
  /** A group began: how many it has, and for how many seconds its first member waited. */
  began(group: { size: number; waited: number }): void;
  turnedAway(why: TurnedAway): void;
}

/** Requests of one operation that share transactions. */
export interface Gatherer<R, D> {
  /** The member's own outcome; never rejects. */
  join(member: R): Promise<Settled<D>>;
  /** Lets nobody in any more; resolves when everyone inside has an outcome. */
  drain(): Promise<void>;
}

interface Waiting<R, D> {
  member: R;
  since: number;
  settle(settled: Settled<D>): void;
}

const NOBODY: GroupObserver = { began() {}, turnedAway() {} };

/** What a gatherer is made of. */
export interface GathererParts<C, R, D> {
  steps: GroupSteps<C, R, D>;
  bounds: Bounds;
  observer?: GroupObserver;
}

/**
 * Gathers the requests that wait at the same time into groups, in order of arrival. A request that finds fewer than `abreast` groups under
 * way begins one of its own at once, so a lone one waits for nobody. In a crowd the requests that have arrived already are read first. Who
 * is in a group is settled when its connection is there: whoever came while one was waited for still gets in.
 */
export function createGatherer<C, R, D>(parts: GathererParts<C, R, D>): Gatherer<R, D> {
  const gathering = new Gathering(parts);
  return { join: (member) => gathering.join(member), drain: () => gathering.drain() };
}

class Gathering<C, R, D> implements Gatherer<R, D> {
  readonly #steps: GroupSteps<C, R, D>;
  readonly #bounds: Bounds;
  readonly #observer: GroupObserver;
  #queue: Waiting<R, D>[] = [];
  #underWay = 0;
  #connecting = 0;
  readonly #crowd = new Crowd();
  #clock: NodeJS.Timeout | null = null;
  #closed = false;
  readonly #drained = Promise.withResolvers<void>();

  constructor({ steps, bounds, observer = NOBODY }: GathererParts<C, R, D>) {
    this.#steps = steps;
    this.#bounds = bounds;
    this.#observer = observer;
  }

  join(member: R): Promise<Settled<D>> {
    return new Promise((settle) => {
      const { size, abreast, waiting } = this.#bounds;
      if (this.#queue.length >= waiting) this.#dismiss("left", (one) => this.#steps.hasLeft(one.member));
      if (this.#closed || this.#queue.length >= waiting) return this.#turnAway({ settle }, "full");
      this.#queue.push({ member, since: performance.now(), settle });
      if (this.#underWay < abreast && this.#queue.length > this.#connecting * size) void this.#serve();
      this.#watchPatience();
    });
  }

  drain(): Promise<void> {
    this.#closed = true;
    this.#endIfDrained();
    return this.#drained.promise;
  }

  /** Works through the queue, group by group. */
  async #serve(): Promise<void> {
    this.#underWay++;
    while (this.#queue.length > 0) await this.#serveOne();
    this.#underWay--;
    this.#endIfDrained();
  }

  #endIfDrained(): void {
    if (this.#closed && this.#underWay === 0) this.#drained.resolve();
  }

  async #serveOne(): Promise<void> {
    const connection = await this.#connect();
    if (connection === null) return;
    const group = this.#takeGroup();
    if (group.length === 0) return this.#steps.giveBack(connection);
    // Whoever is left over has waited for this connection, and no later one is promised to come.
    if (this.#queue.length > 0 && this.#underWay < this.#bounds.abreast) void this.#serve();
    this.#crowd.began(group.length);
    this.#observer.began({ size: group.length, waited: (performance.now() - group[0]!.since) / 1_000 });
    const settled = await this.#decide(connection, group);
    for (const [at, one] of group.entries()) one.settle(settled[at]!);
  }

  /** A connection; null if none is to be had, and then nobody who was there when it was asked for is left in the queue. */
  async #connect(): Promise<C | null> {
    this.#connecting++;
    if (this.#crowd.isThere) await this.#crowd.gathered(() => this.#queue.length, this.#bounds.size);
    const asked = performance.now();
    try {
      return await this.#steps.connect();
    } catch (error) {
      const fault = this.#steps.toError(error);
      for (const one of this.#remove(({ since }) => since <= asked)) one.settle({ kind: "fault", fault });
      return null;
    } finally {
      this.#connecting--;
    }
  }

  async #decide(connection: C, group: readonly Waiting<R, D>[]): Promise<Settled<D>[]> {
    const members = group.map(({ member }) => member);
    try {
      return await this.#steps.decide(connection, members);
    } catch (fault) {
      return members.map(() => ({ kind: "fault", fault }));
    }
  }

  /** The next group, in order of arrival, without those whom nobody waits for any more. */
  #takeGroup(): Waiting<R, D>[] {
    const group: Waiting<R, D>[] = [];
    let taken = 0;
    for (; taken < this.#queue.length && group.length < this.#bounds.size; taken++) {
      const one = this.#queue[taken]!;
      if (this.#steps.hasLeft(one.member)) this.#turnAway(one, "left");
      else group.push(one);
    }
    this.#queue.splice(0, taken);
    return group;
  }

  /** One timer for all that wait; where nobody waits there is none, and it is never what a group waits for. */
  #watchPatience(): void {
    const first = this.#queue[0];
    if (this.#clock !== null || first === undefined) return;
    const { patienceMs } = this.#bounds;
    const due = first.since + patienceMs - performance.now();
    const end = () => {
      this.#clock = null;
      const now = performance.now();
      this.#dismiss("late", ({ since }) => since + patienceMs <= now);
      this.#watchPatience();
    };
    // A process that was held up sees its timers before what the database has sent meanwhile.
    this.#clock = setTimeout(() => setImmediate(end), due);
  }

  #dismiss(why: TurnedAway, isTheirs: (one: Waiting<R, D>) => boolean): void {
    for (const one of this.#remove(isTheirs)) this.#turnAway(one, why);
  }

  #remove(isTheirs: (one: Waiting<R, D>) => boolean): Waiting<R, D>[] {
    const removed = this.#queue.filter(isTheirs);
    if (removed.length > 0) this.#queue = this.#queue.filter((one) => !isTheirs(one));
    return removed;
  }

  #turnAway({ settle }: Pick<Waiting<R, D>, "settle">, why: TurnedAway): void {
    this.#observer.turnedAway(why);
    settle({ kind: "fault", fault: new StorageError(SENTENCES[why]) });
  }
}

const SENTENCES: Record<TurnedAway, string> = {
  full: "too many requests wait for the database",
  late: "the request waited too long for its turn at the database",
  left: "the caller left before its turn at the database",
};
