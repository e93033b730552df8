import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "../statistics.ts";
import { responseLimit, runProgram } from "./programs.ts";
import type { LoadResult } from "./wrk.ts";

export interface PgbenchLoad {
  url: string;
  script: "refresh" | "refresh-audited" | "exchange";
  /** Variables of the script. */
  variables: Record<string, string | number>;
  connections: number;
  seconds: number;
  /** Transactions per second; absent: as many as possible. */
  rate?: number;
}

export type PgbenchResult = Omit<LoadResult, "checked" | "wrong" | "firstWrong"> & { transactions: number };

/**
 * Measures the whole operation as one prepared statement. Latencies exclude the time before a transaction is sent, as in wrk. The caller
 * checks the results in the database.
 */
export async function runPgbench(load: PgbenchLoad): Promise<PgbenchResult> {
  // pgbench counts the time to connect, so a short run on a busy machine may end before its first transaction.
  for (let factor = 1; ; factor *= 3) {
    const result = await runOnce({ ...load, seconds: load.seconds * factor });
    if (typeof result !== "string") return result;
    if (factor === LONGEST) throw new Error(`pgbench printed no result:  ${result}`);
  }
}

const LONGEST = 9;

/** The output of a run without transactions. */
async function runOnce(load: PgbenchLoad): Promise<PgbenchResult | string> {
  const { url, script, connections, seconds, rate } = load;
  const directory = await mkdtemp(join(tmpdir(), "latchkey-pgbench-"));
  const limit = rate === undefined ? responseLimit() : null;
  const variables = { ...load.variables, ready: 0, token: 0, slot: 0, clients: connections };
  try {
    const { out, cores } = await runProgram("pgbench", [
      ...["-n", "-M", "prepared", `-c${connections}`, "-j1"],
      limit === null ? `-T${seconds}` : `-t${Math.ceil(limit / connections)}`,
      ...["-f", join(import.meta.dirname, `${script}.sql`), "-l", `--log-prefix=${join(directory, "log")}`],
      ...(rate === undefined ? [] : [`--rate=${rate}`]),
      ...Object.entries(variables).flatMap(([name, value]) => ["-D", `${name}=${value}`]),
      url,
    ]);
    const perSecond = Number(/tps = ([\d.]+) \(without initial/.exec(out)?.[1]);
    if (!(perSecond > 0)) return out;
    const latencies = await readLatencies(directory, rate !== undefined);
    const [p50Us, p99Us] = [percentile(latencies, 50), percentile(latencies, 99)];
    return { perSecond, p50Us, p99Us, transactions: latencies.length, generatorCores: cores };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Columns: client, transaction, microseconds, script, seconds, microseconds, and, with a rate, the delay of the start. */
async function readLatencies(directory: string, paced: boolean): Promise<number[]> {
  const files = await readdir(directory);
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), "utf8")));
  return texts
    .flatMap((text) => text.trimEnd().split("\n"))
    .map((line) => line.split(" "))
    .map((columns) => Number(columns[2]) - (paced ? Number(columns[6]) : 0));
}
