import type { Command } from "commander";
import { beginEpoch } from "../../service/tokens/begin-epoch.ts";
import { createConnectionPools } from "../../store/connection/pools.ts";
import { pendingMigrations } from "../../store/migrations/migrate.ts";
import { withJson } from "../command-options.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { CliError } from "../errors.ts";
import { type Output, print, printNext, printValue } from "../output.ts";
import { typed } from "../program-name.ts";

/** `latchkey feed reset`. */
export function addFeedCommands(feed: Command): void {
  withJson(
    feed
      .command("reset")
      .description("after DATABASE_URL was restored or failed over: make every cache of introspections start afresh"),
  ).action(resetFeed);
}

async function resetFeed({ json }: Output): Promise<void> {
  const url = databaseUrl(process.env);
  const pending = await onDatabase(() => pendingMigrations(url));
  if (pending.length > 0) throw new CliError(`The schema is behind this version. First: ${typed("migrate")}`);
  const epoch = await onDatabase(() => renew(url));
  if (json === true) return printValue({ epoch });
  print("A new epoch of the revocation feed has begun: caches in cores and API services start afresh.");
  printNext("If tokens were issued or revoked that the database has lost", "tokens revoke --everything");
}

async function renew(url: string): Promise<string | null> {
  const pools = createConnectionPools({ url, size: 2, reserved: 1 });
  try {
    return await beginEpoch(pools.ordinary, { old: null, by: "feed reset" });
  } finally {
    await pools.end();
  }
}
