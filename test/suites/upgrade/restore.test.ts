import { rm } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { migrate } from "../../../src/store/migrations/migrate.ts";
import { createDataDirectory } from "../../support/data-directory.ts";
import { createCall, type Installed, reasonOf } from "../../support/world/tokens.ts";
import { createWorld, type World } from "../../support/world/world.ts";
import { takeBaseBackup } from "./base-backup.ts";
import { runbookOf, runCommand } from "./runbook.ts";

const log = pino({ level: "silent" });
let directory: string;
const running: { stop(): Promise<void> }[] = [];

/** Starts a server on a data directory below `directory`. */
async function startServer(name: string): Promise<EmbeddedDatabase & { dataDir: string }> {
  const dataDir = join(directory, name);
  const database = await startEmbedded({ dataDir, log, durable: false });
  running.push(database);
  return { ...database, dataDir };
}

function openWorld(url: string): Promise<World> {
  return createWorld({}, { database: { url, drop: async () => {} } });
}

interface Grants {
  kept: Installed;
  revoked: Installed;
  /** A code that is not exchanged. */
  code: string;
}

/** Grants that exist at the time of the backup. */
async function createGrants(world: World): Promise<Grants> {
  const [kept, revoked] = [await world.install(), await world.install()];
  return { kept, revoked, code: await world.issueCode(kept) };
}

beforeAll(async () => {
  directory = createDataDirectory("restore");
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await rm(directory, { recursive: true, force: true });
});

test("O10 after a restore from an older backup, the runbook's command ends everything issued before it", async () => {
  const primary = await startServer("primary");
  await migrate(primary.url);
  const before = await openWorld(primary.url);
  const { kept, revoked, code } = await createGrants(before);
  await takeBaseBackup(primary, join(directory, "backup"));
  await before.tokens.revoke(
    { credentials: revoked.app.credentials, token: revoked.pair.refreshToken!, tokenTypeHint: "" },
    createCall(),
  );
  expect(await before.tokens.isActive(revoked.pair.accessToken)).toBe(false);
  await before.close();
  await primary.stop();

  const restored = await startServer("backup");
  const world = await openWorld(restored.url);
  const actives = () => Promise.all([kept, revoked].map(({ pair }) => world.isActive(pair.accessToken)));
  // The backup does not contain the revocation, so the token would be active again without the command.
  expect(await actives()).toEqual([true, true]);
  const [{ epoch }] = (await world.rows<{ epoch: string }>("select epoch from feed_head")) as [{ epoch: string }];

  const commands = runbookOf("After a restore or a failover");
  expect(commands).toContain("tokens revoke --everything --direct --yes");
  for (const command of commands) await runCommand(command, { DATABASE_URL: restored.url });

  expect(await actives()).toEqual([false, false]);
  for (const { app, pair } of [kept, revoked])
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken!))).toMatch(/^refresh_/);
  expect(await reasonOf(world.exchangeCode(kept.app, { code }))).toMatch(/^code_/);
  expect(await world.rows("select epoch from feed_head")).not.toEqual([{ epoch }]);
  const audited = await world.rows(
    "select action, caller_name from audit_event where caller_name like '%direct%' order by id",
  );
  expect(audited.map(({ action }) => action)).toEqual(["token.revoke_before", "feed.new_epoch"]);
  // A new consent works at once.
  expect(await world.isActive((await world.install()).pair.accessToken)).toBe(true);
  await world.close();
});
