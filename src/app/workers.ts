import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { pauseBefore, type RestartRecord, recordEnd } from "../concurrency/backoff.ts";
import type { Log } from "../observe/log.ts";
import { createWorkerFigures, figuresOf, type WorkerFigures } from "../observe/metrics-merge.ts";
import { StartupError } from "../observe/startup-error.ts";
import { guardHandoff } from "./connection-handoff.ts";
import type { Database } from "./database.ts";
import { createMetricsAggregation, type MetricsAggregation } from "./metrics-aggregation.ts";
import { createPeerBarrier, type PeerBarrier } from "./peer-barrier.ts";
import { WORKER_ARGUMENT } from "./worker.ts";
import type { ToParent, ToWorker } from "./worker-messages.ts";

/** The processes that share the ports, as the parent sees them. */
export interface Workers {
  /** Starts all of them. @throws StartupError with the words of the first that cannot start */
  open(): Promise<void>;
  /** Tells them, and those that come later, that `/readyz` may say so. */
  ready(): void;
  /** Lets each close in order and waits for them. */
  close(): Promise<void>;
}

export interface WorkersOptions {
  count: number;
  /** Null with ROLE=gateway. */
  database: Database | null;
  /** Seconds. */
  feedMaxAge: number;
  log: Log;
}

/** One of the processes, by its number, whichever process that is now. */
interface Post {
  number: number;
  worker: Worker | null;
  /** Its process listens to what it is told. */
  listens: boolean;
  up: boolean;
  starts: number;
  record: RestartRecord;
  again: NodeJS.Timeout | null;
}

const PARENT = 0;

const VACANT = { worker: null, listens: false, up: false, starts: 0, record: { ends: 0, upSince: null }, again: null };

/** All of them, and how far it has come with them. */
interface Crew extends WorkersOptions {
  posts: Post[];
  figures: WorkerFigures;
  scrape: MetricsAggregation;
  hearing: PeerBarrier;
  /** While the first start of all is under way. */
  opening: { up(): void; failed(text: string): void } | null;
  ready: boolean;
  disposables: boolean;
}

/** The processes that share the ports. One that ends is replaced, after a pause that grows while it keeps ending. */
export function createWorkers(options: WorkersOptions): Workers {
  const posts = Array.from({ length: options.count }, (_, at): Post => ({ ...VACANT, number: at + 1 }));
  const figures = createWorkerFigures();
  const scrape = createMetricsAggregation({
    workers: () => posts.flatMap(({ up, worker }) => (up && worker ? [worker] : [])),
    own: () => figuresOf(figures.registry, PARENT),
    tell,
  });
  const hearing = createPeerBarrier({
    workers: () => posts.flatMap(({ listens, worker }) => (listens && worker ? [worker] : [])),
    tell,
    withinMs: options.feedMaxAge * 1_000,
  });
  const crew: Crew = { ...options, posts, figures, scrape, hearing, opening: null, ready: false, disposables: false };
  return {
    async open() {
      await new Promise<void>((resolve, reject) => {
        crew.opening = { up: resolve, failed: (text) => reject(new StartupError(text)) };
        for (const post of posts) start(crew, post);
      }).finally(() => {
        crew.opening = null;
      });
    },
    ready() {
      crew.ready = true;
      for (const { worker, up } of posts) if (up) tell(worker, { kind: "ready" });
    },
    async close() {
      crew.disposables = true;
      await Promise.all(posts.map(dismiss));
    },
  };
}

function start(crew: Crew, post: Post): void {
  cluster.setupPrimary({ args: [WORKER_ARGUMENT, `${post.number}`], serialization: "advanced" });
  const worker = cluster.fork();
  Object.assign(post, { worker, listens: false, up: false, starts: post.starts + 1, again: null });
  crew.figures.set(post.number, post);
  const handoff = guardHandoff({ worker, ping: () => tell(worker, { kind: "ping" }) });
  let why: string | null = null;
  worker.on("message", (message: ToParent) => {
    if (message.kind === "pong") handoff.pong();
    else if (message.kind === "hello") employ(crew, post);
    else if (message.kind === "up") rise(crew, post);
    else if (message.kind === "failed") why = message.text;
    else if (message.kind === "told" || message.kind === "heard") crew.hearing.hear(worker, message);
    else crew.scrape.hear(worker, message);
  });
  // A channel that breaks is told by the exit that follows.
  worker.on("error", () => {});
  worker.once("exit", (code, signal) => fall(crew, post, { why, code, signal }));
}

function employ({ database }: Crew, post: Post): void {
  post.listens = true;
  tell(post.worker, { kind: "work", worker: post.number, database });
}

function rise(crew: Crew, post: Post): void {
  Object.assign(post, { up: true, record: { ...post.record, upSince: performance.now() } });
  crew.figures.set(post.number, post);
  crew.log.info({ worker: post.number, process: post.worker?.process.pid }, "worker is up");
  if (crew.ready) tell(post.worker, { kind: "ready" });
  if (crew.posts.every(({ up }) => up)) crew.opening?.up();
}

function fall(crew: Crew, post: Post, end: { why: string | null; code: number | null; signal: string | null }): void {
  const { number, worker } = post;
  const { why, ...outcome } = end;
  if (worker !== null) crew.hearing.gone(worker);
  Object.assign(post, { worker: null, listens: false, up: false, record: recordEnd(post.record, performance.now()) });
  crew.figures.set(number, post);
  if (crew.disposables) return;
  if (crew.opening !== null) {
    crew.opening.failed(why ?? `worker ${number} ended before it was up (${end.signal ?? `exit code ${end.code}`})`);
    return;
  }
  const againInMs = pauseBefore(post.record);
  const facts = { worker: number, process: worker?.process.pid, ...outcome, againInMs };
  crew.log.error(why === null ? facts : { ...facts, why }, "a worker ended; it is replaced");
  post.again = setTimeout(() => start(crew, post), againInMs);
}

/** One that is not up has nothing under way to finish. */
async function dismiss({ worker, up, again }: Post): Promise<void> {
  if (again !== null) clearTimeout(again);
  if (worker === null || worker.isDead()) return;
  const ended = once(worker, "exit");
  if (up) tell(worker, { kind: "close" });
  else worker.process.kill("SIGKILL");
  await ended;
}

function tell(worker: Worker | null, message: ToWorker): void {
  if (worker?.isConnected() === true) worker.send(message, () => {});
}
