import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Read, ReadAnswer, ReplicaStart } from "./replica.ts";

/** For each token: `endedAt` is the time since which it is suspended, null if it is or may be active; `returns` counts its resumptions. */
export interface Truth {
  endedAt: (number | null)[];
  returns: number[];
}

/** The results of reading two replicas. */
export interface Tally {
  reads: number;
  /** Reads that returned `active` although the suspension was confirmed more than the bound before. */
  stale: string[];
  active: number;
  inactive: number;
  /** Reads that the core answered with an error. */
  faults: number;
  /** Cache counters of each replica. */
  counts: ReadAnswer["counts"][];
}

const AT_ONCE = 200;

/** Replicas in separate processes that are read continuously; the results are compared with the confirmed suspensions. */
export class Readers {
  readonly tally: Tally = { reads: 0, stale: [], active: 0, inactive: 0, faults: 0, counts: [] };
  readonly children: ChildProcess[] = [];
  readonly #start: ReplicaStart;
  readonly #truth: Truth;
  #phase = "";
  #stopping = false;
  #next = 0;

  constructor(start: ReplicaStart, truth: Truth) {
    this.#start = start;
    this.#truth = truth;
  }

  async open(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const child = fork(join(import.meta.dirname, "replica.ts"), [JSON.stringify(this.#start)]);
      this.children.push(child);
      await once(child, "message");
      this.#ask(child, n);
    }
  }

  /** The current fault, for error messages. */
  set phase(name: string) {
    this.#phase = name;
  }

  async close(): Promise<void> {
    this.#stopping = true;
    for (const child of this.children) {
      if (child.exitCode !== null) continue;
      const over = once(child, "exit");
      child.kill("SIGKILL");
      await over;
    }
  }

  #ask(child: ChildProcess, replica: number): void {
    const { tokens, maxAgeMs } = this.#start;
    const places = Array.from({ length: AT_ONCE }, () => this.#next++ % tokens.length);
    const sentAt = performance.now();
    const { endedAt, returns } = this.#truth;
    const due = places.map((place) => {
      const at = endedAt[place];
      return at !== null && at !== undefined && sentAt > at + maxAgeMs ? returns[place]! : null;
    });
    child.send({ number: this.#next, places } satisfies Read, (failure) => {
      if (failure !== null) this.#stopping = true;
    });
    child.once("message", ({ active, counts }: ReadAnswer) => {
      for (const [at, place] of places.entries()) this.#count(active[at]!, { due: due[at]!, place, replica });
      this.tally.counts[replica] = counts;
      if (!this.#stopping) setImmediate(() => this.#ask(child, replica));
    });
  }

  #count(
    active: boolean | null,
    { due, place, replica }: { due: number | null; place: number; replica: number },
  ): void {
    this.tally.reads++;
    if (active === null) this.tally.faults++;
    else if (!active) this.tally.inactive++;
    else {
      this.tally.active++;
      // Counts only if the token is still suspended: after a resumption in the meantime, `active` is correct.
      if (due !== null && due === this.#truth.returns[place]) {
        this.tally.stale.push(`token ${place} at replica ${replica}, ${this.#phase}`);
      }
    }
  }
}
