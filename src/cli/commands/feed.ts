import type { Command } from "commander";
import { withJson } from "../command-options.ts";
import { databaseUrl, onDatabase } from "../database.ts";
import { type Output, print, printNext, printValue } from "../output.ts";
import { requireMigrated } from "../require-migrated.ts";

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
  await requireMigrated(url);
  const epoch = await onDatabase(() => startEpoch(url));
  if (json === true) return printValue({ epoch });
  print("The revocation feed has a new epoch. Cores and API services clear their caches.");
  printNext("If the database lost issued tokens or revocations", "tokens revoke --everything --direct");
}

async function startEpoch(url: string): Promise<string | null> {
  const [{ createConnectionPools }, { beginEpoch }] = await Promise.all([
    import("../../store/connection/pools.ts"),
    import("../../service/tokens/begin-epoch.ts"),
  ]);
  const pools = createConnectionPools({ url, size: 2, reserved: 1 });
  try {
    return await beginEpoch(pools.ordinary, { old: null, by: "feed reset" });
  } finally {
    await pools.end();
  }
}
