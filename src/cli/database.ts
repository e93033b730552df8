import { isUnverifiedRemote } from "../config/database-url.ts";
import { StartupError } from "../observe/startup-error.ts";
import { CliError } from "./errors.ts";

/** The commands that speak to the database need its address, past a pooler where there is one. */
export function databaseUrl(env: NodeJS.ProcessEnv): string {
  const url = env.DATABASE_DIRECT_URL || env.DATABASE_URL;
  const example = "such as postgres://latchkey@db.internal/latchkey?sslmode=verify-full";
  if (!url) throw new CliError(`Which database? Set DATABASE_URL, ${example}.`);
  if (!/^postgres(ql)?:\/\/[^/]+\/./.test(url) || !URL.canParse(url)) {
    throw new CliError(`DATABASE_URL is no address of a database: it must be ${example}.`);
  }
  if (env.ALLOW_PLAINTEXT_DATABASE !== "1" && isUnverifiedRemote(url)) {
    throw new CliError(
      "DATABASE_URL leaves this machine without a verified certificate: end it with ?sslmode=verify-full\n" +
        "  (and &sslrootcert=<file> for a CA of your own), or set ALLOW_PLAINTEXT_DATABASE=1 where something else encrypts.",
    );
  }
  return url;
}

/** Runs work on the database; what the server or the way to it refuses is told without a stack trace and without the password. */
export async function onDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartupError) throw new CliError(error.message);
    const cause = findCause(error);
    if (cause === null) throw error;
    throw new CliError(`The database of DATABASE_URL did not do it: ${cause.message || cause.code}.`);
  }
}

/** The error of driver or server behind others: those have a code, and sockets' come in bundles. */
function findCause(error: unknown): { message: string; code: string } | null {
  if (error instanceof AggregateError) return findCause(error.errors[0]);
  if (!(error instanceof Error)) return null;
  if ("code" in error && typeof error.code === "string") return { message: error.message, code: error.code };
  return findCause(error.cause);
}
