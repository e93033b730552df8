import { readFileSync } from "node:fs";
import { sampleFamilies } from "../data/fill.ts";
import { tokenOf } from "../data/tokens.ts";
import { type Deployment, startService } from "../infrastructure.ts";
import { runGrpc } from "../load/grpc.ts";
import type { LoadResult } from "../load/wrk.ts";
import type { RowResult } from "../report.ts";
import { answersOf, atMost, type Bench, inTurn, type Measurement, perSecond, ratioAtLeast } from "./bench.ts";
import { batchIntrospect } from "./calls.ts";
import { accessTokenFile, unaryPlan } from "./introspection.ts";
import { refreshThese } from "./loads.ts";

const CONNECTIONS = 32;
/** The number of families that one run uses in turn: so many that their pages fill a considerable part of the page cache. */
const FAMILIES = 512;
const TOKENS = 4_000;
const BATCH = 1_000;
const AT_ONCE = 2;
/** The number of weekly partitions: half a year. */
const WEEKS = 26;

/** Refresh and uncached introspection over very many tokens, and the memory of a core with many cached tokens. */
export const manyTokens: Measurement = {
  name: "growth: very many tokens",
  async run(bench) {
    const { amounts, infrastructure } = bench;
    const deployment = await infrastructure.open(amounts.manyTokens, { weeks: WEEKS });
    try {
      return [...(await compare(bench, deployment)), await weigh(bench, deployment)];
    } finally {
      await deployment.stop();
    }
  },
};

async function compare(bench: Bench, many: Deployment): Promise<RowResult[]> {
  const few = bench.main;
  const refresh = async (deployment: Deployment) => {
    const families = await sampleFamilies(deployment.pool, FAMILIES);
    const load = {
      deployment,
      infrastructure: bench.infrastructure,
      seconds: bench.seconds,
      connections: Math.min(CONNECTIONS, bench.mostConnections),
    };
    return refreshThese(load, { refreshIds: families.map((family) => family.refreshId), pauseMs: 0 });
  };
  const introspect = async (deployment: Deployment) => {
    const tokens = await accessTokenFile(bench, deployment, TOKENS);
    return runGrpc({ ...unaryPlan(deployment, tokens, bench), fullyConsistent: true });
  };
  const results = await inTurn(bench, {
    "refresh over few": () => refresh(few),
    "refresh over many": () => refresh(many),
    "introspection over few": () => introspect(few),
    "introspection over many": () => introspect(many),
  });
  const tokens = bench.amounts.manyTokens.toLocaleString("en-GB");
  const row = (what: string, [over, under]: [LoadResult[], LoadResult[]]): RowResult => ({
    ...{
      name: `${what}, ${tokens} live tokens in ${WEEKS} partitions`,
      unit: "/s",
      goal: ratioAtLeast(0.85),
      measured: perSecond(over),
    },
    ...{ limit: { name: "10,000 live tokens", runs: perSecond(under) }, answers: answersOf(over, under), notes: [] },
  });
  return [
    row("refresh", [results["refresh over many"], results["refresh over few"]]),
    row("Introspect, FULLY_CONSISTENT", [results["introspection over many"], results["introspection over few"]]),
  ];
}

/** Measures the memory of a core with this many cached tokens: after the loads above, and of a new core. */
async function weigh({ amounts, infrastructure, logProgress }: Bench, deployment: Deployment): Promise<RowResult> {
  const families = await sampleFamilies(deployment.pool, amounts.cachedTokens);
  const tokens = families.map((family) => tokenOf("at", family.accessId));
  const used = await lookAtAll(deployment, tokens);
  const service = await startService(infrastructure.directory, {
    ...infrastructure.settings,
    DATABASE_URL: deployment.databaseUrl,
  });
  const fresh = await lookAtAll({ ...deployment, service }, tokens).finally(() => service.stop());
  const checked = 2 * tokens.length;
  const wrong = used.wrong + fresh.wrong;
  for (const [what, { before, after }] of Object.entries({ used, fresh })) {
    logProgress(`  ${what} core, ${tokens.length} tokens looked at: ${after} MB, ${before} MB before`);
  }
  const cached = amounts.cachedTokens.toLocaleString("en-GB");
  return {
    ...{ name: `memory of a core, ${cached} cached tokens`, unit: "MB", goal: atMost(350), measured: [used.after] },
    limit: null,
    answers: { checked, wrong, firstWrong: wrong > 0 ? "not active" : null },
    notes: [
      `resident, after the loads of the two rows above; ${used.before} MB before the tokens`,
      `${fresh.after} MB in a core that has served nothing else, ${fresh.before} MB before the tokens`,
      tokens.length < amounts.cachedTokens ? `only ${tokens.length} tokens were there` : "each was looked at once",
    ],
  };
}

/**
 * Introspects each token once, so that the core caches all of them. Returns its megabytes before and after, and the number of inactive
 * tokens.
 */
async function lookAtAll(
  deployment: Deployment,
  tokens: readonly string[],
): Promise<{ before: number; after: number; wrong: number }> {
  const before = residentMegabytes(deployment);
  let [at, wrong] = [0, 0];
  const next = async (): Promise<void> => {
    while (at < tokens.length) {
      const group = tokens.slice(at, at + BATCH);
      at += BATCH;
      wrong += group.length - (await batchIntrospect(deployment, group));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return { before, after: residentMegabytes(deployment), wrong };
}

/** The resident memory of the service's process in megabytes; 0 without /proc. */
function residentMegabytes({ service }: Deployment): number {
  const status = readFileSync(`/proc/${service.latchkey.child.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
