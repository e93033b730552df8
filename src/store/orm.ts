import { Migrator } from "@mikro-orm/migrations";
import { MikroORM } from "@mikro-orm/postgresql";
import { ENTITIES } from "../model/entities.ts";
import { releaseLostConnections } from "./lost-connections.ts";
import { MIGRATIONS } from "./migrations/list.ts";

export interface OrmConfig {
  /** A PostgreSQL connection URL. */
  url: string;
  /** Connections of the management side at most. */
  poolSize?: number;
  /** Milliseconds after which the server gives up on a statement; 0: never. */
  statementTimeoutMs?: number;
}

/**
 * Opens the management side's ORM on a pool of its own. MikroORM writes values into the statement text, which the server may log, so no secret
 * is ever a value here, only digests.
 */
export async function createOrm(config: OrmConfig): Promise<MikroORM> {
  return MikroORM.init({
    entities: ENTITIES,
    clientUrl: config.url,
    extensions: [Migrator],
    migrations: { migrationsList: MIGRATIONS, snapshot: false, silent: true, tableName: "schema_migration" },
    schemaGenerator: { skipTables: ["schema_migration"] },
    pool: { min: 0, max: config.poolSize ?? 5 },
    driverOptions: {
      connectionTimeoutMillis: 1000,
      statement_timeout: config.statementTimeoutMs ?? 5000,
      idle_in_transaction_session_timeout: 15_000,
      application_name: "latchkey",
      onPoolCreated: releaseLostConnections,
    },
  });
}
