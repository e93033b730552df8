import { Migrator } from "@mikro-orm/migrations";
import { MikroORM } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import { ENTITIES } from "../../model/entities.ts";
import { MIGRATIONS } from "../migrations/list.ts";
import { DatabaseClient } from "./client.ts";
import { refuseCommitWarnings } from "./commit-warnings.ts";
import { endStuckConnections, releaseLostConnections } from "./lost-connections.ts";
import { openConnection } from "./primary.ts";

export interface OrmConfig {
  /** A PostgreSQL connection URL. */
  url: string;
  /** Connections of the management side at most. */
  poolSize?: number;
  /** Milliseconds to wait for a free connection; default 1000. */
  acquireTimeoutMs?: number;
  /**
   * Milliseconds after which the server gives up on a statement, and soon after it we on the server; 0: never. Default five times
   * `acquireTimeoutMs`.
   */
  statementTimeoutMs?: number;
}

/** The names of the migrations that the database has had. */
export const MIGRATION_TABLE = "schema_migration";

const ACQUIRE_TIMEOUT_MS = 1_000;
/** Pages read more than token requests do. */
const STATEMENT_TIMEOUTS = 5;
/** For the server's own word to arrive first. */
const SERVER_FIRST_MS = 500;

/**
 * Opens the management side's ORM on a pool of its own. MikroORM writes values into the statement text, which the server may log, so no secret
 * is ever a value here, only digests.
 */
export async function createOrm(config: OrmConfig): Promise<MikroORM> {
  const { acquireTimeoutMs = ACQUIRE_TIMEOUT_MS, statementTimeoutMs = STATEMENT_TIMEOUTS * acquireTimeoutMs } = config;
  return MikroORM.init({
    entities: ENTITIES,
    clientUrl: config.url,
    extensions: [Migrator],
    migrations: { migrationsList: MIGRATIONS, snapshot: false, silent: true, tableName: MIGRATION_TABLE },
    schemaGenerator: { skipTables: [MIGRATION_TABLE] },
    pool: { min: 0, max: config.poolSize ?? 5 },
    driverOptions: {
      Client: DatabaseClient,
      // MikroORM drops the URL's parameters, sslmode among them.
      connectionString: config.url,
      connectionTimeoutMillis: acquireTimeoutMs,
      statement_timeout: statementTimeoutMs,
      // Where the server itself is stuck, its own timeout never fires.
      query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + SERVER_FIRST_MS,
      idle_in_transaction_session_timeout: 15_000,
      application_name: "latchkey",
      onConnect: openConnection,
      onPoolCreated(pool: Pool) {
        endStuckConnections(pool);
        refuseCommitWarnings(pool);
        releaseLostConnections(pool);
      },
    },
  });
}
