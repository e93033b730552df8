import { lockUntilCommit } from "../connection/advisory-locks.ts";
import type { Query, Statement } from "../connection/query.ts";
import { FIRST_ID } from "../connection/uuid-range.ts";

/** Tables partitioned by ranges of their time-ordered ids. */
export type PartitionedTable = keyof typeof TABLES;

const WEEK = 604_800;

/** `span`: the seconds of one partition. `due`: SQL, when a row is due for removal; `$1` is the number of seconds for which rows are kept. */
const TABLES = {
  access_token: { span: WEEK, due: "expires_at + $1 * interval '1 second'" },
  refresh_token: { span: WEEK, due: "expires_at + $1 * interval '1 second'" },
  audit_event: { span: 4 * WEEK, due: "at + $1 * interval '1 second'" },
};

export const PARTITIONED_TABLES = Object.keys(TABLES) as PartitionedTable[];

export function isPartitioned(table: string): table is PartitionedTable {
  return table in TABLES;
}

/** A partition of a table. Times are seconds since the epoch. */
export interface Partition {
  name: string;
  /** The end of the partition: the ids in it are generated before this time. */
  endsAt: number;
  /** True if an interrupted DETACH CONCURRENTLY must be completed. */
  isDetaching: boolean;
}

/** The partitions of a table, oldest first, without a default partition. */
export interface PartitionStatus {
  table: PartitionedTable;
  partitions: Partition[];
  /** Detached partitions that have not been dropped. */
  detached: string[];
  /** The database's clock, in seconds. */
  now: number;
  /** Seconds until inserts fail if no further partition is created. */
  ahead: number;
}

const LIST: Statement = {
  name: "list-partitions",
  text: `
    select t.name as table, extract(epoch from clock_timestamp())::float8 as now,
      array(
        select json_build_object('name', c.relname, 'isDetaching', i.inhdetachpending, 'bounds', pg_get_expr(c.relpartbound, c.oid))
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = t.name::regclass
      ) as partitions,
      array(
        select c.relname::text from pg_class c
        where c.relnamespace = (select relnamespace from pg_class where oid = t.name::regclass) and c.relkind = 'r'
          and not c.relispartition and c.relname ~ ('^' || t.name || '_(initial|[0-9]{8})$') order by 1
      ) as detached
    from unnest($1::text[]) as t(name)`,
};

interface ListRow {
  table: PartitionedTable;
  now: number;
  partitions: { name: string; isDetaching: boolean; bounds: string }[];
  detached: string[];
}

/** Reads the partitions of all tables from the catalog. */
export async function partitionStatus(query: Query): Promise<PartitionStatus[]> {
  const rows = await query<ListRow>(LIST, [PARTITIONED_TABLES]);
  return rows.map(({ table, now, partitions: listed, detached }) => {
    const partitions = listed
      .map(({ name, isDetaching, bounds }) => ({ name, isDetaching, endsAt: endOf(bounds) }))
      // An operator may have added a default partition, which has no end.
      .filter(({ endsAt }) => Number.isFinite(endsAt))
      .sort((one, other) => one.endsAt - other.endsAt);
    return { table, partitions, detached, now, ahead: (partitions.at(-1)?.endsAt ?? now) - now };
  });
}

/** The time of the upper bound, which is the last UUID in `FOR VALUES FROM (…) TO ('…')`; NaN if there is none. @see RFC 9562 §5.7 */
function endOf(bounds: string): number {
  const [, high = "", low = ""] = /'(\w{8})-(\w{4})-[\w-]+'\)$/.exec(bounds) ?? [];
  return Number.parseInt(high + low, 16) / 1_000;
}

/** How many seconds ahead partitions are created, so that inserts continue even if no process can create partitions for a month. */
const AHEAD = 5 * WEEK;
/** The first Monday after the epoch, in seconds. Weeks are counted from it. */
const MONDAY = 345_600;

/**
 * Creates the missing partitions of the next five weeks, in a transaction, and returns their names. ATTACH takes a lock that blocks neither
 * reads nor writes; CREATE TABLE … PARTITION OF would block both.
 */
export async function createPartitions(query: Query): Promise<string[]> {
  if ((await missingPartitions(query)).length === 0) return [];
  await lockUntilCommit(query, "partitions");
  // Another process may have created some of them meanwhile.
  const missing = await missingPartitions(query);
  for (const { table, name, from, to } of missing) {
    await query(ddl(`create table "${name}" (like "${table}" including all)`), []);
    const range = `from ('${lowestId(from)}') to ('${lowestId(to)}')`;
    await query(ddl(`alter table "${table}" attach partition "${name}" for values ${range}`), []);
  }
  return missing.map(({ name }) => name);
}

async function missingPartitions(query: Query) {
  const status = await partitionStatus(query);
  return status.flatMap(({ table, partitions, now }) => {
    const { span } = TABLES[table];
    const startOf = (time: number) => MONDAY + span * Math.floor((time - MONDAY) / span);
    const missing = [];
    for (let from = partitions.at(-1)?.endsAt ?? startOf(now); from < now + AHEAD; ) {
      const to = startOf(from) + span;
      missing.push({ table, name: partitionName(table, from), from, to });
      from = to;
    }
    return missing;
  });
}

/** The name of the partition that starts at `from`, with the UTC date of this start, such as `access_token_20270104`. */
export function partitionName(table: PartitionedTable, from: number): string {
  return `${table}_${new Date(from * 1_000).toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/** The lowest UUIDv7 of a time in whole seconds. @see RFC 9562 §5.7 */
export function lowestId(seconds: number): string {
  const hex = (seconds * 1_000).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The partitions whose rows are all older than `keep` seconds, so that no transaction inserts into them. */
export function closedPartitions({ partitions, now }: PartitionStatus, keep: number): Partition[] {
  return partitions.filter(({ endsAt }) => endsAt + keep <= now);
}

/** The maximum number of rows read per statement. */
const ROWS = 100_000;

/** Reads the newest rows first, because they are normally the last to expire. */
const findUndue = (table: PartitionedTable, partition: string): Record<"newest" | "next", Statement> => {
  const { due } = TABLES[table];
  const isUndue = `bool_or(${due} > clock_timestamp())`;
  return {
    newest: {
      name: `find-undue-${partition}`,
      text: `select coalesce(${isUndue}, false) as undue from (select * from "${partition}" order by id desc limit ${ROWS / 100}) k`,
    },
    next: {
      name: `find-next-undue-${partition}`,
      text: `select coalesce(${isUndue}, false) as undue, count(*)::int as scanned, (array_agg(id order by id desc))[1] as "lastId"
        from (select * from "${partition}" where id > $2 order by id limit ${ROWS}) k`,
    },
  };
};

/**
 * True if every row of a closed partition is due. Reads it in chunks, so that no statement takes long.
 * @param onChunk called after each chunk; false ends the check
 */
export async function isDue(
  query: Query,
  { table, partition, keep }: { table: PartitionedTable; partition: string; keep: number },
  onChunk: () => Promise<boolean>,
): Promise<boolean> {
  const { newest, next } = findUndue(table, partition);
  const [first] = await query<{ undue: boolean }>(newest, [keep]);
  if (first!.undue) return false;
  for (let from = FIRST_ID; ; ) {
    const [chunk] = await query<{ undue: boolean; scanned: number; lastId: string }>(next, [keep, from]);
    if (chunk!.undue || !(await onChunk())) return false;
    if (chunk!.scanned < ROWS) return true;
    from = chunk!.lastId;
  }
}

/**
 * Detaches a partition without blocking reads and writes. Must not run in a transaction. If it is interrupted, `isDetaching` of the
 * partition becomes true.
 */
export async function detachPartition(query: Query, table: PartitionedTable, partition: Partition): Promise<void> {
  const mode = partition.isDetaching ? "finalize" : "concurrently";
  await query(ddl(`alter table "${table}" detach partition "${partition.name}" ${mode}`), []);
}

/** Drops a detached partition. */
export async function dropDetached(query: Query, name: string): Promise<void> {
  await query(ddl(`drop table "${name}"`), []);
}

const ddl = (text: string): Statement => ({ name: "ddl", text });
