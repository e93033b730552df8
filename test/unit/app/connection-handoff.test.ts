import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { guardHandoff } from "../../../src/app/connection-handoff.ts";
import { WORKER_ARGUMENT } from "../../../src/app/worker.ts";
import type { ToParent, ToWorker } from "../../../src/app/worker-messages.ts";
import { findPort } from "../../suites/start/ports.ts";

const CLIENTS = 6;
const running: Worker[] = [];

afterEach(async () => {
  for (const worker of running.splice(0)) {
    if (worker.isDead()) continue;
    worker.process.kill("SIGKILL");
    await once(worker, "exit");
  }
});

/** Starts a worker that answers each connection with its process id. */
async function startWorker(port: number, afterPing = ""): Promise<Worker> {
  cluster.setupPrimary({
    exec: join(import.meta.dirname, "handoff-worker.ts"),
    args: [WORKER_ARGUMENT, "1"],
    execArgv: [],
    serialization: "advanced",
  });
  const worker = cluster.fork({ PORT: `${port}`, AFTER_PING: afterPing });
  running.push(worker);
  const handoff = guardHandoff({ worker, ping: () => void worker.send({ kind: "ping" } satisfies ToWorker) });
  const up = Promise.withResolvers<void>();
  worker.on("message", ({ kind }: ToParent) => {
    if (kind === "up") up.resolve();
    if (kind === "pong") handoff.pong();
  });
  await up.promise;
  return worker;
}

/** The response on a new connection: the process id of the worker; empty if it is closed without one. */
async function ask(port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let received = "";
  socket.on("data", (text: string) => {
    received += text;
  });
  socket.on("error", () => {});
  await once(socket, "close");
  return received;
}

const askConcurrently = (port: number, count: number) => Promise.all(Array.from({ length: count }, () => ask(port)));

async function whenStopped({ process }: Worker): Promise<void> {
  await expect.poll(() => readFile(`/proc/${process.pid}/stat`, "utf8")).toMatch(/\) T /);
}

describe("connections between the parent and a worker", () => {
  it("reach every worker", async () => {
    const port = await findPort();
    const workers = [await startWorker(port), await startWorker(port)];
    const answers: string[] = [];
    for (let n = 0; n < CLIENTS; n++) answers.push(await ask(port));
    expect(new Set(answers)).toEqual(new Set(workers.map(({ process }) => `${process.pid}`)));
  });

  it("are answered by another worker while one is stopped, and by both after it continues", async () => {
    const port = await findPort();
    const [first, second] = [await startWorker(port), await startWorker(port)];
    first.process.kill("SIGSTOP");
    expect(await askConcurrently(port, CLIENTS)).toEqual(Array(CLIENTS).fill(`${second.process.pid}`));
    first.process.kill("SIGCONT");
    await expect.poll(() => ask(port)).toBe(`${first.process.pid}`);
  });

  it("wait for the only worker while it is stopped", async () => {
    const port = await findPort();
    const worker = await startWorker(port);
    worker.process.kill("SIGSTOP");
    const answers = askConcurrently(port, CLIENTS);
    await sleep(1_200);
    worker.process.kill("SIGCONT");
    expect(await answers).toEqual(Array(CLIENTS).fill(`${worker.process.pid}`));
  });

  it.each([
    { name: "is killed", how: "stop", end: (worker: Worker) => worker.process.kill("SIGKILL") },
    { name: "exits", how: "exit", end: () => {} },
  ])("are answered or closed when the worker that was handed them $name before it takes them", async ({ how, end }) => {
    const port = await findPort();
    const [dying, other] = [await startWorker(port, how), await startWorker(port)];
    const answers = askConcurrently(port, CLIENTS);
    if (how === "stop") await whenStopped(dying);
    end(dying);
    expect(new Set(await answers)).toEqual(new Set(["", `${other.process.pid}`]));
  });

  it("are closed when a stopped worker is killed and no other is left", async () => {
    const port = await findPort();
    const worker = await startWorker(port);
    worker.process.kill("SIGSTOP");
    const answers = askConcurrently(port, CLIENTS);
    await sleep(200);
    worker.process.kill("SIGKILL");
    expect(await answers).toEqual(Array(CLIENTS).fill(""));
  });
});
