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
import { createLanes } from "../store/connection/pools.ts";
import { requirePrimary } from "../store/connection/primary.ts";
import { createTokenStore } from "../store/tokens/token-store.ts";
import type { Database } from "./database.ts";
import type { Closing } from "./disposables.ts";
import { hear, openFeed } from "./feed.ts";
import type { Ground } from "./operations.ts";
import { openTokenKeys } from "./token-key.ts";
import type { Parent } from "./worker.ts";

/** A salt stays at most this much longer than its retry window, and nobody waits longer to hear of an end that was not noted. */
const SWEEP_EVERY_MS = 60_000;

/** A third of the silence that is an outage. */
const HEARTBEAT_EVERY_MS = 5_000;

/** What the ground is laid with. */
interface GroundParts {
  config: Config;
  log: Log;
  database: Database;
  metrics: Metrics;
  closing: Closing;
  /** The other processes behind the same ports, where there are some. */
  others?: Pick<Parent, "onHear" | "othersHear">;
}

/** Opens both sides of the store and the keys. */
export async function openGround({
  config,
  log,
  database,
  metrics,
  closing,
  others,
}: GroundParts): Promise<Ground & Reachability> {
  const keys = await openTokenKeys(config);
  const acquireTimeoutMs = config.databaseTimeout * 1_000;
  const { poolSize: size, poolReserved: reserved } = config;
  const lanes = createLanes({ url: database.url, size, reserved, acquireTimeoutMs });
  closing.add(() => lanes.end(), "the pools of tokens");
  const orm = await createOrm({ url: database.url, acquireTimeoutMs });
  closing.add(() => orm.close(), "the pool of the management side");
  // What is ended here is over at once for whoever asks at the same ports; elsewhere within FEED_MAX_AGE.
  const heard = () => hear(others === undefined ? [feed.read] : [feed.read, others.othersHear], config);
  const tokenStore = createTokenStore(lanes, log, {
    bounds: { patienceMs: acquireTimeoutMs },
    observe: metrics.groupsOf,
    hear: heard,
  });
  // Lost only where the database went first.
  const notesLost = (err: unknown) => log.warn({ err }, "the last notes of use and health were not written");
  closing.add(() => tokenStore.lastUse.flush().catch(notesLost), "the notes of use");
  closing.add(() => tokenStore.health.flush().catch(notesLost), "the notes of health");
  closing.add(() => tokenStore.drain());
  const feed = openFeed({ config, log, database, lanes, closing });
  others?.onHear(feed.read);
  const management = createManagement(orm, heard);
  const windows = { confidential: config.refreshRetryWindow, public: config.refreshRetryWindowPublic };
  const salts = startSaltSweep({ store: tokenStore, log, windows }, SWEEP_EVERY_MS);
  closing.add(() => salts.stop(), "the sweep of salts");
  const heartbeat = startHeartbeat({ store: tokenStore, log }, HEARTBEAT_EVERY_MS);
  closing.add(() => heartbeat.stop(), "the heartbeat");
  const archives = startArchiveSweep({ apps: createAppStore(management), log }, SWEEP_EVERY_MS);
  closing.add(() => archives.stop(), "the sweep of archived apps");
  const retention = startRetentionSweep(
    { management, log, figures: addRetentionFigures(metrics.registry, TABLES), keep: keepOf(config) },
    { everyMs: SWEEP_EVERY_MS, restMs: SWEEP_EVERY_MS - 10_000 },
  );
  closing.add(() => retention.stop(), "the removal of expired rows");
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
  /** True if the primary answers. @throws StorageFault if the database does not, or is a standby */
  isReachable(): Promise<boolean>;
}
