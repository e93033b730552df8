import type { Worker } from "node:cluster";
import { describe, expect, it } from "vitest";
import { createPeerBarrier } from "../../../src/app/peer-barrier.ts";
import type { ToWorker } from "../../../src/app/worker-messages.ts";

/** A hearing among these workers, with what each was told. */
function among(names: string[], withinMs: number) {
  const workers = names.map((name) => ({ name }) as unknown as Worker & { name: string });
  const told: [string, ToWorker][] = [];
  const all = createPeerBarrier({
    workers: () => workers,
    send: (worker, message) => told.push([(worker as Worker & { name: string }).name, message]),
    withinMs,
  });
  const heard = (at: number) => {
    const asked = told.findLast(([name, message]) => name === names[at] && message.kind === "sync feed")?.[1];
    all.receive(workers[at]!, { kind: "feed synced", sync: asked?.kind === "sync feed" ? asked.sync : -1 });
  };
  const namesTold = (kind: ToWorker["kind"]) =>
    told.filter(([, message]) => message.kind === kind).map(([name]) => name);
  return { all, workers, heard, namesTold };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("what one worker has told", () => {
  it("is answered when every other has heard, and the teller is not asked", async () => {
    const { all, workers, heard, namesTold } = among(["a", "b", "c"], 60_000);
    all.receive(workers[0]!, { kind: "sync peers" });
    expect(namesTold("sync feed")).toEqual(["b", "c"]);
    heard(1);
    await turn();
    expect(namesTold("peers synced")).toEqual([]);
    heard(2);
    await turn();
    expect(namesTold("peers synced")).toEqual(["a"]);
  });

  it("waits for nobody who has ended", async () => {
    const { all, workers, namesTold } = among(["a", "b"], 60_000);
    all.receive(workers[0]!, { kind: "sync peers" });
    all.onExit(workers[1]!);
    await turn();
    expect(namesTold("peers synced")).toEqual(["a"]);
  });

  it("waits once for one that hangs, and again when it has answered", async () => {
    const { all, workers, heard, namesTold } = among(["a", "b"], 20);
    all.receive(workers[0]!, { kind: "sync peers" });
    await expect.poll(() => namesTold("peers synced"), { timeout: 10_000 }).toEqual(["a"]);
    all.receive(workers[0]!, { kind: "sync peers" });
    await turn();
    expect(namesTold("peers synced")).toEqual(["a", "a"]);
    expect(namesTold("sync feed")).toEqual(["b"]);
    heard(1);
    all.receive(workers[0]!, { kind: "sync peers" });
    expect(namesTold("sync feed")).toEqual(["b", "b"]);
  });

  it("is answered to one that is alone", async () => {
    const { all, workers, namesTold } = among(["a"], 60_000);
    all.receive(workers[0]!, { kind: "sync peers" });
    await turn();
    expect(namesTold("peers synced")).toEqual(["a"]);
  });
});
