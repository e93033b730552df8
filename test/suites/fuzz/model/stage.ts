import type { TestApp } from "../../../support/world/tokens.ts";
import { createWorld, type World } from "../../../support/world/world.ts";
import { type AppModel, SCOPES } from "./model.ts";

/** Every kind of app. One kind occurs twice, so that one app can present the tokens of the other. */
export const APPS: Pick<AppModel, "confidential" | "mode">[] = [
  { confidential: true, mode: "ROTATE" },
  { confidential: true, mode: "KEEP" },
  { confidential: false, mode: "ROTATE" },
  { confidential: true, mode: "NONE" },
];
export const MERCHANTS = 3;

/** The services, apps and merchants of one run. */
export interface Stage {
  world: World;
  apps: TestApp[];
  merchants: { id: string; ownerId: string }[];
  installationId(app: number, merchant: number): Promise<string>;
}

export interface Theatre {
  world: World;
  /** Creates the stage on an empty database. */
  stage(): Promise<Stage>;
}

export async function openTheatre(): Promise<Theatre> {
  const world = await createWorld();
  return {
    world,
    async stage() {
      await empty(world);
      const apps: TestApp[] = [];
      for (const { confidential, mode } of APPS)
        apps.push(await world.app({ confidential, refreshMode: mode, scopes: SCOPES }));
      const merchants = await Promise.all(Array.from({ length: MERCHANTS }, () => world.merchant()));
      return {
        world,
        apps,
        merchants,
        installationId: (app, merchant) => idOf(world, apps[app]!.id, merchants[merchant]!.id),
      };
    },
  };
}

/** The tables that grow in a run. Aging updates every row. */
async function empty({ sql }: World): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name not in ('feed_head', 'event_head', 'webhook_head', 'app_day_position', 'app_installation_count_position', 'schema_migration')",
  );
  const deletes = rows.map(({ name }) => `delete from "${name}"`);
  // Foreign keys are not checked in this transaction, so the order does not matter.
  await sql.query(["begin", "set local session_replication_role = replica", ...deletes, "commit"].join(";"));
}

async function idOf({ sql }: World, appId: string, merchantId: string): Promise<string> {
  const { rows } = await sql.query("select id from installation where app_id = $1 and merchant_id = $2", [
    appId,
    merchantId,
  ]);
  return rows[0].id;
}
