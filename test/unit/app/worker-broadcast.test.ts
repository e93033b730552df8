import type { Worker } from "node:cluster";
import { describe, expect, it } from "vitest";
import { createBroadcast } from "../../../src/app/worker-broadcast.ts";

/** A broadcast to fake workers that records its requests. */
function createFake(names: string[], timeoutMs: number) {
  const workers = names.map((name) => ({ name }) as unknown as Worker & { name: string });
  const sent: { name: string; id: number }[] = [];
  const broadcast = createBroadcast<string>({
    send: (worker, id) => void sent.push({ name: (worker as Worker & { name: string }).name, id }),
    timeoutMs,
  });
  const reply = (at: number, text: string) => {
    const { id } = sent.findLast(({ name }) => name === names[at])!;
    broadcast.onReply(workers[at]!, id, text);
  };
  return { broadcast, workers, reply, requested: () => sent.map(({ name }) => name) };
}

describe("a broadcast", () => {
  it("resolves with all replies when the last worker has replied", async () => {
    const { broadcast, workers, reply, requested } = createFake(["a", "b"], 60_000);
    const replies = broadcast.request(workers);
    expect(requested()).toEqual(["a", "b"]);
    reply(1, "from b");
    const first = await Promise.race([replies, new Promise((resolve) => setImmediate(resolve, "pending"))]);
    expect(first).toBe("pending");
    reply(0, "from a");
    expect(await replies).toEqual(["from a", "from b"]);
  });

  it("does not wait for a worker that exits", async () => {
    const { broadcast, workers, reply } = createFake(["a", "b"], 60_000);
    const replies = broadcast.request(workers);
    reply(0, "from a");
    broadcast.onExit(workers[1]!);
    expect(await replies).toEqual(["from a"]);
  });

  it("skips a worker that timed out until it replies", async () => {
    const { broadcast, workers, reply, requested } = createFake(["a"], 20);
    expect(await broadcast.request(workers)).toEqual([]);
    expect(await broadcast.request(workers)).toEqual([]);
    expect(requested()).toEqual(["a"]);
    reply(0, "late");
    const replies = broadcast.request(workers);
    reply(0, "in time");
    expect(await replies).toEqual(["in time"]);
  });

  it("resolves at once without workers", async () => {
    const { broadcast } = createFake([], 60_000);
    expect(await broadcast.request([])).toEqual([]);
  });
});
