import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { MIGRATIONS } from "../../../src/store/migrations/list.ts";
import type { MigrationStatement } from "../../../src/store/migrations/statements.ts";
import { readOptions } from "../options.ts";
import { observeMigration } from "./observe.ts";
import { findLongLocks } from "./rules.ts";

/** `npm run check:migrations`: no migration takes a long lock, and locks.json has the locks that each statement takes. */
const LOCKS = join(import.meta.dirname, "../../../src/store/migrations/locks.json");
const { write } = readOptions(
  "npm run check:migrations -- [--write]\n\n  --write  write src/store/migrations/locks.json instead of comparing it",
  { write: { type: "boolean" } },
);

const problems: string[] = [];
const observed: Record<string, MigrationStatement[]> = {};
const dataDir = await mkdtemp(join(tmpdir(), "latchkey-locks-"));
const database = await startEmbedded({ dataDir, log: pino({ level: "silent" }), durable: false });
try {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const migration of MIGRATIONS) {
    const statements = await observeMigration(client, migration);
    observed[migration.name] = statements;
    problems.push(...findLongLocks(migration, statements));
  }
  await client.end();
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true });
}

const text = format(observed);
if (write === true) await writeFile(LOCKS, text);
else if ((await readFile(LOCKS, "utf8").catch(() => "")) !== text)
  problems.push(
    "src/store/migrations/locks.json is outdated: run `npm run check:migrations -- --write` and commit it.",
  );
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** The statement in one line. */
function format(all: typeof observed): string {
  const migrations = Object.entries(all).map(([name, statements]) => {
    const lines = statements.map((statement) => `    ${JSON.stringify(statement)}`);
    return `  ${JSON.stringify(name)}: [\n${lines.join(",\n")}\n  ]`;
  });
  return `{\n${migrations.join(",\n")}\n}\n`;
}
