import pino from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type JobAttempt, type JobHandlers, PermanentJobError } from "../../../../src/service/jobs/handlers.ts";
import { type JobWorker, startJobWorker } from "../../../../src/service/jobs/worker.ts";
import { claimJobs, completeJob } from "../../../../src/store/jobs/queue.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const log = pino({ level: "silent" });
const workers: JobWorker[] = [];
beforeEach(() => world.sql.query("delete from job"));
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

const FAST = { everyMs: 10, backoff: { firstMs: 1, longestMs: 1 } };
function start(handlers: JobHandlers, options: { everyMs?: number; leaseSeconds?: number } = {}): JobWorker {
  const worker = startJobWorker({ management: world.management, log, handlers, ...FAST, ...options });
  workers.push(worker);
  return worker;
}

const enqueue = (n: number, key?: string) =>
  world.management.transactional(async (tx) => tx.enqueue({ kind: "note", payload: { n }, ...(key && { key }) }));
const rows = () => world.rows("select state, attempts, last_error as error from job order by id");
const empty = () => vi.waitFor(async () => expect(await rows()).toEqual([]), 20_000);

/** A handler that collects the numbers of its jobs; `fails` throws for some attempts. */
function collector(fails: (attempt: JobAttempt) => void = () => {}) {
  const seen: unknown[] = [];
  return {
    seen,
    handlers: {
      note: {
        async run({ n }, attempt) {
          seen.push(n);
          fails(attempt);
        },
      },
    } satisfies JobHandlers,
  };
}

describe("the job worker", () => {
  test("runs the jobs of committed transactions once, with several workers", async () => {
    const { seen, handlers } = collector();
    for (let worker = 0; worker < 3; worker++) start(handlers);
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    await Promise.all(numbers.map((n) => enqueue(n)));
    const rolledBack = world.management.transactional(async (tx) => {
      tx.enqueue({ kind: "note", payload: { n: -1 } });
      await tx.query({ name: "", text: "select 1 / 0" }, []);
    });
    await expect(rolledBack).rejects.toThrow();
    await empty();
    expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers);
  });

  test("drops a job whose key is pending, and accepts the key again later", async () => {
    await enqueue(1, "a");
    await enqueue(2, "a");
    const { seen, handlers } = collector();
    start(handlers);
    await empty();
    await enqueue(3, "a");
    await empty();
    expect(seen).toEqual([1, 3]);
  });

  test("retries a failed attempt until one succeeds", async () => {
    await enqueue(1);
    const { seen, handlers } = collector(({ number }) => {
      if (number < 3) throw new Error("not yet");
    });
    start(handlers);
    await empty();
    expect(seen).toEqual([1, 1, 1]);
  });

  test("gives a job up after a permanent error, and after its time", async () => {
    await enqueue(1);
    start({
      note: {
        async run() {
          throw new PermanentJobError("no such address");
        },
      },
    });
    const given = { state: "FAILED", attempts: 1 };
    await vi.waitFor(async () => expect(await rows()).toEqual([{ ...given, error: "no such address" }]), 20_000);
    await world.sql.query("delete from job");
    await workers.pop()!.stop();
    await enqueue(2);
    await world.sql.query("update job set created_at = created_at - interval '1 minute'");
    const { handlers } = collector(() => {
      throw new Error("down");
    });
    start({ note: { ...handlers.note, retryForSeconds: 60 } });
    await vi.waitFor(async () => expect(await rows()).toEqual([{ ...given, error: "down" }]), 20_000);
  });

  test("takes over the job of a stopped worker, whose late result changes nothing", async () => {
    await enqueue(1);
    const claim = { kinds: ["note"], limit: 1, leaseSeconds: 3_600 };
    const [lost] = await world.management.transactional(({ query }) => claimJobs(query, claim));
    expect(await world.management.transactional(({ query }) => claimJobs(query, claim))).toEqual([]);
    await world.sql.query("update job set run_at = run_at - interval '1 hour'");
    const [taken] = await world.management.transactional(({ query }) => claimJobs(query, claim));
    expect(taken).toMatchObject({ id: lost!.id, attempt: 2 });
    expect(await world.management.transactional(({ query }) => completeJob(query, lost!))).toBe(false);
    expect(await world.management.transactional(({ query }) => completeJob(query, taken!))).toBe(true);
  });

  test("aborts attempts when it stops, and leaves their jobs due, however old", async () => {
    await enqueue(1);
    await world.sql.query("update job set created_at = created_at - interval '4 days'");
    const started = Promise.withResolvers<void>();
    const worker = start({
      note: {
        async run(_payload, { signal }) {
          started.resolve();
          await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
        },
      },
    });
    await started.promise;
    await worker.stop();
    const { seen, handlers } = collector();
    start(handlers);
    await empty();
    expect(seen).toEqual([1]);
  });
});
