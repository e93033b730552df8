import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LiveService } from "../../support/start-service.ts";

/** Every table's rows, as a dump has them; what is compressed in the files is readable here. */
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

/** Every file below a directory that is still there when its turn comes: tables, indexes, the write-ahead log and the server's own log. */
export function* filesBelow(directory: string): Generator<{ path: string; bytes: Buffer }> {
  for (const name of readdirSync(directory, { recursive: true }) as string[]) {
    const path = join(directory, name);
    try {
      if (statSync(path).isFile()) yield { path: name, bytes: readFileSync(path) };
    } catch {
      // A segment that was recycled meanwhile.
    }
  }
}
