import type { Config } from "../config/config.ts";
import type { DemoFile } from "../demo/demo-file.ts";
import { authorityOf } from "../observe/address.ts";
import type { Log } from "../observe/log.ts";
import { createMetrics, type Metrics } from "../observe/metrics.ts";
import type { Scrape } from "../observe/metrics-merge.ts";
import { type StallWatch, watchStalls } from "../observe/stalls.ts";
import { describeStartFailure, StartupError } from "../observe/startup-error.ts";
import { type Clients, clients, connectCore } from "../rpc/client.ts";
import { createDirectTransport } from "../rpc/transports/direct.ts";
import type { Management } from "../store/connection/management.ts";
import { demoBanner } from "./banner.ts";
import { createCoreDispatcher, openTransports } from "./core.ts";
import { type Database, openDatabase } from "./database.ts";
import { openDemo } from "./demo.ts";
import { giveDemoPassword } from "./demo-password.ts";
import { createDisposables, type Disposables } from "./disposables.ts";
import { makeFirstKey } from "./first-key.ts";
import { openGateway } from "./gateway.ts";
import { openInfrastructure } from "./infrastructure.ts";
import { createOperations, type Infrastructure, type Operations } from "./operations.ts";
import { openTokenKeys } from "./token-key.ts";
import { untilAborted } from "./until-aborted.ts";
import { connectParent, isWorker, type Parent } from "./worker.ts";
import { createWorkers } from "./workers.ts";

/** The running service. */
export interface App {
  /**
   * Opens everything that `config.role` asks for. What it opened before a failure is for `close` to end. When the signal aborts, it fails at
   * once; only a start that makes the embedded database and its demo is completed first.
   */
  start(signal?: AbortSignal): Promise<void>;
  /** Ends it in order: the public door first, the database last. */
  close(): Promise<void>;
  /** Calls `close` when the process that started this one asks it to close. With `WORKERS=1` nobody does. */
  onClose(close: () => void): void;
}

/** What every part of the start is handed. */
interface Parts {
  config: Config;
  log: Log;
  disposables: Disposables;
  stalls: StallWatch;
}

/** The service by its settings, not yet started: the only place where the rooms meet. */
export async function createApp(config: Config, log: Log): Promise<App> {
  const disposables = createDisposables();
  const close = () => disposables.close();
  const stalls = watchStalls();
  disposables.add(() => stalls.stop());
  const parts = { config, log, disposables, stalls };
  if (isWorker()) {
    const parent = connectParent();
    return { start: (signal) => untilAborted(startWorker(parts, parent), signal), close, onClose: parent.onClose };
  }
  const start = () => (config.workers > 1 ? startParent : startAlone)(parts);
  const isEmbedded = config.database?.kind === "embedded";
  return { start: (signal) => (isEmbedded ? start() : untilAborted(start(), signal)), close, onClose: () => {} };
}

/** Everything in this process. */
async function startAlone(parts: Parts): Promise<void> {
  if (parts.config.role === "gateway") return startGateway(parts);
  const database = await openDatabase(parts.config, parts.log, parts.disposables);
  const metrics = createMetrics();
  const core = await startCore(parts, { database, metrics, scrape: metrics.registry, isReady: () => true });
  await welcome(parts, core, () => core.setReady());
}

/** `WORKERS` processes behind the ports of this one, which keeps the database and plays the demo. */
async function startParent(parts: Parts): Promise<void> {
  const { config, log, disposables, stalls } = parts;
  const isCore = config.role !== "gateway";
  const database = isCore ? await openDatabase(config, log, disposables) : null;
  // Made here where it is missing: of several that make it at once, one could read half of it.
  if (isCore) await openTokenKeys(config);
  const workers = createWorkers({ count: config.workers, database, feedMaxAge: config.feedMaxAge, log });
  disposables.add(() => workers.close());
  await workers.open();
  if (config.demo === null) {
    workers.ready();
    return announce(parts);
  }
  const metrics = createMetrics();
  const infrastructure = await openInfrastructure({ config, log, database: database!, metrics, disposables });
  const operations = createOperations(infrastructure);
  const dispatcher = createCoreDispatcher({ operations, log, metrics, stalls });
  await welcome(parts, { infrastructure, operations, clients: clients(createDirectTransport(dispatcher)) }, () =>
    workers.ready(),
  );
  // The doors close first, before what the demo is made of.
  disposables.add(() => workers.close());
}

/** One of the processes of `startParent`: the same doors over the same database. */
async function startWorker(parts: Parts, parent: Parent): Promise<void> {
  try {
    const { worker, database } = await parent.work();
    const numbered = { ...parts, log: parts.log.child({ worker }) };
    if (database === null) await startGateway(numbered);
    else {
      const metrics = createMetrics();
      const scrape = parent.scrapeAll(metrics.registry);
      const core = await startCore(numbered, { database, metrics, scrape, isReady: parent.isReady, others: parent });
      core.setReady();
    }
  } catch (error) {
    // One of several: it is the parent that says why, once.
    await parent.failed(describeStartFailure(error));
    throw new StartupError("", { cause: error });
  }
  parent.up();
}

/** `ROLE=gateway`: the public door, with the core behind `CORE_URL`. */
async function startGateway({ config, log, disposables, stalls }: Parts): Promise<void> {
  const { url, serviceKey: key, tls } = config.core!;
  const connection = connectCore({ url, key, tls });
  disposables.add(() => connection.close());
  await openGateway({ config, clients: clients(connection.transport), log, disposables, stalls });
  log.info({ publicUrl: config.publicUrl, ...listening(config), core: url }, "gateway is open");
}

interface Core {
  infrastructure: Infrastructure;
  operations: Operations;
  clients: Clients;
}

interface CoreStart {
  database: Database;
  metrics: Metrics;
  scrape: Scrape;
  /** Whether, beside this process, the others that share its ports can serve. */
  isReady: () => boolean;
  others?: Parent;
}

/** `ROLE=core` and `ROLE=all`: the internal doors, and with `all` the public one in the same process. */
async function startCore(parts: Parts, { database, metrics, scrape, isReady, others }: CoreStart) {
  const { config, log, disposables, stalls } = parts;
  let open = false;
  const infrastructure = await openInfrastructure({ config, log, database, metrics, disposables, others });
  const operations = createOperations(infrastructure);
  const dispatcher = createCoreDispatcher({ operations, log, metrics, stalls });
  const ready = async () => open && isReady() && (await infrastructure.isReachable());
  await openTransports({ config, dispatcher, isReady: ready, scrape, disposables });
  const inProcess = clients(createDirectTransport(dispatcher));
  await openGateway({ config, clients: inProcess, log, disposables, stalls });
  const setReady = () => {
    open = true;
  };
  return { infrastructure, operations, clients: inProcess, setReady };
}

/** Seeds the demo where there is one, then lets `/readyz` say so. */
async function welcome(
  parts: Parts,
  { infrastructure, operations, clients }: Core,
  setReady: () => void,
): Promise<void> {
  const { management } = infrastructure;
  const demo = parts.config.demo === null ? null : await startDemo({ ...parts, operations, management, clients });
  setReady();
  announce(parts);
  if (demo !== null) process.stdout.write(demoBanner(demo, parts.config.dataDir));
}

function announce({ config, log }: Parts): void {
  const workers = config.workers > 1 ? { workers: config.workers } : {};
  const { publicUrl } = config;
  log.info({ publicUrl, ...listening(config), ...workers }, "ready");
}

/** The addresses that are listened on. */
function listening({ http, grpc, connect }: Config) {
  const at = (listener: Config["http"]) => (listener === null ? undefined : authorityOf(listener.host, listener.port));
  return { http: at(http), grpc: at(grpc), connect: at(connect) };
}

interface Demo extends Parts {
  operations: Operations;
  management: Management;
  clients: Clients;
}

function startDemo({ operations, management, ...parts }: Demo): Promise<DemoFile> {
  return openDemo({
    ...parts,
    makeServiceKey: () => makeFirstKey(operations.accounts),
    async isServiceKey(key) {
      const token = operations.format.parse(key, "sk");
      return token.kind === "token" && (await operations.accounts.findServiceKey(token)) !== null;
    },
    givePassword: (accountId, password) => giveDemoPassword(management, accountId, password),
  });
}
