import { randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { type KeySet, parseKeySet } from "../credential/derive.ts";
import { StartFault } from "../observe/start-fault.ts";

/**
 * The keys of `TOKEN_KEY`; with embedded PostgreSQL the one in `dataDir/token_key`, made where there is none.
 * @throws StartFault where the file holds no key
 */
export async function openTokenKeys({ tokenKey, dataDir }: Config): Promise<KeySet> {
  const path = join(dataDir, "token_key");
  const parsed = parseKeySet(tokenKey ?? (await readOrMake(path)));
  if (parsed.kind === "keys") return parsed.keys;
  const where = tokenKey === null ? path : "TOKEN_KEY";
  throw new StartFault(
    `${where} holds no key (${parsed.reason}): it takes 32 bytes in base64url. Without the right one, refreshes that are being retried fail.`,
  );
}

async function readOrMake(path: string): Promise<string> {
  try {
    await using file = await open(path, "wx", 0o600);
    const key = randomBytes(32).toString("base64url");
    await file.writeFile(`${key}\n`);
    await file.sync();
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return (await readFile(path, "utf8")).trim();
  }
}
