import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { childEnvironment } from "../../support/child-environment.ts";
import { readProcessTable } from "../../support/process-table.ts";

const PAGE = new URL("../../../docs/walkthrough.md", import.meta.url);

/** The `console` blocks of the page, each with the heading above it. */
export function readBlocks(): { heading: string; commands: string }[] {
  let heading = "";
  return [...readFileSync(PAGE, "utf8").matchAll(/^## (.+)$|^```console\n([\s\S]*?)^```$/gm)].flatMap(
    ([, title, commands]) => {
      if (title !== undefined) heading = title;
      return commands === undefined ? [] : [{ heading, commands }];
    },
  );
}

/** The first of `count` free ports in a row. */
export async function findPortRow(count: number): Promise<number> {
  for (;;) {
    // Below the ports of other suites (`test/suites/start/ports.ts`), which may run at the same time.
    const first = 10_000 + Math.floor(Math.random() * 9_000);
    const row = Array.from({ length: count }, (_, index) => isFree(first + index));
    if ((await Promise.all(row)).every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer().once("error", () => resolve(false));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return promise;
}

export interface Session {
  code: number | null;
  /** The output of each block, standard error included. */
  printed: string[];
  /** The run time of each block in seconds. */
  seconds: number[];
}

const END = "==== end of block ====";

/** Runs the blocks in one bash that stops at the first failing command, in its own process group. */
export async function runSession(
  blocks: readonly string[],
  { directory, environment, timeoutMs }: { directory: string; environment: Record<string, string>; timeoutMs: number },
): Promise<Session> {
  const file = join(directory, "session.sh");
  writeFileSync(file, blocks.map((commands) => `${commands}\nprintf '${END}%s\\n' "$SECONDS"\n`).join("\n"));
  chmodSync(directory, 0o755);
  const bash = spawn("bash", ["-e", "-o", "pipefail", file], {
    env: { ...process.env, ...childEnvironment(), ...environment, DIR: directory },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const kill = () => killAll(bash.pid!, directory);
  process.on("exit", kill);
  let output = "";
  for (const stream of [bash.stdout, bash.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const timer = setTimeout(kill, timeoutMs);
  const [code] = await once(bash, "exit");
  clearTimeout(timer);
  kill();
  process.off("exit", kill);
  const parts = output.split(END);
  const ends = parts.slice(1).map((text) => Number.parseInt(text, 10));
  return {
    code,
    printed: parts.map((text, index) => (index === 0 ? text : text.replace(/^\d+\n/, ""))),
    seconds: ends.map((end, index) => end - (ends[index - 1] ?? 0)),
  };
}

/** Ends the processes that a failed session left: its process group, and PostgreSQL, which has a group of its own. */
function killAll(group: number, directory: string): void {
  const table = readProcessTable();
  const postgres = table.filter(({ command }) => command.includes(`${directory}/node`)).map(({ pid }) => pid);
  const children = table.filter(({ parent }) => postgres.includes(parent)).map(({ pid }) => pid);
  for (const pid of [-group, ...postgres, ...children]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
