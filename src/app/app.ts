import { untilAborted } from "../concurrency/timeout.ts";
import type { Config } from "../config/config.ts";
import type { DemoFile } from "../demo/demo-file.ts";
import { authorityOf } from "../observe/address.ts";
import { addReadinessMetric } from "../observe/health-metrics.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Scrape } from "../observe/metrics-merge.ts";
import { detectPauses, type PauseDetector } from "../observe/pause-detector.ts";
import { describeStartFailure, StartupError } from "../observe/startup-error.ts";
import type { Telemetry } from "../observe/telemetry/start.ts";
import { type Clients, clients, connectCore } from "../rpc/client.ts";
import { createDirectTransport } from "../rpc/transports/direct.ts";
import { findServiceKey } from "../service/accounts/find-service-key.ts";
import type { Management } from "../store/connection/management.ts";
import { demoBanner } from "./banner.ts";
import { callsOf, createCoreDispatcher, openHealthPort, openTransports } from "./core.ts";
import { logUntilServing } from "./core-readiness.ts";
import { type Database, openDatabase, replaceUrls } from "./database.ts";
import { openDemo } from "./demo.ts";
import { createFirstServiceKey, setDemoPassword } from "./demo-accounts.ts";
import { createDrain, type Drain } from "./drain.ts";
import { openGateway } from "./gateway.ts";
import { openInfrastructure, type Reachability } from "./infrastructure.ts";
import { startQueuedJobs } from "./jobs.ts";
import { createProcessMetrics, openTelemetry } from "./metrics.ts";
import { createPendingCalls } from "./pending-calls.ts";
import { createReloads, type Reloads } from "./reload.ts";
import { createServices, type Infrastructure, type Services } from "./services.ts";
import { openTokenKeys } from "./token-key.ts";
import { connectParent, isWorker, type Parent } from "./worker.ts";
import { createWorkerPool } from "./worker-pool.ts";

/** The running service. */
export interface App {
  /**
   * Opens everything that `config.role` needs. After a failure, `close` releases what was opened. Rejects as soon as the signal aborts, but
   * never before a start of the embedded database has completed.
   */
  start(signal?: AbortSignal): Promise<void>;
  /** Reports "not ready" to load balancers while requests are still served. Call it before `close`, so that no request fails. */
  drain(): void;
  /** Closes in order: the public port first, the database last. */
  close(): Promise<void>;
  /** Applies the contents of files that were read again: secrets for new calls and connections, certificates for new connections. */
  reload(config: Config): void;
  /** Calls `reload` when the parent process requests it; never with `WORKERS=1`. */
  onReload(reload: () => void): void;
  /** Calls `close` when the parent process requests it; never with `WORKERS=1`. */
  onClose(close: () => void): void;
}

/** The dependencies of every start function. */
interface Parts {
  config: Config;
  log: Log;
  disposables: AsyncDisposableStack;
  drain: Drain;
  reloads: Reloads;
  pauses: PauseDetector;
  telemetry: Telemetry | null;
}

/** Creates the service without starting it: the composition root. */
export async function createApp(config: Config, log: Log): Promise<App> {
  const disposables = new AsyncDisposableStack();
  const close = () => disposables.disposeAsync();
  const pauses = detectPauses();
  disposables.defer(() => pauses.stop());
  const drain = createDrain();
  const telemetry = await openTelemetry({ config, log, disposables });
  const reloads = createReloads();
  const parts = { config, log, disposables, drain, reloads, pauses, telemetry };
  if (isWorker()) {
    const parent = connectParent();
    parent.onDrain(() => drain.begin("replica"));
    return {
      start: (signal) => untilAborted(startWorker(parts, parent), signal),
      drain: () => drain.begin("worker"),
      close,
      reload: reloads.apply,
      onReload: parent.onReload,
      onClose: parent.onClose,
    };
  }
  const start = () => (config.workers > 1 ? startParent : startAlone)(parts);
  const isEmbedded = config.database?.kind === "embedded";
  return {
    start: (signal) => (isEmbedded ? start() : untilAborted(start(), signal)),
    drain: () => drain.begin("replica"),
    close,
    reload: reloads.apply,
    onReload: () => {},
    onClose: () => {},
  };
}

/** Runs everything in this process (`WORKERS=1`). */
async function startAlone(parts: Parts): Promise<void> {
  const metrics = createProcessMetrics(parts);
  const start = { metrics, scrape: metrics.registry, isReady: () => true };
  if (parts.config.role === "gateway") return startGateway(parts, start);
  const database = () => reachDatabase(parts);
  const core = await startCore(parts, { database, ...start });
  await finishStart(parts, core, () => core.setReady());
}

/** Starts `WORKERS` processes that share the ports; the parent runs the embedded database and the demo. */
async function startParent(parts: Parts): Promise<void> {
  const { config, log, disposables, drain, pauses } = parts;
  const isCore = config.role !== "gateway";
  // Creates a missing key before the workers start, so that they do not race to create it.
  if (isCore) await openTokenKeys(config);
  const workers = createWorkerPool({ count: config.workers, feedMaxAge: config.feedMaxAge, log });
  disposables.defer(() => workers.close());
  drain.signal.addEventListener("abort", () => workers.drain());
  parts.reloads.add(() => workers.reload());
  const opened = workers.open();
  const database = isCore ? await unlessFailed(opened, reachDatabase(parts)) : null;
  if (database !== null) workers.useDatabase(database);
  // The workers close before an embedded database.
  disposables.defer(() => workers.close());
  await opened;
  if (config.demo === null) {
    workers.ready();
    return announce(parts);
  }
  const metrics = createProcessMetrics(parts);
  const infrastructure = await openInfrastructure({ config, log, database: database!, metrics, disposables });
  const services = createServices(infrastructure);
  const dispatcher = createCoreDispatcher(callsOf(services, metrics), { log, metrics, pauses });
  await finishStart(parts, { infrastructure, services, clients: clients(createDirectTransport(dispatcher)) }, () =>
    workers.ready(),
  );
  // Close the ports before the demo's infrastructure.
  disposables.defer(() => workers.close());
}

/** Waits for the database. If the files of the settings are read again meanwhile, the next attempt uses the new URL. */
function reachDatabase({ config, log, disposables, reloads }: Parts): Promise<Database> {
  const { database } = config;
  if (database?.kind === "external") reloads.add((next) => replaceUrls(database, next));
  return openDatabase(config, log, disposables);
}

/** Starts a worker of `startParent`, which shares its ports and database. */
async function startWorker(parts: Parts, parent: Parent): Promise<void> {
  try {
    const worker = await parent.requestNumber();
    const numbered = { ...parts, log: parts.log.child({ worker }) };
    const metrics = createProcessMetrics(parts);
    const start = { metrics, scrape: parent.scrapeAll(metrics.registry), isReady: parent.isReady };
    if (parts.config.role === "gateway") await startGateway(numbered, start);
    else {
      const core = await startCore(numbered, { ...start, database: parent.database, parent });
      core.setReady();
    }
  } catch (error) {
    // The parent reports the error once for all workers.
    await parent.failed(describeStartFailure(error));
    throw new StartupError("", { cause: error });
  }
  parent.up();
}

/** Opens the public port of a gateway (`ROLE=gateway`), whose core is at `CORE_URL`. */
async function startGateway(parts: Parts, { metrics, scrape, isReady }: Start): Promise<void> {
  const { config, log, disposables, drain, reloads, pauses } = parts;
  const { url, serviceKey: key, tls } = config.core!;
  const connection = connectCore({ url, key, tls });
  disposables.defer(() => connection.close());
  reloads.add((next) => connection.useKey(next.core!.serviceKey));
  const ready = async () => isReady() && !drain.isReplicaStopping() && (await connection.isServing());
  addReadinessMetric(metrics.registry, ready);
  await openHealthPort({ config, isReady: ready, scrape, disposables });
  const served = clients(connection.transport);
  await openGateway({ config, clients: served, metrics, log, disposables, draining: drain.signal, reloads, pauses });
  log.info({ publicUrl: config.publicUrl, ...listening(config), core: url }, "gateway is open");
  const closed = new AbortController();
  disposables.defer(() => closed.abort());
  void logUntilServing({ url, isServing: connection.isServing, log, signal: closed.signal });
}

interface Core {
  infrastructure: Infrastructure;
  services: Services;
  clients: Clients;
}

/** The result of `work`, or the failure of `other` if it fails first. */
function unlessFailed<T>(other: Promise<unknown>, work: Promise<T>): Promise<T> {
  return Promise.race([work, other.then(() => work)]);
}

interface Start {
  metrics: Metrics;
  scrape: Scrape;
  /** True once the other workers can serve, too. */
  isReady: () => boolean;
}

interface CoreStart extends Start {
  /** Waits until the database is reachable and migrated. */
  database: () => Promise<Database>;
  parent?: Parent;
}

/**
 * `ROLE=core` opens the internal ports, `ROLE=all` the public port, too. The ports open before the database is reachable, so that probes
 * and calls get an answer; until then, calls fail as during an outage.
 */
async function startCore(parts: Parts, { database, metrics, scrape, isReady, parent }: CoreStart) {
  const { config, log, disposables, drain, reloads, pauses } = parts;
  const draining = drain.signal;
  let reachability: Reachability | null = null;
  const pending = createPendingCalls();
  const dispatcher = createCoreDispatcher(pending.calls, { log, metrics, pauses });
  const canRead = async () =>
    isReady() && !drain.isReplicaStopping() && reachability !== null && (await reachability.isReachable());
  const ready = async () => (await canRead()) && reachability!.isWriting();
  addReadinessMetric(metrics.registry, ready);
  const ports = disposables.use(new AsyncDisposableStack());
  await openHealthPort({ config, isReady: ready, canRead, scrape, disposables: ports });
  await openTransports({ config, dispatcher, isReady: ready, canRead, draining, reloads, scrape, disposables: ports });
  const inProcess = clients(createDirectTransport(dispatcher));
  await openGateway({ config, clients: inProcess, metrics, log, disposables: ports, draining, reloads, pauses });
  const located = await database();
  const infrastructure = await openInfrastructure({
    config,
    log,
    database: located,
    metrics,
    disposables,
    reloads,
    parent,
  });
  startQueuedJobs({ log, metrics, disposables, reloads, infrastructure });
  const services = createServices(infrastructure);
  pending.open(callsOf(services, metrics));
  // The ports close before the infrastructure. If the start fails, `use` closes them.
  disposables.defer(() => ports.disposeAsync());
  const setReady = () => {
    reachability = infrastructure;
  };
  return { infrastructure, services, clients: inProcess, setReady };
}

/** Seeds the demo, if it is enabled, then sets `/readyz` to ready. */
async function finishStart(
  parts: Parts,
  { infrastructure, services, clients }: Core,
  setReady: () => void,
): Promise<void> {
  const { management } = infrastructure;
  const demo = parts.config.demo === null ? null : await startDemo({ ...parts, services, management, clients });
  setReady();
  announce(parts);
  if (demo !== null) process.stdout.write(demoBanner(demo, parts.config.dataDir));
}

function announce({ config, log }: Parts): void {
  const workers = config.workers > 1 ? { workers: config.workers } : {};
  const { publicUrl } = config;
  log.info({ publicUrl, ...listening(config), ...workers }, "ready");
}

/** The listen addresses, for the log. */
function listening({ http, grpc, connect }: Config) {
  const at = (listener: Config["http"]) => (listener === null ? undefined : authorityOf(listener.host, listener.port));
  return { http: at(http), grpc: at(grpc), connect: at(connect) };
}

interface Demo extends Parts {
  services: Services;
  management: Management;
  clients: Clients;
}

function startDemo({ services, management, ...parts }: Demo): Promise<DemoFile> {
  return openDemo({
    ...parts,
    createServiceKey: () => createFirstServiceKey(services.accounts),
    async isServiceKey(key) {
      const token = services.format.parse(key, "sk");
      return token.kind === "token" && (await findServiceKey(services.accounts, token)) !== null;
    },
    setPassword: (accountId, password) => setDemoPassword(management, accountId, password),
  });
}
