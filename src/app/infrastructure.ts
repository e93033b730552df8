import type { Pool } from "pg";
import type { Config } from "../config/config.ts";
import type { KeySet } from "../credential/derive.ts";
import { addHeartbeatMetric } from "../observe/health-metrics.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import { addRetentionMetrics } from "../observe/retention-metrics.ts";
import { startTotpResealing } from "../service/accounts/reseal-totp-secrets.ts";
import { startArchivedAppCleanup } from "../service/apps/archived-app-cleanup.ts";
import { startNameSkeletons } from "../service/apps/name-skeletons-job.ts";
import { startSecretExpiry } from "../service/apps/secret-expiry.ts";
import { startStatisticsJob } from "../service/apps/statistics-job.ts";
import { startRetentionCleanup } from "../service/retention/cleanup.ts";
import { createMissingPartitions } from "../service/retention/partitions.ts";
import { keepOf, TABLES } from "../service/retention/tables.ts";
import { type Heartbeat, startHeartbeat } from "../service/tokens/heartbeat.ts";
import { startSaltCleanup } from "../service/tokens/salt-cleanup.ts";
import { createAppStore } from "../store/apps/apps.ts";
import { createHangDetector } from "../store/connection/hang-detector.ts";
import { createManagement, type Management } from "../store/connection/management.ts";
import { createOrm } from "../store/connection/orm.ts";
import { createConnectionPools } from "../store/connection/pools.ts";
import { requirePrimary } from "../store/connection/primary.ts";
import { PARTITIONED_TABLES } from "../store/retention/partitions.ts";
import { countEvents, dropAppDays } from "../store/statistics/count-events.ts";
import { countInstallations } from "../store/statistics/count-installations.ts";
import { dropPlatformCounts } from "../store/statistics/platform-periods.ts";
import { createTokenStore, type TokenStore } from "../store/tokens/token-store.ts";
import { closeWithin } from "./close-timeouts.ts";
import { type Database, replaceUrls } from "./database.ts";
import { openFeed, syncFeed } from "./feed.ts";
import { addDatabaseMetrics, type DatabasePools } from "./metrics.ts";
import { createReloads, createReplaceableKeys, type Reload, type Reloads } from "./reload.ts";
import type { Infrastructure } from "./services.ts";
import { openTokenKeys, parseTokenKeys } from "./token-key.ts";
import { openWebhooks } from "./webhooks.ts";
import type { Parent } from "./worker.ts";

/** The interval of the cleanup jobs. A salt is erased at most this long after its retry window. */
const CLEANUP_INTERVAL_MS = 60_000;

/** The interval of this process's heartbeats in the database. */
const HEARTBEAT_EVERY_MS = 5_000;

interface InfrastructureParts {
  config: Config;
  log: Log;
  database: Database;
  metrics: Metrics;
  disposables: AsyncDisposableStack;
  /** Absent: files are never read again. */
  reloads?: Reloads;
  /** The parent process, if this process is a worker. */
  parent?: Pick<Parent, "onSyncFeed" | "syncPeers">;
}

/** Opens the token store, the management store and the keys, and starts the background jobs. */
export async function openInfrastructure({
  config,
  log,
  database,
  metrics,
  disposables,
  reloads = createReloads(),
  parent,
}: InfrastructureParts): Promise<Infrastructure & Reachability> {
  const keys = createReplaceableKeys(await openTokenKeys(config));
  const reload = reloadOf(keys, database);
  // The parent passes its original database URL to a restarted worker, but the files of the settings may contain a newer URL.
  reload(config);
  reloads.add(reload);
  const acquireTimeoutMs = config.databaseTimeout * 1_000;
  const { poolSize: size, poolReserved: reserved } = config;
  const hangs = createHangDetector({ url: database.url, timeoutMs: acquireTimeoutMs, log });
  disposables.defer(closeWithin("the probe connection", () => hangs.stop()));
  const pools = createConnectionPools({ url: database.url, size, reserved, acquireTimeoutMs, hangs });
  disposables.defer(closeWithin("the token connection pools", () => pools.end()));
  const allPools: DatabasePools = { tokens: pools, management: null };
  const onPool = (pool: Pool) => void Object.assign(allPools, { management: pool });
  const orm = await createOrm({ url: database.url, acquireTimeoutMs, hangs, onPool });
  disposables.defer(closeWithin("the management connection pool", () => orm.close()));
  // Revocations take effect immediately in all workers of this host, and within FEED_MAX_AGE on other hosts.
  const syncAll = () => syncFeed(parent === undefined ? [feed.read] : [feed.read, parent.syncPeers], config);
  const tokenStore = createTokenStore(pools, log, {
    limits: { queueTimeoutMs: acquireTimeoutMs },
    observe: metrics.batchesOf,
    syncFeed: syncAll,
  });
  // A flush fails only if the connection to the database has been lost.
  const logLostUpdates = (err: unknown) => log.warn({ err }, "could not write the last use, health updates and counts");
  disposables.defer(
    closeWithin("the writer of last-use times", () => tokenStore.lastUse.flush().catch(logLostUpdates)),
  );
  disposables.defer(closeWithin("the writer of counts", () => tokenStore.counts.flush().catch(logLostUpdates)));
  disposables.defer(closeWithin("the writer of health updates", () => tokenStore.health.flush().catch(logLostUpdates)));
  disposables.defer(() => tokenStore.drain());
  const feed = openFeed({ config, log, database, pools, disposables });
  parent?.onSyncFeed(feed.read);
  const management = createManagement(orm, syncAll);
  addDatabaseMetrics(metrics, allPools, management);
  const { isWriting } = await startJobs({ config, log, metrics, disposables, management, tokenStore, keys });
  openWebhooks({ config, log, metrics, disposables, management, keys });
  return {
    config,
    log,
    keys,
    management,
    tokenStore,
    feed,
    metrics,
    isWriting,
    async isReachable() {
      await management.read((_em, query) => requirePrimary(query));
      return true;
    },
  };
}

/** Replaces the token keys and the database URLs. */
function reloadOf(keys: ReturnType<typeof createReplaceableKeys>, database: Database): Reload {
  return (next) => {
    if (next.tokenKey !== null) keys.replace(parseTokenKeys(next.tokenKey, "TOKEN_KEY"));
    replaceUrls(database, next);
  };
}

interface JobParts extends Pick<InfrastructureParts, "config" | "log" | "metrics" | "disposables"> {
  management: Management;
  tokenStore: TokenStore;
  keys: KeySet;
}

/** Starts the background jobs. @returns the heartbeat */
async function startJobs(parts: JobParts): Promise<Heartbeat> {
  const { config, log, metrics, disposables, management, tokenStore, keys } = parts;
  const windows = { confidential: config.refreshRetryWindow, public: config.refreshRetryWindowPublic };
  const salts = startSaltCleanup({ store: tokenStore, log, windows }, CLEANUP_INTERVAL_MS);
  disposables.defer(closeWithin("the salt cleanup", () => salts.stop()));
  const onBeat = addHeartbeatMetric(metrics.registry);
  const heartbeat = startHeartbeat({ store: tokenStore, log, onBeat }, HEARTBEAT_EVERY_MS);
  disposables.defer(closeWithin("the heartbeat", () => heartbeat.stop()));
  const archives = startArchivedAppCleanup({ apps: createAppStore(management), log }, CLEANUP_INTERVAL_MS);
  disposables.defer(closeWithin("the cleanup of archived apps", () => archives.stop()));
  const resealing = startTotpResealing({ management, keys, log }, CLEANUP_INTERVAL_MS);
  disposables.defer(closeWithin("the job that encrypts second factors", () => resealing.stop()));
  const expiry = startSecretExpiry({ management, log }, CLEANUP_INTERVAL_MS);
  disposables.defer(closeWithin("the job that announces expiring secrets", () => expiry.stop()));
  const skeletons = startNameSkeletons({ management, log }, CLEANUP_INTERVAL_MS);
  disposables.defer(closeWithin("the job that stores name skeletons", () => skeletons.stop()));
  const statistics = startStatisticsJob(
    {
      countEvents: (limit) => management.transactional((tx) => countEvents(tx.query, limit)),
      countInstallations: (limit) => management.transactional((tx) => countInstallations(tx.query, limit)),
      dropOld: (options) => management.transactional((tx) => dropAppDays(tx.query, options)),
      dropOldPlatform: (options) => management.transactional((tx) => dropPlatformCounts(tx.query, options)),
      log,
    },
    CLEANUP_INTERVAL_MS,
  );
  disposables.defer(closeWithin("the statistics job", () => statistics.stop()));
  // Must complete before the first request: after weeks without a running process, the current partitions are missing.
  await createMissingPartitions({ management, log });
  const retention = startRetentionCleanup(
    {
      management,
      log,
      metrics: addRetentionMetrics(metrics.registry, TABLES, PARTITIONED_TABLES),
      keep: keepOf(config),
    },
    { everyMs: CLEANUP_INTERVAL_MS, restMs: CLEANUP_INTERVAL_MS - 10_000 },
  );
  disposables.defer(closeWithin("the cleanup of expired rows", () => retention.stop()));
  return heartbeat;
}

export interface Reachability {
  /** True if the primary is reachable. @throws StorageError if the database is unreachable or a standby */
  isReachable(): Promise<boolean>;
  /** False while the database accepts no writes. */
  isWriting(): boolean;
}
