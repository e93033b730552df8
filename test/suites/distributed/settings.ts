/** The newest Citus for PostgreSQL 15, which Debian 12 has. */
export const CITUS_TAG = "v13.2.2";

/** The environment variable with the directory of the build. */
export const CACHE_VARIABLE = "CITUS_CACHE";

/** Not in a home directory, which the account of PostgreSQL may not enter. */
export const DEFAULT_CACHE = "/var/tmp/latchkey-citus";

/** The directory of PostgreSQL's server programs in the build. */
export function programDirectory(): string {
  return `${process.env[CACHE_VARIABLE] ?? DEFAULT_CACHE}/root/usr/lib/postgresql/15/bin`;
}
