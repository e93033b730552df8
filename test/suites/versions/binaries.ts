import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Binaries, binariesOf, findBinaries } from "../../../src/embedded-postgres/binaries.ts";

/** Older major versions that the service supports. `package.json` in this folder installs them. */
export const OLDER_VERSIONS = [15, 16, 17] as const;

/** This folder, where npm installs the older versions. */
export const VERSIONS_DIRECTORY = fileURLToPath(new URL(".", import.meta.url));

/** The programs of the PostgreSQL under test: the service's own, or those of the older major version in TEST_POSTGRES_MAJOR. */
export async function binariesUnderTest(): Promise<Binaries> {
  const major = process.env.TEST_POSTGRES_MAJOR;
  if (major === undefined) return findBinaries();
  const directory = `${VERSIONS_DIRECTORY}node_modules/@postgresql-${major}/${process.platform}-${process.arch}`;
  if (!existsSync(directory)) {
    throw new Error(`PostgreSQL ${major} is not in ${directory}; "npm run test:versions" installs it.`);
  }
  const binaries = await binariesOf(directory);
  if (binaries.major !== Number(major)) throw new Error(`${directory} has PostgreSQL ${binaries.major}`);
  return binaries;
}
