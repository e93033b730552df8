import { join } from "node:path";
import { runProgram } from "../load/programs.ts";
import type { LoadResult } from "../load/wrk.ts";
import { answersOf, atLeast, inTurn, type Measurement, perSecond } from "./bench.ts";
import { accessTokenFile } from "./introspection.ts";

const TOKENS = 1_000;

/** Measures look-ups that the cache of `src/client` answers, in a separate process that uses the running service. */
export const clientCache: Measurement = {
  name: "client cache",
  async run(bench) {
    const { main, seconds } = bench;
    const tokens = await accessTokenFile(bench, main, TOKENS);
    const script = join(import.meta.dirname, "..", "load", "client-cache.ts");
    const args = [script, main.service.grpc, main.platform.serviceKey, tokens, `${seconds}`];
    const requested: number[] = [];
    const { hits } = await inTurn(bench, {
      async hits() {
        const { out } = await runProgram(process.execPath, args);
        const result = JSON.parse(out) as LoadResult & { hits: number; requested: number };
        requested.push(result.requested);
        return result;
      },
    });
    return [
      {
        ...{
          name: "client cache hit, in process",
          unit: "/s",
          goal: atLeast(1_000_000),
          measured: perSecond(hits),
          limit: null,
        },
        ...{ answers: answersOf(hits), notes: [`called the core ${Math.max(...requested)} times at most in a round`] },
      },
    ];
  },
};
