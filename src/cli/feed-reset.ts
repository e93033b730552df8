import type { Command } from "commander";
import { beginEpoch } from "../service/tokens/begin-epoch.ts";
import { createLanes } from "../store/connection/pools.ts";
import { pendingMigrations } from "../store/migrations/migrate.ts";
import { withJson } from "./command.ts";
import { databaseUrl, onDatabase } from "./database.ts";
import { CliFault } from "./fault.ts";
import { type Output, print, printNext, printValue } from "./output.ts";
import { typed } from "./program-name.ts";

/** `latchkey new-epoch`. */
export function addNewEpochCommand(program: Command): void {
  withJson(
    program
      .command("new-epoch")
      .description("after DATABASE_URL was restored or failed over: make every cache of introspections start afresh"),
  ).action(runNewEpoch);
}

async function runNewEpoch({ json }: Output): Promise<void> {
  const url = databaseUrl(process.env);
  const pending = await onDatabase(() => pendingMigrations(url));
  if (pending.length > 0) throw new CliFault(`The schema is behind this version. First: ${typed("migrate")}`);
  const epoch = await onDatabase(() => renew(url));
  if (json === true) return printValue({ epoch });
  print("A new epoch of the revocation feed has begun: caches in cores and API services start afresh.");
  printNext("If tokens were issued or revoked that the database has lost", "tokens end-before --everything");
}

async function renew(url: string): Promise<string | null> {
  const lanes = createLanes({ url, size: 2, reserved: 1 });
  try {
    return await beginEpoch(lanes.ordinary, { old: null, by: "new-epoch" });
  } finally {
    await lanes.end();
  }
}
