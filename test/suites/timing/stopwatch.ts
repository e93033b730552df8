import { randomInt } from "node:crypto";
import { Agent, request } from "node:http";
import { type Comparison, compareTimes } from "./welch.ts";

/** Prepares an attempt, and returns its measured part. */
export type Attempt = () => () => Promise<void>;

export interface Looks {
  /** Measurements of each kind in the first sample. */
  count: number;
  /** Each further sample has five times as many measurements, up to this number. */
  most: number;
  /** True if no further sample is needed. The comparison covers all measurements so far. */
  settled(compared: Comparison): boolean;
}

/** Measures two kinds of attempts in random order, and compares them. The first attempts are warm-up. */
export async function timeInTurns(left: Attempt, right: Attempt, { count, most, settled }: Looks): Promise<Comparison> {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < WARM_UP; turn++) await takeTurn([left, right], [[], []]);
  for (let wanted = count; ; wanted *= STEP) {
    while (times[0].length < wanted) await takeTurn([left, right], times);
    const compared = compareTimes(...times);
    if (settled(compared) || wanted * STEP > most) return compared;
  }
}

const WARM_UP = 50;
const STEP = 5;

async function takeTurn(attempts: [Attempt, Attempt], times: [number[], number[]]): Promise<void> {
  const first = randomInt(2) as 0 | 1;
  for (const kind of [first, (1 - first) as 0 | 1]) {
    const attempt = attempts[kind]();
    const began = performance.now();
    await attempt();
    times[kind].push(performance.now() - began);
  }
}

export interface Connection {
  /** The status of the answer. */
  post(path: string, headers: Record<string, string>, body: string): Promise<number>;
  close(): void;
}

/** Uses a single connection, so that the time to connect is not measured. */
export function connectOnce(origin: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    post: (path, headers, body) =>
      new Promise((resolve, reject) => {
        const length = { "content-length": Buffer.byteLength(body) };
        const sent = request(
          new URL(path, origin),
          { agent, method: "POST", headers: { ...headers, ...length } },
          (answer) => {
            answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
          },
        );
        sent.on("error", reject).end(body);
      }),
    close: () => agent.destroy(),
  };
}
