import { runGrpc } from "../load/grpc.ts";
import type { LoadResult } from "../load/wrk.ts";
import { median } from "../statistics.ts";
import { answersOf, inTurn, type Measurement, perSecond, ratioAtMost, timed } from "./bench.ts";
import { accessTokenFile, startEcho, unaryPlan } from "./introspection.ts";
import { refreshByHttp, refreshByStatement } from "./loads.ts";

const CONNECTIONS = 32;
const PACED_CONNECTIONS = 64;
const CALIBRATIONS = 3;
const TOKENS = 5_000;

const p99 = (results: readonly LoadResult[]): number[] => timed(results).map(({ p99Us }) => p99Us);

/** The median rate of the runs. At least one per second, because a short run may have had no response. */
const rateOf = (runs: readonly LoadResult[]): number => Math.max(1, median(runs.map((run) => run.perSecond)));

/** The latency at half of the saturation rate. */
export const refreshHalfLoad: Measurement = {
  name: "refresh at half of saturation",
  async run(bench) {
    const { main: deployment, infrastructure, seconds, logProgress } = bench;
    const connections = Math.min(PACED_CONNECTIONS, bench.mostConnections);
    const saturating = {
      deployment,
      infrastructure,
      seconds,
      connections: Math.min(CONNECTIONS, bench.mostConnections),
    };
    const full = rateOf([await refreshByHttp(saturating), await refreshByHttp(saturating)]);
    const paced = { deployment, infrastructure, seconds, connections };
    let pauseMs = (connections / (full / 2)) * 1_000;
    for (let n = 0; n < CALIBRATIONS; n++) {
      const { perSecond } = await refreshByHttp(paced, pauseMs);
      logProgress(`  pause ${pauseMs.toFixed(1)} ms: ${Math.round(perSecond)}/s of ${Math.round(full)}/s`);
      // The duration of a request is part of the interval between two requests.
      pauseMs = Math.max(0.6, pauseMs + connections * 1_000 * (2 / full - 1 / perSecond));
    }
    let rate = full / 2;
    const { ours, theirs } = await inTurn(bench, {
      async ours() {
        const result = await refreshByHttp(paced, pauseMs);
        rate = rateOf([result]);
        return result;
      },
      theirs: () => refreshByStatement({ deployment, connections, seconds, rate }),
    });
    return [
      {
        ...{ name: "refresh at half of saturation, p99", unit: "µs", goal: ratioAtMost(4), measured: p99(ours) },
        limit: { name: "pgbench --rate at the same rate, the statement alone", runs: p99(theirs) },
        answers: answersOf(ours, theirs),
        notes: [
          `${Math.round(median(perSecond(ours)))}/s of ${Math.round(full)}/s`,
          "requests arrive at random moments",
        ],
      },
    ];
  },
};

export const introspectionHalfLoad: Measurement = {
  name: "introspection at half of saturation",
  async run(bench) {
    const { main } = bench;
    const plan = unaryPlan(main, await accessTokenFile(bench, main, TOKENS), bench);
    const echo = await startEcho();
    try {
      const full = rateOf([await runGrpc(plan), await runGrpc(plan)]);
      const paced = { ...plan, rate: full / 2 };
      const { ours, theirs } = await inTurn(bench, {
        ours: () => runGrpc(paced),
        theirs: () => runGrpc({ ...paced, address: echo.address }),
      });
      return [
        {
          ...{
            name: "Introspect, gRPC, cached, at half of saturation, p99",
            unit: "µs",
            goal: null,
            measured: p99(ours),
          },
          limit: { name: "grpc-js echo at the same rate", runs: p99(theirs) },
          ...{ answers: answersOf(ours, theirs), notes: [`${Math.round(full / 2)}/s`] },
        },
      ];
    } finally {
      echo.stop();
    }
  },
};
