import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** The load generators that npm does not install, with their Debian packages. */
const PROGRAMS: { package: string; test: string }[] = [
  { package: "wrk", test: "command -v wrk" },
  { package: "nghttp2-client", test: "h2load --version" },
  // Debian installs a wrapper of this name even without the program.
  { package: "postgresql", test: "pgbench --version" },
];

/** The Debian packages that are not installed. */
export function missingPackages(): string[] {
  return PROGRAMS.filter(({ test }) => !succeeds(test)).map((missing) => missing.package);
}

function succeeds(command: string): boolean {
  try {
    execFileSync("sh", ["-c", command], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const RESPONSES_VARIABLE = "BENCH_RESPONSES";

/** Ends each load after this many responses, in this process and its generators. */
export function limitResponses(count: number): void {
  process.env[RESPONSES_VARIABLE] = `${count}`;
}

/** The responses after which a load ends before its seconds are over; null if there is no limit. */
export function responseLimit(): number | null {
  return Number(process.env[RESPONSES_VARIABLE] ?? 0) || null;
}

/** The result of a program. */
export interface Ran {
  out: string;
  /** CPU time per second of run time: 1 is one full core. */
  cores: number;
}

const SAMPLE_MS = 100;
const TICKS_PER_SECOND = 100;

/**
 * Runs a program.
 * @throws Error with its output if it fails
 */
export async function runProgram(command: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const endWithUs = () => void child.kill("SIGKILL");
  process.once("exit", endWithUs);
  const heard = { out: "", err: "" };
  const collect = (stream: "out" | "err") => (text: string) => {
    heard[stream] += text;
  };
  child.stdout.setEncoding("utf8").on("data", collect("out"));
  child.stderr.setEncoding("utf8").on("data", collect("err"));
  const used = watchCores(child);
  const [code] = await once(child, "close");
  process.off("exit", endWithUs);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${heard.err || heard.out}`);
  return { out: heard.out, cores: used() };
}

/** Polls the CPU times of a process, because they are lost when it exits. */
function watchCores({ pid }: Pick<ChildProcess, "pid">): () => number {
  const began = performance.now();
  const first = pid === undefined ? 0 : cpuSecondsOf(pid);
  let [seconds, at] = [first, began];
  const timer = setInterval(() => {
    const now = pid === undefined ? 0 : cpuSecondsOf(pid);
    if (now > 0) [seconds, at] = [now, performance.now()];
  }, SAMPLE_MS).unref();
  return () => {
    clearInterval(timer);
    return at === began ? 0 : ((seconds - first) * 1_000) / (at - began);
  };
}

/** User and system seconds of a process; 0 without /proc. */
export function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
