import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { readOptions } from "../../support/options.ts";
import { createTemplate } from "../../support/template.ts";
import { MUTANTS } from "./all.ts";
import { copyWorkTree } from "./copy.ts";
import type { Mutant } from "./mutant.ts";
import { mutate } from "./mutate.ts";
import { tryTests } from "./try-tests.ts";

const USAGE = `npm run test:mutants -- [--short] [--only id,id] [--from id] [--most n]
Takes guards out, one at a time. --short is a sample for every change; --only and --from take part of the list, --most no more than so many.`;

const values = readOptions(USAGE, {
  short: { type: "boolean", default: false },
  only: { type: "string" },
  from: { type: "string" },
  most: { type: "string" },
});

type Outcome = "caught" | "SURVIVED" | "BROKEN";

interface Result {
  mutant: Mutant;
  outcome: Outcome;
  seconds: number;
  /** Which test turned red, or why there is no answer. */
  note: string;
}

function chosen(): readonly Mutant[] {
  if (values.only !== undefined) {
    const ids = values.only.split(",");
    const unknown = ids.filter((id) => MUTANTS.every((mutant) => mutant.id !== id));
    if (unknown.length > 0) throw new Error(`there is no mutant ${unknown.join(", ")}`);
    return MUTANTS.filter(({ id }) => ids.includes(id));
  }
  const first = values.from === undefined ? 0 : MUTANTS.findIndex(({ id }) => id === values.from);
  if (first === -1) throw new Error(`there is no mutant ${values.from}`);
  const rest = MUTANTS.slice(first, values.most === undefined ? undefined : first + Number(values.most));
  return values.short ? rest.filter(({ quick }) => quick) : rest;
}

/** What the named tests say of the copy as it is: each of them has to exist and be green. */
async function findRedBefore(directory: string, mutants: readonly Mutant[]): Promise<string[]> {
  const files = [...new Set(mutants.map(({ test: [file] }) => file))];
  const { tests, output } = await tryTests(directory, files, [...new Set(mutants.map(({ test: [, name] }) => name))]);
  return mutants.flatMap(({ id, test: [file, name] }) => {
    const named = tests.filter((test) => test.file === file && test.name.includes(name));
    if (named.length === 0) return [`${id}: there is no test "${name}" in ${file}\n${output.slice(-500)}`];
    return named.filter(({ passed }) => !passed).map((test) => `${id}: red without the mutant: ${test.name}`);
  });
}

async function judge(directory: string, mutant: Mutant): Promise<Result> {
  const began = performance.now();
  const path = join(directory, mutant.file);
  const source = await readFile(path, "utf8");
  await writeFile(path, mutate(source, mutant));
  const [file, name] = mutant.test;
  const { tests, output } = await tryTests(directory, [file], [name]);
  await writeFile(path, source);
  const seconds = Math.round((performance.now() - began) / 1000);
  if (tests.length === 0) return { mutant, outcome: "BROKEN", seconds, note: output.slice(-2000) };
  const red = tests.find(({ passed }) => !passed);
  if (red === undefined)
    return { mutant, outcome: "SURVIVED", seconds, note: `${tests.length} green: ${file}, ${name}` };
  return { mutant, outcome: "caught", seconds, note: red.name };
}

async function run(): Promise<boolean> {
  const mutants = chosen();
  // Before anything is started: a text that has gone is a guard that nobody watches any more.
  for (const mutant of MUTANTS) mutate(await readFile(mutant.file, "utf8"), mutant);
  const copy = copyWorkTree();
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-mutants-data-"));
  const database = await startEmbedded({ dataDir, log: pino({ level: "warn" }), durable: false, maxConnections: 500 });
  try {
    await createTemplate(database.url);
    process.env.TEST_DATABASE_URL = database.url;
    const before = await findRedBefore(copy.directory, mutants);
    if (before.length > 0) {
      console.error(before.join("\n"));
      return false;
    }
    const results: Result[] = [];
    for (const mutant of mutants) {
      const result = await judge(copy.directory, mutant);
      results.push(result);
      const { outcome, seconds, note } = result;
      console.log(`${outcome.padEnd(8)} ${mutant.id.padEnd(30)} ${String(seconds).padStart(3)} s  ${mutant.flaw}`);
      console.log(`         ${outcome === "caught" ? "by " : ""}${note}`);
    }
    const count = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length;
    console.log(
      `${results.length} mutants: ${count("caught")} caught, ${count("SURVIVED")} survived, ${count("BROKEN")} broken`,
    );
    return count("caught") === results.length;
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
    copy.remove();
  }
}

process.exit((await run()) ? 0 : 1);
