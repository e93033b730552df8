import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Attempt, Race, RacerStart } from "./racer.ts";

/** Two processes that share nothing but the database. */
export interface TwoProcesses {
  /** Both race for the same things at the same moment, each with half of the width; gives all attempts of each race. */
  race(races: Race[]): Promise<Attempt[][]>;
  stop(): Promise<void>;
}

export async function startTwoProcesses(start: RacerStart): Promise<TwoProcesses> {
  const script = fileURLToPath(new URL("racer.ts", import.meta.url));
  const children = await Promise.all(
    [1, 2].map(async () => {
      const child = fork(script, [JSON.stringify(start)], { execArgv: [] });
      await answerOf(child);
      return child;
    }),
  );
  return {
    async race(races) {
      const halves = races.map((race) => ({ ...race, width: race.width / 2 }));
      const answers = children.map((child) => answerOf(child) as Promise<Attempt[][]>);
      for (const child of children) child.send(halves);
      const [left, right] = await Promise.all(answers);
      return races.map((_, at) => [...left![at]!, ...right![at]!]);
    },
    async stop() {
      const exits = children.map((child) => once(child, "exit"));
      for (const child of children) child.disconnect();
      await Promise.all(exits);
    },
  };
}

/** The next message, or the news that the process is gone. */
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
