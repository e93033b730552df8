import { vi } from "vitest";
import { run } from "../../../src/cli/program.ts";

/** The output and exit status of a command. */
export interface CommandResult {
  status: number;
  out: string;
  err: string;
}

/** Runs a command in this process as `src/cli/main.ts` does, without the settings of this process. */
export type Terminal = (...words: string[]) => Promise<CommandResult>;

const SETTINGS = [
  "CORE_URL",
  "SERVICE_KEY",
  "SERVICE_KEY_FILE",
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_URL_FILE",
  "DATABASE_DIRECT_URL_FILE",
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
    for (const name of new Set([...SETTINGS, ...Object.keys(env)])) vi.stubEnv(name, env[name]);
    const printed = { out: "", err: "" };
    const streams = (["stdout", "stderr"] as const).map((name) => {
      const member = name === "stdout" ? "out" : "err";
      return vi.spyOn(process[name], "write").mockImplementation((text) => {
        printed[member] += String(text);
        return true;
      });
    });
    try {
      return { status: await run(words), ...printed };
    } finally {
      process.exitCode = 0;
      for (const stream of streams) stream.mockRestore();
      vi.unstubAllEnvs();
    }
  };
}

/** The single JSON document that a command printed. */
// biome-ignore lint/suspicious/noExplicitAny: responses of many types, checked by each test
export function jsonOf({ status, out, err }: CommandResult): any {
  if (status !== 0 || err !== "") throw new Error(`exit ${status}: ${out}${err}`);
  return JSON.parse(out);
}

/** The rows of a printed table: cells by column name. */
export function rowsOf({ out }: CommandResult): Record<string, string>[] {
  const [head = "", ...lines] = out.trimEnd().split("\n");
  const heads = [...head.matchAll(/\S+/g)].map(({ 0: name, index }) => ({ name, index }));
  return lines.map((line) =>
    Object.fromEntries(
      heads.map(({ name, index }, at) => [name, line.slice(index, heads[at + 1]?.index ?? line.length).trim()]),
    ),
  );
}

/** The `name  value` lines up to the first empty line. */
export function fieldsOf({ out }: CommandResult): Record<string, string> {
  const lines = out.split("\n\n")[0]!.trimEnd().split("\n");
  return Object.fromEntries(lines.map((line) => [line.split(/\s/)[0], line.replace(/^\S+\s+/, "")]));
}
