import { execFile } from "node:child_process";
import { chown, lchown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartupError } from "../observe/startup-error.ts";
import type { Binaries } from "./binaries.ts";
import type { Account, RunAs } from "./run-as.ts";

const run = promisify(execFile);
const PARTIAL_PREFIX = "postgres.new-";

/** Superuser of the embedded cluster and name of its database. */
export const EMBEDDED_NAME = "latchkey";

/** The uid that owns the cluster's files; null if there is no cluster. */
export async function findClusterOwner(cluster: string): Promise<number | null> {
  try {
    return (await stat(cluster)).uid;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** @throws StartupError if the directory is no cluster, or one of another PostgreSQL major version */
export async function requireSameVersion(cluster: string, { major }: Binaries): Promise<void> {
  const found = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (found === null) {
    throw new StartupError(
      `${cluster} exists but contains no PostgreSQL data; move it, or set DATA_DIR to another directory.`,
    );
  }
  if (found.trim() === String(major)) return;
  throw new StartupError(
    `The data in ${cluster} was written by PostgreSQL ${found.trim()}, and this Latchkey includes PostgreSQL ${major}: run the earlier Latchkey, or set DATA_DIR to another directory. Nothing was changed.`,
  );
}

export interface ClusterOptions {
  runAs: RunAs;
  password: string;
  durable: boolean;
}

/**
 * Runs initdb in a temporary directory and renames it. A crash leaves no partial cluster, only a temporary directory that the next start
 * removes.
 */
export async function createCluster(cluster: string, binaries: Binaries, terms: ClusterOptions): Promise<void> {
  const { runAs, password, durable } = terms;
  const draft = await mkdtemp(join(cluster, "..", PARTIAL_PREFIX));
  const passwordFile = join(draft, "password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runAs.account) await giveTo(runAs.account, draft);
  const { command, args, options } = runAs.launch(binaries.initdb, [
    ...["-D", join(draft, "data"), "-U", EMBEDDED_NAME, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"],
    ...["--encoding=UTF8", "--locale=C", ...localeProvider(binaries.major)],
    ...(durable ? [] : ["--no-sync"]),
  ]);
  try {
    await run(command, args, { ...options, env: minimalEnvironment() });
  } catch (cause) {
    await removeTree(draft);
    throw new StartupError(`PostgreSQL could not create its data in ${cluster}: ${lastLine(cause)}`, { cause });
  }
  await rename(join(draft, "data"), cluster);
  await removeTree(draft);
}

/** Earlier versions lack the builtin provider and use ICU: the plain locale C maps the case of ASCII letters only. */
function localeProvider(major: number): string[] {
  if (major < 17) return ["--locale-provider=icu", "--icu-locale=und"];
  return ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
}

export async function removePartialClusters(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(PARTIAL_PREFIX)) await removeTree(join(dataDir, name));
  }
}

/** Retries, because the initdb of a killed process may write to the directory until it fails. */
function removeTree(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 12, retryDelay: 50 });
}

/** Changes the owner of a cluster to the account that runs PostgreSQL. */
export async function giveTo(account: Account, path: string): Promise<void> {
  await chown(path, account.uid, account.gid);
  for (const entry of await readdir(path, { recursive: true }))
    await lchown(join(path, entry), account.uid, account.gid);
}

/** The embedded superuser's password: created once, stored in a file with mode 0600. */
export async function readOrCreatePassword(file: string, make: () => string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const password = make();
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return password;
}

/** The environment for PostgreSQL. It omits secrets, PG* variables and the locale of the shell. */
export function minimalEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function lastLine(cause: unknown): string {
  const text = cause instanceof Error && "stderr" in cause ? String(cause.stderr) : String(cause);
  return text.trim().split("\n").at(-1) ?? "";
}
