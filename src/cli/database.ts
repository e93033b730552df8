import { hostUrls, isUnverifiedRemote } from "../config/database-url.ts";
import { readSecretFiles } from "../config/secret-files.ts";
import { StartupError } from "../observe/startup-error.ts";
import { CliError } from "./errors.ts";

/** DATABASE_DIRECT_URL, which bypasses a pooler, or else DATABASE_URL. @throws CliError if it is missing or invalid */
export function databaseUrl(env: NodeJS.ProcessEnv): string {
  const { DATABASE_DIRECT_URL: directUrl, DATABASE_URL } = readSecrets(env, ["DATABASE_URL", "DATABASE_DIRECT_URL"]);
  const url = directUrl || DATABASE_URL;
  const example = "such as postgres://latchkey@db.internal/latchkey?sslmode=verify-full";
  if (!url) throw new CliError(`No database is configured. Set DATABASE_URL, ${example}.`);
  if (!/^postgres(ql)?:\/\/[^/]+\/./.test(url) || !hostUrls(url).every((one) => URL.canParse(one))) {
    throw new CliError(`DATABASE_URL must be a PostgreSQL URL, ${example}.`);
  }
  if (env.ALLOW_PLAINTEXT_DATABASE !== "1" && isUnverifiedRemote(url)) {
    throw new CliError(
      "DATABASE_URL connects to another machine without verifying its certificate: add ?sslmode=verify-full\n" +
        "  (and &sslrootcert=<file> for a private CA), or set ALLOW_PLAINTEXT_DATABASE=1 if the network encrypts.",
    );
  }
  return url;
}

/** The environment, in which each of these settings `X` that is given as `X_FILE` has the content of that file. @throws CliError if a file cannot be read */
export function readSecrets(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  const given = names.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, env[name]]);
  const { environment, errors } = readSecretFiles(Object.fromEntries(given));
  if (errors.length > 0) throw new CliError(errors.join("\n  "));
  return { ...env, ...environment };
}

/** Runs `work`. Converts errors of the database and its connection to a CliError without stack trace and password. */
export async function onDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartupError) throw new CliError(error.message);
    const cause = findCause(error);
    if (cause === null) throw error;
    throw new CliError(`The database of DATABASE_URL failed: ${cause.message || cause.code}.`);
  }
}

/** Finds the innermost error with a code, from the driver or the server. A failed connection has an error for each address of the host. */
function findCause(error: unknown): { message: string; code: string } | null {
  if (error instanceof AggregateError) return findCause(error.errors[0]);
  if (!(error instanceof Error)) return null;
  if ("code" in error && typeof error.code === "string") return { message: error.message, code: error.code };
  return findCause(error.cause);
}
