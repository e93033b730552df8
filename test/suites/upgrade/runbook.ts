import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { childEnvironment } from "../../support/child-environment.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** The `latchkey` commands in the console blocks of a section of docs/operations.md, without comments. */
export function runbookOf(section: string): string[] {
  const text = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, body = ""] = text.split(`\n## ${section}\n`);
  const blocks = [...body.split("\n## ")[0]!.matchAll(/^```console\n([\s\S]*?)^```$/gm)];
  const lines = blocks.flatMap(([, block = ""]) => block.split("\n"));
  return lines.flatMap((line) => /^latchkey (.*?)(?:\s+#.*)?$/.exec(line)?.[1] ?? []);
}

/** Runs `latchkey <command>` of the version in `cwd` as a process. @throws if it fails */
export async function runCommand(command: string, env: Record<string, string>, cwd = ROOT): Promise<string> {
  const args = ["src/cli/main.ts", ...command.split(" ")];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd,
    env: { ...childEnvironment(cwd === ROOT ? undefined : cwd), ...env },
  });
  return stdout;
}
