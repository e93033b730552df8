import { execFileSync } from "node:child_process";

export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  command: string;
}

/** The running processes. Zombies are left out: they stay in the table if PID 1 does not reap them. */
export function readProcessTable(): ProcessRow[] {
  const table = execFileSync("ps", ["-ww", "-A", "-o", "pid=,ppid=,pgid=,stat=,args="], { encoding: "utf8" });
  return table
    .trim()
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((row) => row !== null && !row[4]?.startsWith("Z"))
    .map((row) => ({ pid: Number(row![1]), parent: Number(row![2]), group: Number(row![3]), command: row![5]! }));
}

export function isRunning(pid: number): boolean {
  return readProcessTable().some((row) => row.pid === pid);
}

/** The CPU time of these processes in seconds; 0 for those that have ended. */
export function secondsUsed(pids: number[]): number {
  const times = execFileSync("ps", ["-o", "time=", "-p", pids.join(",")], { encoding: "utf8" })
    .trim()
    .split("\n");
  // [[days-]hours:]minutes:seconds
  const toSeconds = (time: string) =>
    time.split(/[-:]/).reduce((sum, part, at, { length }) => sum + Number(part) * (UNITS.at(at - length) ?? 0), 0);
  return times.reduce((sum, time) => sum + toSeconds(time.trim()), 0);
}

const UNITS = [86_400, 3_600, 60, 1];
