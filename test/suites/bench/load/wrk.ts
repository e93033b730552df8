import { join } from "node:path";
import { runProgram } from "./programs.ts";

/** One load over HTTP/1.1. */
export interface WrkLoad {
  origin: string;
  /** Without `.lua`. */
  script: "refresh" | "exchange" | "introspect" | "forward-auth";
  args: string[];
  connections: number;
  seconds: number;
}

/** What came of it. */
export interface LoadResult {
  /** Good answers. */
  perSecond: number;
  p50Us: number;
  p99Us: number;
  checked: number;
  wrong: number;
  firstWrong: string | null;
  /** What the generator used of one core. */
  generatorCores: number;
  /** CPU time of the server for each answer, in microseconds; only where a row measures it. */
  serverCpuUs?: number;
  /** The first round: its answers count, its times do not. */
  warmUp?: boolean;
}

/** One wrk of one thread; every answer is looked at in its script. */
export async function runWrk({ origin, script, args, connections, seconds }: WrkLoad): Promise<LoadResult> {
  const lua = (name: string) => join(import.meta.dirname, `${name}.lua`);
  const options = [`-c${connections}`, "-t1", `-d${seconds}s`, "--timeout", "10s", "-s", lua(script)];
  const { out, cores } = await runProgram("wrk", [...options, origin, "--", ...args], { BENCH_TELL: lua("tell") });
  return { ...parseTold(out), generatorCores: cores };
}

/** The line that the scripts print at their end. @throws Error where there is none */
export function parseTold(out: string): Omit<LoadResult, "generatorCores"> {
  const told = /^BENCH (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) ?(.*)$/ms.exec(out);
  if (told === null) throw new Error(`wrk did not say how it went: ${out}`);
  const [good = 0, bad = 0, broken = 0, us = 0, p50Us = 0, p99Us = 0] = told.slice(1, 7).map(Number);
  const firstWrong = told[7]?.trim() || null;
  return { perSecond: good / (us / 1e6), p50Us, p99Us, checked: good + bad + broken, wrong: bad + broken, firstWrong };
}
