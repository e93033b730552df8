import type pg from "pg";
import { cpuSecondsOf } from "../load/programs.ts";
import type { LoadResult } from "../load/wrk.ts";
import type { RowResult } from "../report.ts";
import { answersOf, type Bench, inTurn, type Measurement, perSecond } from "./bench.ts";
import { refreshByHttp, refreshByStatement } from "./loads.ts";

const CONNECTIONS = 32;

/**
 * The disk space, write-ahead log and CPU time of a refresh, and of an audit event, which a refresh does not write: figures of
 * `docs/capacity.md`.
 */
export const refreshCost: Measurement = {
  name: "growth: cost of a refresh",
  async run(bench) {
    const deployment = await bench.infrastructure.open(bench.amounts.costRows * 2);
    try {
      const family = await bytesPerRow(deployment.pool, "token_family");
      const load = {
        ...{ deployment, infrastructure: bench.infrastructure, seconds: bench.seconds },
        connections: Math.min(CONNECTIONS, bench.mostConnections),
      };
      const costs: Cost[] = [];
      const results: LoadResult[] = [];
      for (let round = 0; round < bench.rounds; round++) {
        const before = await meter(deployment.pool);
        const cpuBefore = deployment.service.cpuSeconds();
        results.push(await refreshByHttp(load));
        const coreSeconds = deployment.service.cpuSeconds() - cpuBefore;
        costs.push(costOf(before, await meter(deployment.pool), coreSeconds));
      }
      const event = await auditEvent(deployment.pool, bench.amounts.costRows);
      const answers = answersOf(results);
      const row = (name: string, unit: string, measured: number[], notes: string[] = []): RowResult => ({
        ...{ name, unit, goal: null, measured, limit: null, answers, notes },
      });
      return [
        row("WAL of a refresh", "B", pick(costs, "wal"), ["of few families, so with few full-page images"]),
        row("disk of a refresh token", "B", pick(costs, "refreshToken"), ["with its index"]),
        row("disk of an access token", "B", pick(costs, "accessToken"), ["with its index"]),
        row("disk of a token family", "B", [family], ["with its indexes"]),
        row("disk of an audit event", "B", [event.disk], ["with its indexes"]),
        row("WAL of an audit event", "B", [event.wal]),
        row("CPU of PostgreSQL for a refresh", "µs", pick(costs, "databaseCpu")),
        row("CPU of the core for a refresh", "µs", pick(costs, "coreCpu")),
        await withAuditEvent(bench, load),
      ];
    } finally {
      await deployment.stop();
    }
  },
};

interface Meter {
  refreshes: number;
  /** Bytes. */
  wal: number;
  refreshTokens: number;
  accessTokens: number;
  /** CPU seconds by process. */
  cpu: Map<number, number>;
}

/** SQL: the bytes of a table with its partitions and indexes. */
const sizeOf = (table: string) =>
  `coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}')), pg_total_relation_size('${table}'))::float8`;

async function meter(pool: pg.Pool): Promise<Meter> {
  const { rows } = await pool.query<Omit<Meter, "cpu"> & { pids: number[] }>(`
    select (select sum(generation - 1)::int from token_family) as refreshes,
      (pg_current_wal_insert_lsn() - '0/0')::float8 as wal,
      ${sizeOf("refresh_token")} as "refreshTokens", ${sizeOf("access_token")} as "accessTokens",
      array(select pid from pg_stat_activity) as pids`);
  const { pids, ...figures } = rows[0]!;
  return { ...figures, cpu: new Map(pids.map((pid) => [pid, cpuSecondsOf(pid)])) };
}

/** The figures of one refresh: bytes, and microseconds of CPU. */
interface Cost {
  wal: number;
  refreshToken: number;
  accessToken: number;
  databaseCpu: number;
  coreCpu: number;
}

function costOf(before: Meter, after: Meter, coreSeconds: number): Cost {
  const refreshes = after.refreshes - before.refreshes;
  const used = [...after.cpu].map(([pid, seconds]) => seconds - (before.cpu.get(pid) ?? 0));
  return {
    wal: (after.wal - before.wal) / refreshes,
    refreshToken: (after.refreshTokens - before.refreshTokens) / refreshes,
    accessToken: (after.accessTokens - before.accessTokens) / refreshes,
    databaseCpu: (used.reduce((sum, seconds) => sum + seconds, 0) * 1e6) / refreshes,
    coreCpu: (coreSeconds * 1e6) / refreshes,
  };
}

const pick = (costs: readonly Cost[], key: keyof Cost): number[] => costs.map((cost) => cost[key]);

async function bytesPerRow(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query(`select ${sizeOf(table)} / (select count(*) from ${table}) as bytes`);
  return rows[0].bytes;
}

/** SQL: the audit events that refreshes would write if they were audited, for rows `r` of `token_family`. */
const INSERT_EVENTS = `
  insert into audit_event (action, actor_client_id, caller_name, client_id, installation_id, merchant_id, account_id, address, request_id, detail)
  select 'token.refresh', 'app_benchbenchbenchbench00', 'gateway', 'app_benchbenchbenchbench00', r.installation_id, r.merchant_id, r.account_id,
    '203.0.113.7', gen_random_uuid()::text, jsonb_build_object('family_id', r.id)`;

async function auditEvent(pool: pg.Pool, count: number): Promise<{ disk: number; wal: number }> {
  const before = await meter(pool);
  await pool.query(`${INSERT_EVENTS} from token_family r limit ${count}`);
  const wal = ((await meter(pool)).wal - before.wal) / count;
  return { disk: await bytesPerRow(pool, "audit_event"), wal };
}

/** Measures, in turn, a refresh in PostgreSQL with an audit event and one without. */
async function withAuditEvent(bench: Bench, load: Parameters<typeof refreshByStatement>[0]): Promise<RowResult> {
  const { audited, plain } = await inTurn(bench, {
    audited: () => refreshByStatement({ ...load, script: "refresh-audited" }),
    plain: () => refreshByStatement(load),
  });
  return {
    ...{ name: "refresh as one statement, with an audit event", unit: "/s", goal: null, measured: perSecond(audited) },
    ...{ limit: { name: "without", runs: perSecond(plain) }, answers: answersOf(audited, plain), notes: [] },
  };
}
