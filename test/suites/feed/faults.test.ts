import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { resumeInstallation } from "../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../src/service/installations/suspend-installation.ts";
import { appendEvents } from "../../../src/store/feed/feed.ts";
import { migrate } from "../../../src/store/migrations/migrate.ts";
import { createDataDirectory } from "../../support/data-directory.ts";
import { keyCall } from "../../support/world/calls.ts";
import { type CacheWorld, createCacheWorld, type Installed } from "../../support/world/replicas.ts";
import { Readers, type Truth } from "./readers.ts";

/** The number of reads: all in `npm run test:feed`, few in other runs. */
const READS = Number(process.env.FEED_READS ?? 40_000);
const INSTALLATIONS = 12;
const TOKENS_OF_EACH = 8;
const MAX_AGE_MS = 600;

let dataDir: string;
let database: EmbeddedDatabase;
let world: CacheWorld;
let readers: Readers;
const installed: Installed[] = [];
const truth: Truth = { endedAt: [], returns: [] };

beforeAll(async () => {
  dataDir = createDataDirectory("feed");
  database = await startEmbedded({ dataDir, log: pino({ level: "silent" }), durable: false });
  await migrate(database.url);
  world = await createCacheWorld({ url: database.url, drop: async () => {} });
  const tokens: string[] = [];
  for (let n = 0; n < INSTALLATIONS; n++) {
    const one = await world.install();
    installed.push(one);
    tokens.push(one.pair.accessToken);
    for (let more = 1; more < TOKENS_OF_EACH; more++) {
      tokens.push((await one.exchange(await one.issue())).accessToken);
    }
  }
  truth.endedAt = tokens.map(() => null);
  truth.returns = tokens.map(() => 0);
  readers = new Readers({ url: database.url, tokens, maxAgeMs: MAX_AGE_MS }, truth);
  await readers.open(2);
});

afterAll(async () => {
  await readers?.close();
  await world?.close();
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const step = (one: Installed) => ({ installationId: one.pair.installationId, party: "OPERATOR" }) as const;
const placesOf = (n: number) => Array.from({ length: TOKENS_OF_EACH }, (_, at) => n * TOKENS_OF_EACH + at);

/** Retries until success, because of outages. A repeated suspension has no effect. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Suspends an installation. Once the bound has passed after the response, its tokens must be inactive everywhere. */
async function suspend(n: number): Promise<void> {
  const reason = { reasonCode: "test", reasonText: "" };
  await insist(() => suspendInstallation(world.deps, { ...step(installed[n]!), ...reason }, keyCall()));
  for (const place of placesOf(n)) truth.endedAt[place] = performance.now();
}

async function resume(n: number): Promise<void> {
  for (const place of placesOf(n)) {
    truth.endedAt[place] = null;
    truth.returns[place]!++;
  }
  await insist(() => resumeInstallation(world.deps, step(installed[n]!), keyCall()));
}

/** Suspends and resumes a few installations at a time until the number of reads is reached. */
async function churnUntil(reads: number): Promise<void> {
  for (let n = 0; readers.tally.reads < reads; n = (n + 1) % INSTALLATIONS) {
    await suspend(n);
    await resume((n + INSTALLATIONS - 3) % INSTALLATIONS);
  }
}

/**
 * A transaction that suspends an installation and stays open while others commit. `locked`: the transaction already has its cursor in the
 * feed.
 */
async function holdOneOpen(n: number, { locked }: { locked: boolean }): Promise<void> {
  const client = await world.sql.connect();
  const { installationId } = step(installed[n]!);
  const event = { subject: "INSTALLATION", subjectId: installationId, kind: "SUSPENDED" } as const;
  const appendEvent = () => {
    const { statement, values } = appendEvents([{ ...event, installationVersion: 1 }]);
    return client.query(statement.text, [...values]);
  };
  await client.query("begin");
  await client.query("update installation set state = 'SUSPENDED', suspended_by = '{OPERATOR}' where id = $1", [
    installationId,
  ]);
  if (locked) await appendEvent();
  const others = [1, 2, 3].map((next) => suspend((n + next) % INSTALLATIONS));
  const before = readers.tally.reads;
  await expect.poll(() => readers.tally.reads).toBeGreaterThan(before + 1_000);
  if (!locked) await Promise.all(others);
  if (!locked) await appendEvent();
  await client.query("commit");
  for (const place of placesOf(n)) truth.endedAt[place] = performance.now();
  client.release();
  await Promise.all(others);
  for (const next of [0, 1, 2, 3]) await resume((n + next) % INSTALLATIONS);
}

async function pauseReplica(): Promise<void> {
  const [child] = readers.children;
  child!.kill("SIGSTOP");
  for (const n of [0, 1, 2, 3]) await suspend(n);
  const since = performance.now();
  await expect.poll(() => performance.now() - since).toBeGreaterThan(2 * MAX_AGE_MS);
  child!.kill("SIGCONT");
  const before = readers.tally.reads;
  await expect.poll(() => readers.tally.reads).toBeGreaterThan(before + 1_000);
  for (const n of [0, 1, 2, 3]) await resume(n);
}

const killListeners = () =>
  world.sql.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'latchkey feed'");

async function restartDatabase(): Promise<void> {
  const pid = Number((await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
  process.kill(pid, "SIGINT");
  await suspend(0);
  await resume(0);
}

it(`V1 no stale "active" beyond the bound in ${READS.toLocaleString("en-GB")} reads of two replicas, whatever fails`, async () => {
  const rounds = Math.max(1, Math.floor(READS / 200_000));
  for (let round = 0; round < rounds; round++) {
    const part = (share: number) => churnUntil((READS * (round + share)) / rounds);
    const phases: [name: string, fault: () => Promise<unknown>][] = [
      ["while all is well", async () => {}],
      ["a revoking transaction open while later ones commit", () => holdOneOpen(4, { locked: false })],
      ["a revoking transaction open that holds its place in the feed", () => holdOneOpen(5, { locked: true })],
      ["listening connections killed", killListeners],
      ["a replica paused", pauseReplica],
      ["PostgreSQL restarted", restartDatabase],
    ];
    for (const [at, [name, fault]] of phases.entries()) {
      readers.phase = name;
      await fault();
      await part((at + 1) / phases.length);
    }
  }
  const { tally } = readers;
  expect(tally.stale).toEqual([]);
  expect(tally.reads).toBeGreaterThanOrEqual(READS);
  // The run must have covered cache hits, suspensions and an outdated feed.
  expect(tally.counts.map(({ hits }) => hits > READS / 100)).toEqual([true, true]);
  expect(tally.inactive).toBeGreaterThan(READS / 200);
  expect(tally.counts[0]!.bypassed).toBeGreaterThan(0);
  if (process.env.FEED_READS) process.stdout.write(`${JSON.stringify({ ...tally, stale: tally.stale.length })}\n`);
}, 3_000_000);
