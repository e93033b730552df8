import { describe, expect, it, test, vi } from "vitest";
import { printPlan } from "../../../../src/cli/commands/migration-plan.ts";
import { type Migration, toMigration } from "../../../../src/store/migrations/list.ts";
import { planMigrations } from "../../../../src/store/migrations/plan.ts";
import type { TableLock } from "../../../../src/store/migrations/statements.ts";
import { observeMigration } from "../../../support/migration-locks/observe.ts";
import { findLongLocks } from "../../../support/migration-locks/rules.ts";
import { useTestSession } from "../../../support/world/fixtures.ts";

const database = useTestSession();

const ACCESS_EXCLUSIVE = { mode: "ACCESS EXCLUSIVE" } as const;

/** Migrations, the locks that they take, and the start of the reason why they are refused. */
const CASES: [sql: string, locks: TableLock[], problem: string | null][] = [
  ["alter table app add column a1 text null", [{ table: "app", ...ACCESS_EXCLUSIVE }], null],
  ["alter table app add column a2 text not null default ''", [{ table: "app", ...ACCESS_EXCLUSIVE }], null],
  ["alter table app add constraint a3 check (name <> 'x') not valid", [{ table: "app", ...ACCESS_EXCLUSIVE }], null],
  ["alter table app validate constraint a3", [{ table: "app", mode: "SHARE UPDATE EXCLUSIVE", scans: true }], null],
  ["update merchant set name = name", [{ table: "merchant", mode: "ROW EXCLUSIVE", scans: true }], null],
  ["create table a4 (id uuid primary key); create index a5 on a4 (id); update a4 set id = id", [], null],
  [
    "-- no transaction\ncreate index concurrently if not exists a6 on app (name)",
    [{ table: "app", mode: "SHARE UPDATE EXCLUSIVE", scans: true }],
    null,
  ],
  ["-- no transaction\ndrop index concurrently a6", [{ table: "app", mode: "SHARE UPDATE EXCLUSIVE" }], null],
  ["create index a7 on app (name)", [{ table: "app", mode: "SHARE", scans: true }], "reads the whole table app"],
  [
    "do $$ begin execute 'alter table app add constraint a8 check (true)'; end $$",
    [{ table: "app", ...ACCESS_EXCLUSIVE, scans: true }],
    "reads the whole table app",
  ],
  [
    "alter table app add column a9 uuid default gen_random_uuid()",
    [{ table: "app", ...ACCESS_EXCLUSIVE, scans: true, rewrites: true }],
    "writes the whole table app anew",
  ],
  [
    "alter table app add column b1 text null; alter table merchant add column b1 text null",
    [
      { table: "app", ...ACCESS_EXCLUSIVE },
      { table: "merchant", ...ACCESS_EXCLUSIVE },
    ],
    "locks app, merchant",
  ],
  [
    "alter table app add column b2 text null; update merchant set name = name",
    [
      { table: "app", ...ACCESS_EXCLUSIVE },
      { table: "merchant", mode: "ROW EXCLUSIVE", scans: true },
    ],
    "writes rows of merchant",
  ],
  [
    "-- no transaction\ncreate index concurrently b3 on app (name)",
    [{ table: "app", mode: "SHARE UPDATE EXCLUSIVE", scans: true }],
    "cannot be run again",
  ],
  [
    "-- no transaction\nalter table app add column b4 text",
    [{ table: "app", mode: "SHARE UPDATE EXCLUSIVE" }],
    "is not concurrent",
  ],
];

describe("npm run check:migrations", () => {
  it.each(CASES)("%s", async (sql, locks, problem) => {
    const migration = toMigration("9000-x", sql);
    const statements = await observeMigration(database.client, migration);
    expect(statements.flatMap((statement) => statement.locks)).toEqual(locks);
    const problems = findLongLocks(migration, statements);
    expect(problems).toEqual(problem === null ? [] : [expect.stringContaining(`9000-x: ${problem}`)]);
  });
});

test("the plan names each statement, its lock, and the size of the table", async () => {
  await database.client.query("insert into account (name) select 'A' from generate_series(1, 500); analyze account");
  const migrations: Migration[] = [
    toMigration("9001-one", "-- Why.\nalter table account add column planned text null;\n"),
    toMigration("9002-two", "-- no transaction\ncreate index concurrently if not exists planned on account (name);\n"),
  ];
  const observed: Parameters<typeof planMigrations>[2] = {};
  for (const one of migrations) observed[one.name] = await observeMigration(database.client, one);
  const lines: string[] = [];
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  printPlan(await planMigrations(database.url, migrations, observed));
  out.mockRestore();
  const size = String.raw`\(\d+ kB, about 500 rows\)`;
  expect(lines.join("")).toMatch(
    new RegExp(
      [
        String.raw`^9001-one \(one transaction\)`,
        "  alter table account add column planned text null",
        `    ACCESS EXCLUSIVE on account ${size}: blocks reads and writes`,
        String.raw`9002-two \(no transaction: no lock timeout, blocks no requests\)`,
        "  create index concurrently if not exists planned on account \\(name\\)",
        `    SHARE UPDATE EXCLUSIVE on account ${size}: blocks no requests; reads the whole table, about 1 s\n$`,
      ].join("\n"),
    ),
  );
});
