import type { Command } from "commander";
import { beginEpoch } from "../../service/tokens/begin-epoch.ts";
import { createConnectionPools } from "../../store/connection/pools.ts";
import { pendingMigrations } from "../../store/migrations/migrate.ts";
import { withJson } from "../command-options.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { CliError } from "../errors.ts";
import { commandLine } from "../help-text.ts";
import { type Output, print, printNext, printValue } from "../output.ts";

/** `latchkey feed reset`. */
export function addFeedCommands(feed: Command): void {
  withJson(
    feed
      .command("reset")
      .description(
        "start a new feed epoch after a restore or failover of the database; clears every introspection cache",
      ),
  ).action(resetFeed);
}

async function resetFeed({ json }: Output): Promise<void> {
  const url = databaseUrl(process.env);
  const pending = await onDatabase(() => pendingMigrations(url));
  if (pending.length > 0) throw new CliError(`The schema has pending migrations. First run: ${commandLine("migrate")}`);
  const epoch = await onDatabase(() => startEpoch(url));
  if (json === true) return printValue({ epoch });
  print("The revocation feed has a new epoch. Cores and API services clear their caches.");
  printNext("If the database lost issued tokens or revocations", "tokens revoke --everything --direct");
}

async function startEpoch(url: string): Promise<string | null> {
  const pools = createConnectionPools({ url, size: 2, reserved: 1 });
  try {
    return await beginEpoch(pools.ordinary, { old: null, by: "feed reset" });
  } finally {
    await pools.end();
  }
}
