import type { MikroORM } from "@mikro-orm/postgresql";
import { createAppOperations } from "../../../../src/service/apps/create.ts";
import type { AppOperations } from "../../../../src/service/apps/operations.ts";
import { createInstallationOperations } from "../../../../src/service/installations/create.ts";
import type { InstallationOperations } from "../../../../src/service/installations/operations.ts";
import { createAppList } from "../../../../src/store/apps/app-list.ts";
import { createAppStore } from "../../../../src/store/apps/apps.ts";
import { createScopeStore } from "../../../../src/store/apps/scopes.ts";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { createInstallationStore } from "../../../../src/store/installations/installation-store.ts";
import { PATIENT_POOL } from "../../../support/patience.ts";
import { createWorld, type World } from "../tokens/world.ts";

/** The world of the token operations, with the operations on installations and apps beside them. */
export interface InstallationWorld extends World {
  orm: MikroORM;
  installations: InstallationOperations;
  apps: AppOperations;
}

export async function createInstallationWorld(): Promise<InstallationWorld> {
  const world = await createWorld();
  const orm = await createOrm({ url: world.url, poolSize: 10, ...PATIENT_POOL });
  const management = createManagement(orm);
  const { format: tokens, lifetimes } = world.dependencies;
  const stores = {
    apps: createAppStore(management),
    list: createAppList(management),
    scopes: createScopeStore(management),
  };
  const installations = createInstallationStore(management);
  return {
    ...world,
    orm,
    installations: createInstallationOperations({ installations, tokens: world.dependencies }),
    apps: createAppOperations({
      ...stores,
      tokens,
      lifetimes,
      publicUrl: "http://localhost:8080",
      publicUrlIsLoopback: true,
      appsPerDeveloper: null,
    }),
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
