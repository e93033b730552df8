import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LiveService } from "../../support/start-service.ts";

/** The rows of every table as text, because the files may contain compressed values. */
export async function dumpTables({ query }: LiveService): Promise<string> {
  const { rows } = await query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const dumps: string[] = [];
  for (const { name } of rows) {
    const table = await query(`select t::text as row from "${name}" t`);
    dumps.push(`${name}\n${table.rows.map(({ row }) => row).join("\n")}`);
  }
  return dumps.join("\n");
}

/** Reads every file of a directory: tables, indexes, write-ahead log and the server's log. Skips files that disappear. */
export function* filesBelow(directory: string): Generator<{ path: string; bytes: Buffer }> {
  for (const name of readdirSync(directory, { recursive: true }) as string[]) {
    const path = join(directory, name);
    try {
      if (statSync(path).isFile()) yield { path: name, bytes: readFileSync(path) };
    } catch {
      // PostgreSQL has recycled this segment of the write-ahead log in the meantime.
    }
  }
}
