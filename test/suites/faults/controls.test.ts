import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { CONTROL_VARIABLE, type Control } from "./control-names.ts";
import type { ScenarioResult } from "./results.ts";
import { COUNTS } from "./settings.ts";
import { openStage, type Stage, type StageOptions } from "./stage.ts";

const PRELOADED = fileURLToPath(new URL("controls.ts", import.meta.url));

async function killPostgres({ postgres }: Stage): Promise<void> {
  await postgres.kill();
  await delay(Math.random() * 300);
  await postgres.start();
}

const without = (control: Control): StageOptions => ({
  node: ["--import", PRELOADED],
  environment: { [CONTROL_VARIABLE]: control, WORKERS: "2" },
});

interface ControlRow {
  name: string;
  options: StageOptions;
  inject(stage: Stage): Promise<void>;
  /** At least one of these rules must be violated. */
  breaks: string[];
}

const ROWS: ControlRow[] = [
  {
    name: "synchronous_commit=off and PostgreSQL killed",
    options: { postgresSettings: ["synchronous_commit=off"] },
    inject: killPostgres,
    breaks: ["missing row"],
  },
  {
    name: "no row locks and no compare-and-set",
    options: without("row locks and compare-and-set"),
    inject: () => delay(1_000),
    breaks: ["second successor", "lost grant"],
  },
  {
    name: "swallowed errors of revocations and PostgreSQL killed",
    options: without("errors of revocations"),
    inject: killPostgres,
    breaks: ["revocation undone"],
  },
];

/** Repeats the fault until there are enough losses, or up to the maximum of rounds. */
async function runControl({ name, options, inject, breaks }: ControlRow): Promise<ScenarioResult> {
  const stage = await openStage(options);
  try {
    const scenario = stage.begin(`control: ${name}`);
    const losses = () => scenario.violations().filter(({ rule }) => breaks.includes(rule)).length;
    for (let round = 0; round < COUNTS.controlRounds && losses() < COUNTS.controlLosses; round++)
      await scenario.round(() => inject(stage));
    return await scenario.end();
  } finally {
    await stage.stop();
  }
}

describe("controls that must lose", () => {
  test.each(ROWS)("$name", async (row) => {
    const { violations } = await runControl(row);
    expect(Object.keys(violations)).toEqual(expect.arrayContaining([expect.stringMatching(row.breaks.join("|"))]));
  });
});

test("without row locks alone, the compare-and-set refuses a second successor with 503", async () => {
  const stage = await openStage(without("row locks"));
  try {
    const scenario = stage.begin("control: no row locks, with compare-and-set", { mustAnswer: true });
    for (let round = 0; round < COUNTS.controlRounds && scenario.unknown() < COUNTS.controlLosses; round++)
      await scenario.round(() => delay(1_000));
    expect(scenario.unknown()).toBeGreaterThan(0);
    expect((await scenario.end()).violations).toEqual({});
  } finally {
    await stage.stop();
  }
});
