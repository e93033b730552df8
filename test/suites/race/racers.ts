import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Attempt, Race, Raced, RacerStart } from "./racer.ts";

/** Processes that share only the database. */
export interface Racers {
  /** Runs each race in all processes at once. Each process makes an equal part of the attempts. Returns all attempts by race. */
  race(races: Race[]): Promise<Attempt[][]>;
  /** The size of the largest batch so far, by process. */
  largestGroups(): number[];
  stop(): Promise<void>;
}

/**
 * Starts the processes. Every second one uses small batches.
 * @param count the number of processes; must divide the width of every race
 */
export async function startRacers(start: Omit<RacerStart, "smallGroups">, count: number): Promise<Racers> {
  const script = fileURLToPath(new URL("racer.ts", import.meta.url));
  const children = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const given: RacerStart = { ...start, smallGroups: at % 2 === 1 };
      const child = fork(script, [JSON.stringify(given)], { execArgv: [] });
      await answerOf(child);
      return child;
    }),
  );
  let largest: number[] = [];
  return {
    largestGroups: () => largest,
    async race(races) {
      const parts = races.map((race) => ({ ...race, width: race.width / count }));
      const answers = children.map((child) => answerOf(child) as Promise<Raced>);
      for (const child of children) child.send(parts);
      const all = await Promise.all(answers);
      largest = all.map(({ largestGroup }) => largestGroup);
      return races.map((_, at) => all.flatMap(({ attempts }) => attempts[at]!));
    },
    async stop() {
      const exits = children.map((child) => once(child, "exit"));
      for (const child of children) child.disconnect();
      await Promise.all(exits);
    },
  };
}

/** The next message; rejects if the process has exited. */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const gone = new AbortController();
  try {
    return await Promise.race([
      once(child, "message", { signal: gone.signal }).then(([message]) => message),
      once(child, "exit", { signal: gone.signal }).then(([code]) => {
        throw new Error(`a racer ended with ${code}`);
      }),
    ]);
  } finally {
    gone.abort();
  }
}
