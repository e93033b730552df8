import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** The load generators that npm does not bring, by the package of Debian that does. */
const PROGRAMS: { package: string; test: string }[] = [
  { package: "wrk", test: "command -v wrk" },
  { package: "nghttp2-client", test: "h2load --version" },
  // Debian's wrapper of this name is there without the program behind it.
  { package: "postgresql", test: "pgbench --version" },
];

/** The packages to install, none where everything is there. */
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

/** A program that has run to its end. */
export interface Ran {
  out: string;
  /** Of one core, what it used while it ran: 1 is all of it. */
  cores: number;
}

const SAMPLE_MS = 100;
const TICKS_PER_SECOND = 100;

/** Runs a program to its end. @throws Error with what it said where it fails */
export async function runProgram(command: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const endWithUs = () => void child.kill("SIGKILL");
  process.once("exit", endWithUs);
  const heard = { out: "", err: "" };
  const hear = (stream: "out" | "err") => (text: string) => {
    heard[stream] += text;
  };
  child.stdout.setEncoding("utf8").on("data", hear("out"));
  child.stderr.setEncoding("utf8").on("data", hear("err"));
  const used = watchCores(child);
  const [code] = await once(child, "close");
  process.off("exit", endWithUs);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${heard.err || heard.out}`);
  return { out: heard.out, cores: used() };
}

/** Looks at a process's times again and again, for they are gone with it. */
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

/** User and system seconds of a process; 0 where /proc does not tell. */
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
