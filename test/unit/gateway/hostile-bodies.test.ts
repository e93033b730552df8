import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, test } from "vitest";
import { createGateway } from "./start-gateway.ts";

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const BODIES: [name: string, type: string, body: string, status: number][] = [
  ["objects 10,000 deep", JSON_TYPE, '{"a":'.repeat(10_000), 413],
  ["objects as deep as the size limit allows", JSON_TYPE, '{"a":'.repeat(3_200), 400],
  ["arrays 10,000 deep", JSON_TYPE, `{"x":${"[".repeat(10_000)}`, 400],
  ["100,000 members", JSON_TYPE, `{${'"a":"",'.repeat(100_000)}"b":""}`, 413],
  ["as many members as the size limit allows", JSON_TYPE, `{${'"a":"",'.repeat(2_300)}"b":""}`, 400],
  ["100,000 fields", FORM, "a&".repeat(100_000), 413],
  ["as many fields as the size limit allows", FORM, "%61&".repeat(4_090), 400],
  ["17 KiB", JSON_TYPE, `{"x":"${"x".repeat(17 * 1024)}"}`, 413],
];
const MAX_CPU_MS = 50;
const MAX_GROWTH = 4 * 1024 * 1024;

const gateway = await createGateway();
afterAll(() => gateway.app.close());

async function send(type: string, body: string): Promise<number> {
  const headers = { "content-type": type };
  const answer = await gateway.app.inject({ method: "POST", url: "/oauth/token", headers, payload: body });
  // Drops the test's own references.
  gateway.logged.length = 0;
  return answer.statusCode;
}

/** Median milliseconds of CPU per request, of all threads. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < 25; n++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1000);
  }
  return taken.sort((a, b) => a - b)[12]!;
}

describe("B5 RFC 6749 §10.14", () => {
  test.each(BODIES)(`B5 %s: refused in under ${MAX_CPU_MS} ms of CPU`, async (_name, type, body, status) => {
    expect(await send(type, body)).toBe(status);
    expect(await cpuOf(() => send(type, body))).toBeLessThan(MAX_CPU_MS);
    expect(gateway.core.calls).toEqual([]);
  });

  test("B5 two thousand of them leak no memory", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const sendMany = async (requests: number) => {
      for (let n = 0; n < requests; n++) {
        const [, type, body] = BODIES[n % BODIES.length]!;
        await send(type, body);
      }
    };
    const memory = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    await sendMany(400);
    const before = memory();
    // Half of the bodies are parsed, each 16 KiB: 16 MiB in total.
    await sendMany(2_000);
    // Memory outside the heap is freed by a later collection; leaked memory by none.
    await expect.poll(() => memory() - before).toBeLessThan(MAX_GROWTH);
  });
});
