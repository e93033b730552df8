import { runWrk } from "../load/wrk.ts";
import { answersOf, type Bench, coresNote, inTurn, type Measurement, perSecond, ratioAtLeast } from "./bench.ts";
import { accessTokenFile, cpuNote, unaryPlan, withServerCpu } from "./introspection.ts";

const TOKENS = 5_000;
const CONNECTIONS = 128;
const SCOPE = "orders:read";

/** Cached decisions for proxies, compared with introspection over the same protocol. */
export const proxies: Measurement = {
  name: "decisions for proxies",
  async run(bench) {
    const { main } = bench;
    const tokens = await accessTokenFile(bench, main, TOKENS);
    const plan = unaryPlan(main, tokens, bench);
    const results = await inTurn(bench, {
      "introspection, HTTP": () => overHttp(bench, main.service.origin, introspect(bench, tokens)),
      "forward-auth": () => overHttp(bench, main.service.connect, forwardAuth(bench, tokens)),
      "Introspect, gRPC": () => withServerCpu(main.service, plan),
      Check: () => withServerCpu(main.service, { ...plan, method: "check", scope: SCOPE }),
    });
    const forwarded = results["forward-auth"];
    return [
      {
        ...{ name: "forward-auth, cached, 128 connections", unit: "/s", goal: ratioAtLeast(0.8) },
        measured: perSecond(forwarded),
        limit: { name: "introspection, HTTP", runs: perSecond(results["introspection, HTTP"]) },
        answers: answersOf(forwarded, results["introspection, HTTP"]),
        notes: [coresNote("wrk", forwarded)],
      },
      {
        ...{ name: "Envoy's Check, gRPC, cached", unit: "/s", goal: ratioAtLeast(0.7) },
        measured: perSecond(results.Check),
        limit: { name: "Introspect, gRPC, cached", runs: perSecond(results["Introspect, gRPC"]) },
        answers: answersOf(results.Check, results["Introspect, gRPC"]),
        notes: [
          coresNote("generator", results.Check),
          `Check: ${cpuNote(results.Check)}`,
          `Introspect: ${cpuNote(results["Introspect, gRPC"])}`,
        ],
      },
    ];
  },
};

interface HttpLoad {
  script: "introspect" | "forward-auth";
  args: string[];
}

function introspect({ main }: Bench, tokens: string): HttpLoad {
  return { script: "introspect", args: [tokens, `Bearer ${main.platform.serviceKey}`, "/oauth/introspect", ""] };
}

function forwardAuth({ main }: Bench, tokens: string): HttpLoad {
  return { script: "forward-auth", args: [tokens, main.platform.serviceKey, `/forward-auth?scope=${SCOPE}`] };
}

function overHttp({ seconds, mostConnections }: Bench, origin: string, load: HttpLoad) {
  return runWrk({ ...load, origin, connections: Math.min(CONNECTIONS, mostConnections), seconds });
}
