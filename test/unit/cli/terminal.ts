import { vi } from "vitest";
import { run } from "../../../src/cli/program.ts";

/** What a command printed, and its exit status. */
export interface Told {
  status: number;
  out: string;
  err: string;
}

/** Runs one command line as `src/cli/main.ts` does, in this process; nothing of this process's own settings reaches it. */
export type Terminal = (...words: string[]) => Promise<Told>;

const SETTINGS = [
  "CORE_URL",
  "SERVICE_KEY",
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "TOKEN_PREFIX",
  "TLS_CORE_CA",
  "TLS_CORE_CERT",
  "TLS_CORE_KEY",
  "ALLOW_PLAINTEXT_DATABASE",
  "ALLOW_PLAINTEXT_INTERNAL",
  "npm_lifecycle_event",
];

export function terminalWith(env: Record<string, string | undefined>): Terminal {
  return async (...words) => {
    for (const name of SETTINGS) vi.stubEnv(name, env[name]);
    const told = { out: "", err: "" };
    const streams = (["stdout", "stderr"] as const).map((name) => {
      const member = name === "stdout" ? "out" : "err";
      return vi.spyOn(process[name], "write").mockImplementation((text) => {
        told[member] += String(text);
        return true;
      });
    });
    try {
      return { status: await run(words), ...told };
    } finally {
      process.exitCode = 0;
      for (const stream of streams) stream.mockRestore();
      vi.unstubAllEnvs();
    }
  };
}

/** The single JSON document that a command printed. */
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, each looked at by its test
export function jsonOf({ status, out, err }: Told): any {
  if (status !== 0 || err !== "") throw new Error(`exit ${status}: ${out}${err}`);
  return JSON.parse(out);
}

/** The rows of a table: its cells by head. Cells are told apart by two spaces. */
export function rowsOf({ out }: Told): Record<string, string>[] {
  const [head = "", ...lines] = out.trimEnd().split("\n");
  const heads = [...head.matchAll(/\S+/g)].map(({ 0: name, index }) => ({ name, index }));
  return lines.map((line) =>
    Object.fromEntries(
      heads.map(({ name, index }, at) => [name, line.slice(index, heads[at + 1]?.index ?? line.length).trim()]),
    ),
  );
}

/** The lines of a `name  value` listing, as far as the first empty line. */
export function fieldsOf({ out }: Told): Record<string, string> {
  const lines = out.split("\n\n")[0]!.trimEnd().split("\n");
  return Object.fromEntries(lines.map((line) => [line.split(/\s/)[0], line.replace(/^\S+\s+/, "")]));
}
