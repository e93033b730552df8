import { join } from "node:path";
import { runProgram } from "./programs.ts";

/** One load over HTTP/1.1. */
export interface WrkLoad {
  origin: string;
  /** The name of the Lua script, without `.lua`. */
  script: "refresh" | "exchange" | "introspect" | "forward-auth";
  args: string[];
  connections: number;
  seconds: number;
}

/** The result of a load. */
export interface LoadResult {
  /** The number of correct responses. */
  perSecond: number;
  p50Us: number;
  p99Us: number;
  checked: number;
  wrong: number;
  firstWrong: string | null;
  /** CPU time per second that the generator used. */
  generatorCores: number;
  /** CPU time of the server per response, in microseconds; only for rows that measure it. */
  serverCpuUs?: number;
  /** True for the warm-up round: its responses are checked, its times are ignored. */
  warmUp?: boolean;
}

/** Runs wrk with one thread; its script checks every response. */
export async function runWrk({ origin, script, args, connections, seconds }: WrkLoad): Promise<LoadResult> {
  const lua = (name: string) => join(import.meta.dirname, `${name}.lua`);
  const options = [`-c${connections}`, "-t1", `-d${seconds}s`, "--timeout", "10s", "-s", lua(script)];
  const { out, cores } = await runProgram("wrk", [...options, origin, "--", ...args], {
    BENCH_SUMMARY: lua("summary"),
  });
  return { ...parseResult(out), generatorCores: cores };
}

/**
 * Parses the line that the scripts print last.
 * @throws Error without one
 */
export function parseResult(out: string): Omit<LoadResult, "generatorCores"> {
  const match = /^BENCH (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) ?(.*)$/ms.exec(out);
  if (match === null) throw new Error(`wrk printed no result:  ${out}`);
  const [good = 0, bad = 0, broken = 0, us = 0, p50Us = 0, p99Us = 0] = match.slice(1, 7).map(Number);
  const firstWrong = match[7]?.trim() || null;
  return { perSecond: good / (us / 1e6), p50Us, p99Us, checked: good + bad + broken, wrong: bad + broken, firstWrong };
}
