import { MikroORM } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import { hostUrls } from "../../config/database-url.ts";
import { ENTITIES } from "../../model/entities.ts";
import { DatabaseClient } from "./client.ts";
import { refuseCommitWarnings } from "./commit-warnings.ts";
import { guardPool, type HangDetector } from "./hang-detector.ts";
import { endStuckConnections, releaseLostConnections } from "./lost-connections.ts";
import { openConnection } from "./primary.ts";
import { beginWithSettings } from "./session.ts";
import { MANAGEMENT_POOL, type PoolTimeouts, toTimeouts } from "./timeouts.ts";

export interface OrmConfig extends PoolTimeouts {
  /** A PostgreSQL connection URL. */
  url: string;
  /** The maximum number of management connections; default 5. */
  poolSize?: number;
  /** Called with the pool when the first connection opens. */
  onPool?: (pool: Pool) => void;
  /** Default: none; only the statement timeout notices a database that hangs. */
  hangs?: HangDetector;
}

/** The table of the applied migrations. */
export const MIGRATION_TABLE = "schema_migration";

/**
 * Opens MikroORM on the management pool. MikroORM writes values into the statement text, which the server may log, so it must never get
 * secrets, only digests.
 */
export async function createOrm(config: OrmConfig): Promise<MikroORM> {
  const { acquireTimeoutMs, queryTimeoutMs, session } = toTimeouts(config, MANAGEMENT_POOL);
  return MikroORM.init({
    entities: ENTITIES,
    // MikroORM reads the name of the database from this URL.
    clientUrl: hostUrls(config.url)[0]!,
    // Ignores routines, because before PostgreSQL 18 uuidv7() is a function in the schema.
    schemaGenerator: { skipTables: [MIGRATION_TABLE], ignoreRoutines: true },
    pool: { min: 0, max: config.poolSize ?? 5 },
    driverOptions: {
      Client: DatabaseClient,
      // Passed to the driver directly, because MikroORM drops the URL's parameters, such as sslmode.
      connectionString: config.url,
      connectionTimeoutMillis: acquireTimeoutMs,
      query_timeout: queryTimeoutMs,
      application_name: "latchkey",
      onConnect: openConnection(session),
      onPoolCreated(pool: Pool) {
        config.onPool?.(pool);
        beginWithSettings(pool);
        endStuckConnections(pool);
        refuseCommitWarnings(pool);
        releaseLostConnections(pool);
        if (config.hangs !== undefined) guardPool(pool, config.hangs);
      },
    },
  });
}
