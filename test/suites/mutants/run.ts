import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { createDataDirectory } from "../../support/data-directory.ts";
import { readOptions } from "../../support/options.ts";
import { createTemplate } from "../../support/template.ts";
import { MUTANTS } from "./all.ts";
import { copyWorkTree } from "./copy.ts";
import { mutate, type SourceFile } from "./locate.ts";
import type { Mutant } from "./mutant.ts";
import { findTestFiles, readDeclarations } from "./sources.ts";
import { tryTests } from "./try-tests.ts";

const USAGE = `npm run test:mutants -- [--short] [--only id,id] [--from id] [--most n]
Removes one guard at a time; its test must fail. --short runs a sample; --only, --from and --most select mutants.`;

const values = readOptions(USAGE, {
  short: { type: "boolean", default: false },
  only: { type: "string" },
  from: { type: "string" },
  most: { type: "string" },
});

/** Stops at the first failed test. */
const UNTIL_FAILURE = ["--bail=1"];

type Outcome = "caught" | "SURVIVED" | "BROKEN";

interface Result {
  outcome: Outcome;
  /** The test that failed, or the reason why there is no result. */
  note: string;
}

/** A mutant, its mutated file and its test files. */
interface Resolved {
  mutant: Mutant;
  mutated: SourceFile;
  testFiles: readonly string[];
}

function selectMutants(): readonly Mutant[] {
  const known = (id: string): number => {
    const at = MUTANTS.findIndex((mutant) => mutant.id === id);
    if (at === -1) throw new Error(`there is no mutant ${id}`);
    return at;
  };
  if (values.only !== undefined) return values.only.split(",").map((id) => MUTANTS[known(id)]!);
  const first = values.from === undefined ? 0 : known(values.from);
  const selected = MUTANTS.slice(first, values.most === undefined ? undefined : first + Number(values.most));
  return values.short ? selected.filter(({ quick }) => quick) : selected;
}

function resolveMutants(mutants: readonly Mutant[]): Resolved[] {
  const declarations = readDeclarations();
  const files = findTestFiles(mutants.map(({ test }) => test));
  return mutants.map((mutant) => ({
    mutant,
    mutated: mutate(declarations, mutant),
    testFiles: files.get(mutant.test)!,
  }));
}

/** The mutants whose tests do not exist or fail even without the mutant, each as a sentence. */
async function findUnusable(directory: string, resolved: readonly Resolved[]): Promise<string[]> {
  const files = new Set(resolved.flatMap(({ testFiles }) => testFiles));
  const { tests, output } = await tryTests(
    directory,
    [...files],
    [...new Set(resolved.map(({ mutant }) => mutant.test))],
  );
  return resolved.flatMap(({ mutant: { id, test } }) => {
    const named = tests.filter(({ name }) => name.includes(test));
    if (named.length === 0) return [`${id}: no test "${test}" ran\n${output.slice(-500)}`];
    return named.filter(({ passed }) => !passed).map(({ name }) => `${id}: fails without the mutant: ${name}`);
  });
}

async function tryMutant(directory: string, { mutant, mutated, testFiles }: Resolved): Promise<Result> {
  const path = join(directory, mutated.path);
  const original = await readFile(path, "utf8");
  await writeFile(path, mutated.text);
  const { tests, output } = await tryTests(directory, testFiles, [mutant.test], UNTIL_FAILURE);
  await writeFile(path, original);
  if (tests.length === 0) return { outcome: "BROKEN", note: output.slice(-2000) };
  const failed = tests.find(({ passed }) => !passed);
  return failed === undefined
    ? { outcome: "SURVIVED", note: `${tests.length} tests passed: ${mutant.test}` }
    : { outcome: "caught", note: `by ${failed.name}` };
}

async function run(): Promise<boolean> {
  const resolved = resolveMutants(selectMutants());
  const copy = copyWorkTree();
  const dataDir = createDataDirectory("mutants");
  const database = await startEmbedded({ dataDir, log: pino({ level: "warn" }), durable: false, maxConnections: 500 });
  try {
    await createTemplate(database.url);
    process.env.TEST_DATABASE_URL = database.url;
    const unusable = await findUnusable(copy.directory, resolved);
    if (unusable.length > 0) {
      console.error(unusable.join("\n"));
      return false;
    }
    const counts = { caught: 0, SURVIVED: 0, BROKEN: 0 };
    for (const each of resolved) {
      const began = performance.now();
      const { outcome, note } = await tryMutant(copy.directory, each);
      const seconds = String(Math.round((performance.now() - began) / 1000)).padStart(3);
      counts[outcome]++;
      console.log(
        `${outcome.padEnd(8)} ${each.mutant.id.padEnd(30)} ${seconds} s  ${each.mutant.flaw}\n         ${note}`,
      );
    }
    console.log(
      `${resolved.length} mutants: ${counts.caught} caught, ${counts.SURVIVED} survived, ${counts.BROKEN} broken`,
    );
    return counts.caught === resolved.length;
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
    copy.remove();
  }
}

process.exit((await run()) ? 0 : 1);
