import { execFileSync } from "node:child_process";

export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  command: string;
}

/** The processes that run now. Dead ones that nobody has waited for are left out: where PID 1 reaps nothing, they keep their row. */
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
