#!/usr/bin/env node
import { parseArgs } from "node:util";
import { findRunning, startService } from "./service.ts";
import { walk } from "./walk.ts";

const usage = `Walks through Latchkey's main job against the demo.

  npm start                      starts the demo to try in a browser
  npm run demo -- --headless     the same walk without a browser: install, consent, exchange, call, refresh, revoke

Uses the running service that DATA_DIR/demo.json names (DATA_DIR is .latchkey if not set), else starts one and ends it.`;

process.exitCode = await main();

async function main(): Promise<number> {
  const headless = readFlag();
  if (headless !== true) {
    (headless === null ? console.error : console.log)(usage);
    return headless === null ? 2 : 0;
  }
  const dataDir = process.env.DATA_DIR ?? ".latchkey";
  const running = await findRunning(dataDir);
  if (running === null) console.log(`No service is running on ${dataDir}; starting one …`);
  const service = running ?? (await startService(dataDir));
  if (service === null) return 1;
  try {
    let number = 0;
    await walk(service.demo, (line) => console.log(`${String(++number).padStart(2)}. ${line}`));
    console.log("Every step was right.");
    return 0;
  } catch (error) {
    console.error(`Not right: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await service.end();
  }
}

/** Whether to walk; null for arguments that are not known. */
function readFlag(): boolean | null {
  try {
    return (
      parseArgs({ options: { headless: { type: "boolean" }, help: { type: "boolean" } } }).values.headless ?? false
    );
  } catch {
    return null;
  }
}
