import type { LoadResult } from "../load/wrk.ts";
import {
  answersOf,
  type Bench,
  coresNote,
  inTurn,
  type Measurement,
  perSecond,
  ratioAtLeast,
  ratioAtMost,
  timed,
} from "./bench.ts";
import { exchangeByHttp, exchangeByStatement, refreshByHttp, refreshByStatement } from "./loads.ts";

const STATEMENT = "pgbench, the whole of it as one prepared statement";

const of = ({ main: deployment, infrastructure, seconds, mostConnections }: Bench, connections: number) => ({
  ...{ deployment, infrastructure, seconds },
  connections: Math.min(connections, mostConnections),
});

export const refresh: Measurement = {
  name: "refresh over HTTP",
  async run(bench) {
    const results = await inTurn(bench, {
      "32 connections": () => refreshByHttp(of(bench, 32)),
      "statement, 16": () => refreshByStatement(of(bench, 16)),
      "128 connections": () => refreshByHttp(of(bench, 128)),
      "statement, 64": () => refreshByStatement(of(bench, 64)),
    });
    const row = (connections: number, [ours, theirs]: [LoadResult[], LoadResult[]], goal: number, clients: number) => ({
      ...{ name: `refresh, HTTP JSON, ${connections} connections`, unit: "/s", goal: ratioAtLeast(goal) },
      ...{
        measured: perSecond(ours),
        limit: { name: `${STATEMENT}, ${clients} connections`, runs: perSecond(theirs) },
      },
      ...{ answers: answersOf(ours, theirs), notes: [coresNote("wrk", ours), coresNote("pgbench", theirs)] },
    });
    return [
      row(32, [results["32 connections"], results["statement, 16"]], 0.55, 16),
      row(128, [results["128 connections"], results["statement, 64"]], 0.7, 64),
    ];
  },
};

export const exchange: Measurement = {
  name: "exchange over HTTP",
  async run(bench) {
    const { ours, theirs } = await inTurn(bench, {
      ours: () => exchangeByHttp(of(bench, 64)),
      theirs: () => exchangeByStatement(of(bench, 64)),
    });
    return [
      {
        ...{
          name: "exchange, HTTP JSON, 64 connections",
          unit: "/s",
          goal: ratioAtLeast(0.5),
          measured: perSecond(ours),
        },
        limit: { name: `${STATEMENT}, 64 connections`, runs: perSecond(theirs) },
        ...{ answers: answersOf(ours, theirs), notes: [coresNote("wrk", ours), coresNote("pgbench", theirs)] },
      },
    ];
  },
};

export const lone: Measurement = {
  name: "refresh, one connection",
  async run(bench) {
    const { ours, theirs } = await inTurn(bench, {
      ours: () => refreshByHttp(of(bench, 1)),
      theirs: () => refreshByStatement(of(bench, 1)),
    });
    return [
      {
        ...{
          name: "refresh, one connection, p50",
          unit: "µs",
          goal: ratioAtMost(4),
          measured: timed(ours).map(({ p50Us }) => p50Us),
        },
        limit: { name: `${STATEMENT}, one connection`, runs: timed(theirs).map(({ p50Us }) => p50Us) },
        ...{ answers: answersOf(ours, theirs), notes: [] },
      },
    ];
  },
};
