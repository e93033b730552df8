import { verifyAbsentAccount, verifyPassword } from "../../../../src/credential/password.ts";
import type { AccountDependencies } from "../../../../src/service/accounts/dependencies.ts";
import { createLimits } from "../../../../src/service/limits/limits.ts";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { createInstallationWorld, type InstallationWorld } from "../../../unit/service/installations/fixture.ts";
import { ISSUER, type TestApp } from "../../../unit/service/tokens/world.ts";
import { type AppModel, SCOPES } from "./model.ts";

/** Every kind of app: two of one kind, so that one can present what is the other's. */
export const APPS: Pick<AppModel, "confidential" | "mode">[] = [
  { confidential: true, mode: "ROTATE" },
  { confidential: true, mode: "KEEP" },
  { confidential: false, mode: "ROTATE" },
  { confidential: true, mode: "NONE" },
];
export const MERCHANTS = 3;

/** The real service, and who plays on it in one run. */
export interface Stage {
  world: InstallationWorld;
  accounts: AccountDependencies;
  apps: TestApp[];
  merchants: { id: string; ownerId: string }[];
  installationId(app: number, merchant: number): Promise<string>;
}

export interface Theatre {
  world: InstallationWorld;
  /** An empty database with apps and merchants of its own. */
  stage(): Promise<Stage>;
}

export async function openTheatre(): Promise<Theatre> {
  const world = await createInstallationWorld();
  const { log, store, format } = world.dependencies;
  const management = createManagement(world.orm);
  const limits = createLimits({ management, log, windows: null });
  const { lookUp, lastUse } = store;
  const signUpQuota = { countAttempt: async () => {}, countAccount: async () => {} };
  const open = { allowPasswords: true, allowSignUp: false, external: null, publicUrl: ISSUER };
  const passwords = { verifyPassword, verifyAbsentAccount };
  const accounts: AccountDependencies = {
    management,
    format,
    limits,
    signUpQuota,
    lookUp,
    lastUse,
    log,
    passwords,
    ...open,
  };
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
        accounts,
        apps,
        merchants,
        installationId: (app, merchant) => idOf(world, apps[app]!.id, merchants[merchant]!.id),
      };
    },
  };
}

/** What grows with every run; the clock is moved by touching every row. */
async function empty({ sql }: InstallationWorld): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name not in ('feed_head', 'schema_migration')",
  );
  const deletes = rows.map(({ name }) => `delete from "${name}"`);
  // In whatever order: for this transaction foreign keys are not looked at.
  await sql.query(["begin", "set local session_replication_role = replica", ...deletes, "commit"].join(";"));
}

async function idOf({ sql }: InstallationWorld, appId: string, merchantId: string): Promise<string> {
  const { rows } = await sql.query("select id from installation where app_id = $1 and merchant_id = $2", [
    appId,
    merchantId,
  ]);
  return rows[0].id;
}
