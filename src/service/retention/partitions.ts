import type { Log } from "../../observe/log.ts";
import type { RetentionMetrics } from "../../observe/retention-metrics.ts";
import type { Management } from "../../store/connection/management.ts";
import {
  closedPartitions,
  createPartitions,
  detachPartition,
  dropDetached,
  isDue,
  type Partition,
  type PartitionedTable,
  type PartitionStatus,
  partitionStatus,
} from "../../store/retention/partitions.ts";
import type { Keep } from "./tables.ts";

interface PartitionDependencies {
  management: Pick<Management, "transactional" | "read">;
  log: Log;
  metrics: RetentionMetrics;
  keep: Keep;
}

/** Creates the partitions of the next weeks. A failure is only logged, because the existing partitions last for weeks. */
export async function createMissingPartitions({
  management,
  log,
}: Pick<PartitionDependencies, "management" | "log">): Promise<void> {
  try {
    const created = await management.transactional(({ query }) => createPartitions(query));
    if (created.length > 0) log.debug({ partitions: created }, "created partitions");
  } catch (err) {
    log.error({ err }, "could not create partitions; retrying");
  }
}

/**
 * Creates the partitions of the next weeks, drops those whose rows are all due, and completes interrupted removals. A failure is logged,
 * and the next run retries.
 * @param mayContinue extends the lease; false ends the work
 */
export async function maintainPartitions(
  deps: PartitionDependencies,
  mayContinue: () => Promise<boolean>,
): Promise<void> {
  const { management, log } = deps;
  await createMissingPartitions(deps);
  for (const status of await management.read((_em, query) => partitionStatus(query))) {
    const drop = dropDue(deps, status, mayContinue);
    await drop.catch((err) => log.warn({ err, table: status.table }, "could not drop a partition; retrying"));
  }
}

async function dropDue(
  deps: PartitionDependencies,
  status: PartitionStatus,
  mayContinue: () => Promise<boolean>,
): Promise<void> {
  const { table, detached } = status;
  const keep = deps.keep[table];
  const check = (partition: string) => isDueIn(deps, { table, partition, keep }, mayContinue);
  // Tables that an interrupted run has detached. They are checked again, because an operator may have detached one of them.
  for (const name of detached) if (await check(name)) await drop(deps, table, name);
  for (const partition of closedPartitions(status, keep)) {
    // PostgreSQL allows one incomplete DETACH per table, so an incomplete one is completed before others begin.
    if (!partition.isDetaching && status.partitions.some(({ isDetaching }) => isDetaching)) continue;
    if (!(await check(partition.name)) || !(await mayContinue())) continue;
    await detach(deps, table, partition);
    await drop(deps, table, partition.name);
  }
}

function isDueIn(
  { management }: PartitionDependencies,
  where: { table: PartitionedTable; partition: string; keep: number },
  mayContinue: () => Promise<boolean>,
): Promise<boolean> {
  return management.read((_em, query) => isDue(query, where, mayContinue));
}

function detach({ management }: PartitionDependencies, table: PartitionedTable, partition: Partition): Promise<void> {
  return management.read((_em, query) => detachPartition(query, table, partition));
}

async function drop({ management, log, metrics }: PartitionDependencies, table: string, name: string): Promise<void> {
  await management.transactional(({ query }) => dropDetached(query, name));
  metrics.dropped(table);
  log.info({ partition: name }, "dropped a partition whose rows were all due");
}
