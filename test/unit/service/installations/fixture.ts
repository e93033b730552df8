import type { MikroORM } from "@mikro-orm/postgresql";
import type { Party } from "../../../../src/model/merchant.ts";
import type { AppDependencies } from "../../../../src/service/apps/dependencies.ts";
import type { InstallationDependencies } from "../../../../src/service/installations/dependencies.ts";
import { createAppList } from "../../../../src/store/apps/app-list.ts";
import { createAppStore } from "../../../../src/store/apps/apps.ts";
import { createScopeStore } from "../../../../src/store/apps/scopes.ts";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { createInstallationStore } from "../../../../src/store/installations/installation-store.ts";
import { PATIENT_POOL } from "../../../support/patience.ts";
import { callOf } from "../../../support/world/calls.ts";
import { createWorld, exchangeCode, type Installed, issueCode, type TestApp, type World } from "../tokens/world.ts";

/** The world of the token service, with installations and apps. */
export interface InstallationWorld extends World {
  orm: MikroORM;
  installations: InstallationDependencies;
  apps: AppDependencies;
}

export async function createInstallationWorld(): Promise<InstallationWorld> {
  const world = await createWorld();
  const orm = await createOrm({ url: world.url, poolSize: 10, ...PATIENT_POOL });
  const management = createManagement(orm);
  const { format, lifetimes } = world.dependencies;
  const stores = {
    apps: createAppStore(management),
    list: createAppList(management),
    scopes: createScopeStore(management),
  };
  const installations = createInstallationStore(management);
  return {
    ...world,
    orm,
    installations: { installations, tokens: world.dependencies },
    apps: {
      ...stores,
      format,
      lifetimes,
      publicUrl: "http://localhost:8080",
      publicUrlIsLoopback: true,
      appsPerDeveloper: null,
    },
    async close() {
      await orm.close();
      await world.close();
    },
  };
}

export const EVERYTHING = { clientId: null, merchantId: null, state: null, changedSince: null };
export const FIRST_PAGE = { pageSize: 0, pageToken: "" };

/** A member of a merchant. */
export async function member({ sql, account }: World, merchantId: string, role: string): Promise<string> {
  const accountId = await account();
  await sql.query("insert into membership (account_id, merchant_id, role) values ($1, $2, $3)", [
    accountId,
    merchantId,
    role,
  ]);
  return accountId;
}

export const reason = { reasonCode: "CHARGEBACKS", reasonText: "Too many." };

export const changeOf = (installed: Installed, party: Party | null = null) => ({
  installationId: installed.pair.installationId,
  party,
});

export const sessionsOf = (installed: Installed) => ({
  developer: callOf(installed.app.developerId, { developer: true }),
  owner: callOf(installed.merchant.ownerId),
});

export const operatorCall = () => callOf("018f0000-0000-7000-8000-000000000001", { operator: true });

/** Installs an app on a merchant, by default a new one. */
export async function installOn(
  world: InstallationWorld,
  app: TestApp,
  merchant?: Installed["merchant"],
): Promise<Installed> {
  const on = merchant ?? (await world.merchant());
  const code = await issueCode(world, { app, merchant: on });
  return { app, merchant: on, pair: await exchangeCode(world.tokens, app, { code }) };
}

/** The kinds of the installation's feed events, oldest first. */
export async function eventsOf({ sql }: World, { pair }: Installed): Promise<string[]> {
  const text = "select kind from revocation_event where subject_id = $1 order by cursor";
  return (await sql.query(text, [pair.installationId])).rows.map(({ kind }) => kind);
}
