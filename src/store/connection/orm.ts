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

export interface OrmConfig {
  /** A PostgreSQL connection URL. */
  url: string;
  /** The maximum number of management connections; default 5. */
  poolSize?: number;
  /** Milliseconds to wait for a free connection; default 1000. */
  acquireTimeoutMs?: number;
  /**
   * The statement timeout of the server in milliseconds; that of the client is slightly longer. 0 means none. Default: five times
   * `acquireTimeoutMs`.
   */
  statementTimeoutMs?: number;
  /** Called with the pool when the first connection opens. */
  onPool?: (pool: Pool) => void;
  /** Default: none; only the statement timeout notices a database that hangs. */
  hangs?: HangDetector;
}

/** The table of the applied migrations. */
export const MIGRATION_TABLE = "schema_migration";

const ACQUIRE_TIMEOUT_MS = 1_000;
/** Higher than that of token requests, because pages read more. */
const STATEMENT_TIMEOUT_FACTOR = 5;
/** The client's timeout is longer by this margin, so that the error of the server arrives first. */
const CLIENT_TIMEOUT_MARGIN_MS = 500;
const IDLE_IN_TRANSACTION_MS = 15_000;

/**
 * Opens MikroORM on the management pool. MikroORM writes values into the statement text, which the server may log, so it must never get
 * secrets, only digests.
 */
export async function createOrm(config: OrmConfig): Promise<MikroORM> {
  const { acquireTimeoutMs = ACQUIRE_TIMEOUT_MS, statementTimeoutMs = STATEMENT_TIMEOUT_FACTOR * acquireTimeoutMs } =
    config;
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
      // The timeout of the client, for a server that hangs.
      query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + CLIENT_TIMEOUT_MARGIN_MS,
      application_name: "latchkey",
      onConnect: openConnection({
        statement_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      }),
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
