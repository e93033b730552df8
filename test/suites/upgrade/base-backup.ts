import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/**
 * Makes a base backup of the running server of `dataDir` by PostgreSQL's low-level backup API: the files, and the write-ahead log of the
 * time of the copy. `startEmbedded` can start the backup as a separate server.
 */
export async function takeBaseBackup(
  { url, dataDir }: { url: string; dataDir: string },
  target: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('latchkey test', true)");
    await cp(dataDir, target, { recursive: true, preserveTimestamps: true });
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
    const [source, copy] = [join(dataDir, "postgres"), join(target, "postgres")];
    // Recovery needs the write-ahead log up to the end of the backup.
    await cp(join(source, "pg_wal"), join(copy, "pg_wal"), { recursive: true, force: true });
    await writeFile(join(copy, "backup_label"), rows[0].labelfile);
    await rm(join(copy, "postmaster.pid"), { force: true });
    await rm(join(copy, "postmaster.opts"), { force: true });
  } finally {
    await client.end();
  }
}
