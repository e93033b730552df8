import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "../config/config.ts";
import { type KeySet, parseKeySet } from "../credential/derive.ts";
import { StartupError } from "../observe/startup-error.ts";

/**
 * The keys of `TOKEN_KEY`; with embedded PostgreSQL the key in `dataDir/token_key`, created if missing.
 * @throws StartupError if the file contains no valid key
 */
export async function openTokenKeys({ tokenKey, dataDir }: Config): Promise<KeySet> {
  const path = join(dataDir, "token_key");
  return tokenKey === null ? parseTokenKeys(await readOrCreate(path), path) : parseTokenKeys(tokenKey, "TOKEN_KEY");
}

/** @param where for the error message @throws StartupError if the text contains no valid key */
export function parseTokenKeys(text: string, where: string): KeySet {
  const parsed = parseKeySet(text);
  if (parsed.kind === "keys") return parsed.keys;
  throw new StartupError(
    `${where} has no valid key (${parsed.reason}): it must be 32 bytes in base64url. If it had a valid key before, restore that key: with another key, apps cannot repeat earlier refreshes.`,
  );
}

async function readOrCreate(path: string): Promise<string> {
  return (await read(path)) ?? (await create(path));
}

async function read(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/** Creates the file atomically, even across crashes; concurrent processes all use the first key. */
async function create(path: string): Promise<string> {
  // The key may be the first file of the data directory, which the account of the embedded PostgreSQL must be able to enter.
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true });
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await using directory = await open(dirname(path));
  await directory.sync();
  return (await readFile(path, "utf8")).trim();
}
