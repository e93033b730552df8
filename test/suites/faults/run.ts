import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { readOptions } from "../../support/options.ts";
import { updateRecord } from "./record.ts";
import { RESULTS_VARIABLE, type ScenarioResult } from "./results.ts";
import { COUNTS_VARIABLE, type FaultCounts, RELEASE, SHORT } from "./settings.ts";

const FILES = globSync("*.test.ts", { cwd: import.meta.dirname }).map((file) => basename(file, ".test.ts"));
const USAGE = `npm run test:faults -- [--release] [--record] [--only ${FILES.sort().join(",")}]
  [--kills n] [--core-kills n] [--rounds n] [--control-rounds n] [--clients n] [--load-ms n] [--pauses n]
Injects faults under load and checks every answer. --release takes the counts of a release; the numbers replace single counts.
--record writes the results to docs/reliability.json and docs/reliability.md; --release includes it.`;

const number = { type: "string" } as const;
const values = readOptions(USAGE, {
  release: { type: "boolean", default: false },
  record: { type: "boolean", default: false },
  only: { type: "string" },
  kills: number,
  "core-kills": number,
  rounds: number,
  "control-rounds": number,
  clients: number,
  "load-ms": number,
  pauses: number,
});

/** @throws Error unless the value is a positive integer */
function readCounts(): FaultCounts {
  const given: [keyof FaultCounts, string | undefined][] = [
    ["kills", values.kills],
    ["coreKills", values["core-kills"]],
    ["rounds", values.rounds],
    ["controlRounds", values["control-rounds"]],
    ["clients", values.clients],
    ["loadMs", values["load-ms"]],
    ["pauses", values.pauses],
  ];
  const counts = { ...(values.release ? RELEASE : SHORT) };
  for (const [name, text] of given) {
    if (text === undefined) continue;
    if (!/^[1-9]\d*$/.test(text)) throw new Error(`${name} is "${text}"; write a whole number above 0`);
    counts[name] = Number(text);
  }
  return counts;
}

function selectFiles(): string[] {
  const names = values.only?.split(",") ?? FILES;
  const unknown = names.filter((name) => !FILES.includes(name));
  if (unknown.length > 0) throw new Error(`--only has no ${unknown.join(", ")}; choose from ${FILES.join(", ")}`);
  return names.map((name) => join("test/suites/faults", `${name}.test.ts`));
}

const files = selectFiles();
const results = mkdtempSync(join(tmpdir(), "latchkey-fault-results-"));
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "--config", "test/vitest.config.ts", "--root", ".", "--project", "faults", ...files],
  {
    stdio: "inherit",
    env: { ...process.env, [COUNTS_VARIABLE]: JSON.stringify(readCounts()), [RESULTS_VARIABLE]: results },
  },
);
const read = existsSync(results) ? globSync(join(results, "*.json")) : [];
const scenarios = read.map((path) => JSON.parse(readFileSync(path, "utf8")) as ScenarioResult);
for (const { name, rounds, answered, unknown, violations } of scenarios)
  console.log(`${name}: ${rounds} faults, ${answered} answered, ${unknown} unknown, ${JSON.stringify(violations)}`);
if (values.release || values.record) {
  const command = ["npm run test:faults --", ...process.argv.slice(2)].join(" ");
  updateRecord(scenarios, command);
}
rmSync(results, { recursive: true, force: true });
process.exit(status ?? 1);
