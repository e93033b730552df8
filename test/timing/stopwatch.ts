import { randomInt } from "node:crypto";
import { Agent, request } from "node:http";
import { type Comparison, compareTimes } from "./welch.ts";

/** Makes ready something that an outsider can do and time: what that takes is no time of the answer's. */
export type Attempt = () => () => Promise<void>;

/** Times two kinds of attempt in turns, in an order that chance gives, and compares them. The first hundred warm up. */
export async function timeInTurns(left: Attempt, right: Attempt, count: number): Promise<Comparison> {
  const times: [number[], number[]] = [[], []];
  for (let turn = -50; turn < count; turn++) {
    const first = randomInt(2);
    for (const kind of [first, 1 - first] as const) {
      const attempt = (kind === 0 ? left : right)();
      const began = performance.now();
      await attempt();
      if (turn >= 0) times[kind as 0 | 1].push(performance.now() - began);
    }
  }
  return compareTimes(...times);
}

export interface Connection {
  /** The status of the answer. */
  post(path: string, headers: Record<string, string>, body: string): Promise<number>;
  close(): void;
}

/** One connection that is kept: setting up another would be measured with every attempt. */
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
