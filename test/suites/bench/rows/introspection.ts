import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sampleFamilies } from "../data/fill.ts";
import { tokenOf } from "../data/tokens.ts";
import { type Deployment, writeLines } from "../infrastructure.ts";
import { runGrpc } from "../load/grpc.ts";
import type { GrpcPlan } from "../load/grpc-load.ts";
import { runH2load } from "../load/h2load.ts";
import { cpuSecondsOf } from "../load/programs.ts";
import type { LoadResult } from "../load/wrk.ts";
import { median } from "../statistics.ts";
import { answersOf, type Bench, coresNote, inTurn, type Measurement, perSecond, ratioAtLeast, timed } from "./bench.ts";

const TOKENS = 5_000;
const CONNECTIONS = 4;
const UNDER_WAY = 128;
const BATCH = 100;
const BATCHES_UNDER_WAY = 8;

/** Starts the server that measures the limit, in a separate process. */
export async function startEcho(): Promise<{ address: string; cpuSeconds(): number; stop(): void }> {
  const child = fork(join(import.meta.dirname, "..", "peers", "echo.ts"), {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [port] = await once(child.stdout!, "data");
  return {
    address: `127.0.0.1:${Number(String(port))}`,
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    stop: () => void child.kill(),
  };
}

/** Access tokens of a deployment in a file for the generator. */
export async function accessTokenFile(
  { infrastructure }: Pick<Bench, "infrastructure">,
  deployment: Deployment,
  count: number,
): Promise<string> {
  const families = await sampleFamilies(deployment.pool, count);
  return writeLines(
    infrastructure.directory,
    families.map((family) => tokenOf("at", family.accessId)),
  );
}

type LoadSize = Pick<Bench, "seconds" | "mostConnections">;

/** A plan for unary calls with the service's key. */
export function unaryPlan(deployment: Deployment, tokens: string, { seconds, mostConnections }: LoadSize): GrpcPlan {
  const concurrency = Math.min(UNDER_WAY, mostConnections);
  return {
    ...{
      address: deployment.service.grpc,
      key: deployment.platform.serviceKey,
      method: "introspect",
      fullyConsistent: false,
    },
    ...{ tokens, batch: BATCH, connections: CONNECTIONS, concurrency, seconds, rate: null },
  };
}

/** Runs the load and adds the CPU time of its server, which on a busy machine varies less than a rate. */
export async function withServerCpu({ cpuSeconds }: { cpuSeconds(): number }, plan: GrpcPlan): Promise<LoadResult> {
  const before = cpuSeconds();
  const result = await runGrpc(plan);
  return { ...result, serverCpuUs: ((cpuSeconds() - before) * 1e6) / result.checked };
}

/** The four loads over gRPC, from one generator. */
export const introspection: Measurement = {
  name: "introspection over gRPC",
  async run(bench) {
    const { main } = bench;
    const plan = unaryPlan(main, await accessTokenFile(bench, main, TOKENS), bench);
    const [token = ""] = (await readFile(plan.tokens, "utf8")).split("\n", 1);
    const echo = await startEcho();
    const results = await inTurn(bench, {
      echo: () => withServerCpu(echo, { ...plan, address: echo.address }),
      "echo by h2load": () => runH2load({ ...plan, address: echo.address }, token, bench.infrastructure.directory),
      cached: () => withServerCpu(main.service, plan),
      consistent: () => withServerCpu(main.service, { ...plan, fullyConsistent: true }),
      batch: () => withServerCpu(main.service, { ...plan, method: "batchIntrospect", concurrency: BATCHES_UNDER_WAY }),
    }).finally(() => echo.stop());
    const limit = { name: "grpc-js echo of the same messages", runs: perSecond(results.echo) };
    const batched = perSecond(results.batch).map((calls) => calls * BATCH);
    const notes = (name: "cached" | "consistent" | "batch") => [
      coresNote("generator", results[name]),
      latencyNote(results[name]),
      cpuNote(results[name]),
    ];
    const answers = (name: "cached" | "consistent" | "batch") => answersOf(results.echo, results[name]);
    return [
      {
        ...{ name: "the echo, by this bench's generator", unit: "/s", goal: null, measured: perSecond(results.echo) },
        limit: { name: "the same echo by h2load", runs: perSecond(results["echo by h2load"]) },
        answers: answersOf(results.echo, results["echo by h2load"]),
        notes: [
          coresNote("generator", results.echo),
          coresNote("h2load", results["echo by h2load"]),
          cpuNote(results.echo),
        ],
      },
      {
        ...{
          name: "Introspect, gRPC, cached",
          unit: "/s",
          goal: ratioAtLeast(0.8),
          measured: perSecond(results.cached),
          limit,
        },
        ...{ answers: answers("cached"), notes: notes("cached") },
      },
      {
        ...{ name: "Introspect, gRPC, FULLY_CONSISTENT", unit: "/s", goal: ratioAtLeast(0.45) },
        ...{
          measured: perSecond(results.consistent),
          limit,
          answers: answers("consistent"),
          notes: notes("consistent"),
        },
      },
      {
        ...{ name: `BatchIntrospect of ${BATCH}, cached`, unit: "tokens/s", goal: ratioAtLeast(8), measured: batched },
        limit: { name: "unary, cached", runs: perSecond(results.cached) },
        ...{ answers: answers("batch"), notes: notes("batch") },
      },
    ];
  },
};

const latencyNote = (results: Parameters<typeof timed>[0]): string =>
  `p50 ${(median(timed(results).map(({ p50Us }) => p50Us)) / 1000).toFixed(1)} ms, p99 ${(median(timed(results).map(({ p99Us }) => p99Us)) / 1000).toFixed(1)} ms`;

export const cpuNote = (results: Parameters<typeof timed>[0]): string =>
  `the server used ${median(timed(results).map(({ serverCpuUs }) => serverCpuUs ?? 0)).toFixed(0)} µs of CPU for each call`;
