import pg from "pg";

/** Tables with few rows that every group of merchants reads. Each node has a copy. */
const REFERENCE_TABLES = [
  ...["account", "app", "app_secret", "merchant", "membership", "not_before_mark"],
  ...["service_heartbeat", "service_outage"],
];
const PLAIN_TABLES = ["installation", "authorization_code", "token_family"];
const PARTITIONED_TABLES = ["access_token", "refresh_token"];
/** Each group has its own feed and audit log, so that a transaction writes to only one node. */
const PLAIN_LOG_TABLES = ["feed_head", "revocation_event", "event_head", "event", "salt_sweep"];

/** The tables of the token path, which both layouts distribute. */
export const TOKEN_TABLES = [...PLAIN_TABLES, ...PARTITIONED_TABLES];

/** The schema whose tables are distributed by the column `shard`. */
export const KEYED_SCHEMA = "by_key";
export const KEYED_SHARDS = 8;
/** A schema for each group of merchants; Citus places them on different workers. */
export const GROUP_SCHEMAS = ["group_1", "group_2"];

/** Runs the statements in turn on a new connection. */
async function runOn(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function createReferenceTables(url: string): Promise<void> {
  await runOn(
    url,
    REFERENCE_TABLES.map((table) => `select create_reference_table('${table}')`),
  );
}

/** Creates copies of the token tables that are distributed by a new column `shard`. */
export async function createKeyedTables(url: string): Promise<void> {
  const own = `"shard" int not null default 0, primary key ("shard", "id")`;
  const create = (table: string, rest = "") =>
    `create table ${table} (like public.${table} including defaults, ${own}) ${rest}`;
  await runOn(url, [
    `create schema ${KEYED_SCHEMA}`,
    `set search_path = ${KEYED_SCHEMA}, public`,
    ...PLAIN_TABLES.map((table) => create(table)),
    ...PARTITIONED_TABLES.flatMap((table) => [create(table, `partition by range ("id")`), partitionOf(table)]),
    `alter table installation add unique ("shard", "app_id", "merchant_id")`,
    `select create_distributed_table('installation', 'shard', shard_count => ${KEYED_SHARDS})`,
    ...TOKEN_TABLES.slice(1).map(
      (table) => `select create_distributed_table('${table}', 'shard', colocate_with => 'installation')`,
    ),
  ]);
}

/** Creates unchanged copies of the token tables in a distributed schema for each group of merchants. */
export async function createGroupSchemas(url: string): Promise<void> {
  for (const schema of GROUP_SCHEMAS) {
    await runOn(url, [
      "set citus.enable_schema_based_sharding = on",
      `create schema ${schema}`,
      `set search_path = ${schema}, public`,
      ...[...PLAIN_TABLES, ...PLAIN_LOG_TABLES].map(
        (table) => `create table ${table} (like public.${table} including all)`,
      ),
      ...[...PARTITIONED_TABLES, "audit_event"].flatMap((table) => [
        `create table ${table} (like public.${table} including defaults including indexes) partition by range ("id")`,
        partitionOf(table),
      ]),
      `alter table installation add constraint "installation_app" foreign key ("app_id") references public.app ("id")`,
      `alter table installation add constraint "installation_merchant" foreign key ("merchant_id") references public.merchant ("id")`,
      "insert into feed_head (id) values (1)",
      "insert into event_head (id) values (1)",
    ]);
  }
}

function partitionOf(table: string): string {
  return `create table ${table}_all partition of ${table} for values from (minvalue) to (maxvalue)`;
}
