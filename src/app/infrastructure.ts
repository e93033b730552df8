import type { Config } from "../config/config.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import { addRetentionFigures } from "../observe/retention-figures.ts";
import { startArchiveSweep } from "../service/apps/archive-sweep.ts";
import { startRetentionSweep } from "../service/retention/sweep.ts";
import { keepOf, TABLES } from "../service/retention/tables.ts";
import { startHeartbeat } from "../service/tokens/heartbeat.ts";
import { startSaltSweep } from "../service/tokens/salt-cleanup.ts";
import { createAppStore } from "../store/apps/apps.ts";
import { createManagement } from "../store/connection/management.ts";
import { createOrm } from "../store/connection/orm.ts";
import { createConnectionPools } from "../store/connection/pools.ts";
import { requirePrimary } from "../store/connection/primary.ts";
import { createTokenStore } from "../store/tokens/token-store.ts";
import type { Database } from "./database.ts";
import type { Disposables } from "./disposables.ts";
import { hear, openFeed } from "./feed.ts";
import type { Infrastructure } from "./operations.ts";
import { openTokenKeys } from "./token-key.ts";
import type { Parent } from "./worker.ts";

/** A salt stays at most this much longer than its retry window, and nobody waits longer to hear of an end that was not noted. */
const SWEEP_EVERY_MS = 60_000;

/** A third of the silence that is an outage. */
const HEARTBEAT_EVERY_MS = 5_000;

/** What the infrastructure is laid with. */
interface InfrastructureParts {
  config: Config;
  log: Log;
  database: Database;
  metrics: Metrics;
  disposables: Disposables;
  /** The other processes behind the same ports, where there are some. */
  others?: Pick<Parent, "onHear" | "othersHear">;
}

/** Opens both sides of the store and the keys. */
export async function openInfrastructure({
  config,
  log,
  database,
  metrics,
  disposables,
  others,
}: InfrastructureParts): Promise<Infrastructure & Reachability> {
  const keys = await openTokenKeys(config);
  const acquireTimeoutMs = config.databaseTimeout * 1_000;
  const { poolSize: size, poolReserved: reserved } = config;
  const pools = createConnectionPools({ url: database.url, size, reserved, acquireTimeoutMs });
  disposables.add(() => pools.end(), "the pools of tokens");
  const orm = await createOrm({ url: database.url, acquireTimeoutMs });
  disposables.add(() => orm.close(), "the pool of the management side");
  // What is ended here is over at once for whoever asks at the same ports; elsewhere within FEED_MAX_AGE.
  const heard = () => hear(others === undefined ? [feed.read] : [feed.read, others.othersHear], config);
  const tokenStore = createTokenStore(pools, log, {
    limits: { queueTimeoutMs: acquireTimeoutMs },
    observe: metrics.batchesOf,
    syncFeed: heard,
  });
  // Lost only where the database went first.
  const notesLost = (err: unknown) => log.warn({ err }, "the last notes of use and health were not written");
  disposables.add(() => tokenStore.lastUse.flush().catch(notesLost), "the notes of use");
  disposables.add(() => tokenStore.health.flush().catch(notesLost), "the notes of health");
  disposables.add(() => tokenStore.drain());
  const feed = openFeed({ config, log, database, pools, disposables });
  others?.onHear(feed.read);
  const management = createManagement(orm, heard);
  const windows = { confidential: config.refreshRetryWindow, public: config.refreshRetryWindowPublic };
  const salts = startSaltSweep({ store: tokenStore, log, windows }, SWEEP_EVERY_MS);
  disposables.add(() => salts.stop(), "the sweep of salts");
  const heartbeat = startHeartbeat({ store: tokenStore, log }, HEARTBEAT_EVERY_MS);
  disposables.add(() => heartbeat.stop(), "the heartbeat");
  const archives = startArchiveSweep({ apps: createAppStore(management), log }, SWEEP_EVERY_MS);
  disposables.add(() => archives.stop(), "the sweep of archived apps");
  const retention = startRetentionSweep(
    { management, log, figures: addRetentionFigures(metrics.registry, TABLES), keep: keepOf(config) },
    { everyMs: SWEEP_EVERY_MS, restMs: SWEEP_EVERY_MS - 10_000 },
  );
  disposables.add(() => retention.stop(), "the removal of expired rows");
  return {
    config,
    log,
    keys,
    management,
    tokenStore,
    feed,
    metrics,
    async isReachable() {
      await management.read((_em, query) => requirePrimary(query));
      return true;
    },
  };
}

interface Reachability {
  /** True if the primary answers. @throws StorageError if the database does not, or is a standby */
  isReachable(): Promise<boolean>;
}
