#!/usr/bin/env node
import { parseArgs } from "node:util";
import { StartupError } from "../observe/startup-error.ts";
import { runScenario, ScenarioError } from "./scenario.ts";
import { findRunning, startService } from "./service.ts";

const usage = `Runs Latchkey's main flow against the demo.

  npm start                      starts the demo to try in a browser
  npm run demo -- --headless     the same steps without a browser: install, consent, exchange, call, refresh, revoke

Uses the running service of DATA_DIR/demo.json (default .latchkey); without one, starts a service and stops it afterwards.
Exit status: 0 all steps succeeded, 1 a step failed, 2 invalid command line.`;

process.exitCode = await main();

async function main(): Promise<number> {
  const headless = readFlag();
  if (headless !== true) {
    (headless === null ? console.error : console.log)(usage);
    return headless === null ? 2 : 0;
  }
  try {
    return await runAgainst(process.env.DATA_DIR || ".latchkey");
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function runAgainst(dataDir: string): Promise<number> {
  const running = await findRunning(dataDir);
  if (running === null) console.log(`No service is running in ${dataDir}; starting one …`);
  const service = running ?? (await startService(dataDir));
  if (service === null) return 1;
  try {
    let number = 0;
    await runScenario(service.demo, (line) => console.log(`${String(++number).padStart(2)}. ${line}`));
    console.log("All steps succeeded.");
    return 0;
  } catch (error) {
    console.error(`Failed: ${describeError(error)}`);
    return 1;
  } finally {
    await service.end();
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ScenarioError) return error.message;
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** True with --headless; null for unknown arguments. */
function readFlag(): boolean | null {
  try {
    const options = { headless: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
    const { help = false, headless = false } = parseArgs({ options }).values;
    return headless && !help;
  } catch {
    return null;
  }
}
