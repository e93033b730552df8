import { randomBytes } from "node:crypto";
import type { MikroORM } from "@mikro-orm/postgresql";
import pino from "pino";
import { parseKeySet } from "../../../src/credential/derive.ts";
import { verifyAbsentAccount, verifyPassword } from "../../../src/credential/password.ts";
import { createTokenFormat } from "../../../src/credential/token.ts";
import type { AccountDependencies } from "../../../src/service/accounts/dependencies.ts";
import type { AppDependencies } from "../../../src/service/apps/dependencies.ts";
import type { ConsentDependencies } from "../../../src/service/consent/dependencies.ts";
import { createLimits } from "../../../src/service/limits/limits.ts";
import type { LimitWindows } from "../../../src/service/limits/windows.ts";
import { createAppList } from "../../../src/store/apps/app-list.ts";
import { createAppStore } from "../../../src/store/apps/apps.ts";
import { createScopeStore } from "../../../src/store/apps/scopes.ts";
import { createManagement, type Management } from "../../../src/store/connection/management.ts";
import { createOrm } from "../../../src/store/connection/orm.ts";
import { createTestDatabase, type TestDatabase } from "../database.ts";
import { PATIENT_POOL } from "../patience.ts";

export const ISSUER = "https://auth.example.com";

/** Ten years, in seconds: no test outlasts the window. */
export const LONG = 315_360_000;

export const WINDOWS: LimitWindows = {
  appAndAddress: { failures: 60, window: LONG },
  address: { failures: 300, window: LONG },
  appAlert: { failures: 600, window: LONG },
  signIn: { failures: 10, window: LONG },
  signInAccount: { failures: 100, window: LONG },
  signInAddress: { failures: 1000, window: LONG },
};

/** The dependencies of the services. */
export type Dependencies = AccountDependencies & AppDependencies & ConsentDependencies;

/** The services' dependencies on a new database. */
export interface World {
  deps: Dependencies;
  url: string;
  orm: MikroORM;
  management: Management;
  /** Runs a statement. */
  rows<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

interface WorldOptions {
  /** Default: a new database of the run's server. */
  database?: TestDatabase | undefined;
  /** As of `createManagement`. */
  syncFeed?: () => Promise<void>;
}

export async function createWorld(given: Partial<Dependencies> = {}, options: WorldOptions = {}): Promise<World> {
  const database = options.database ?? (await createTestDatabase());
  const orm = await createOrm({ url: database.url, poolSize: 10, ...PATIENT_POOL });
  const management = createManagement(orm, options.syncFeed);
  const log = pino({ level: "silent" });
  const keys = parseKeySet(randomBytes(32).toString("base64url"));
  if (keys.kind !== "keys") throw new Error(keys.reason);
  const deps: Dependencies = {
    management,
    format: createTokenFormat(),
    keys: keys.keys,
    lifetimes: { code: 60, access: 3600, refresh: 7_776_000 },
    issuer: ISSUER,
    publicUrl: ISSUER,
    publicUrlIsLoopback: false,
    apps: createAppStore(management),
    list: createAppList(management),
    scopes: createScopeStore(management),
    appsPerDeveloper: null,
    log,
    // Two at once: a test changes a password while another one is being verified.
    limits: createLimits({ management, log, windows: WINDOWS, bounds: { atOnce: 2 } }),
    signUpQuota: { countAttempt: async () => {}, countAccount: async () => {} },
    openAuthorizations: null,
    lookUp: (work) => management.read((_em, query) => work(query)),
    lastUse: { note: () => {} },
    passwords: { verifyPassword, verifyAbsentAccount },
    allowPasswords: true,
    allowSignUp: true,
    external: null,
    ...given,
  };
  return {
    deps,
    url: database.url,
    orm,
    management,
    rows: (sql, values = []) => management.read((_em, query) => query({ name: "test", text: sql }, values)),
    async close() {
      await orm.close();
      await database.drop();
    },
  };
}

/** All feed events, oldest first. */
export async function feedOf({ rows }: World): Promise<{ kind: string; subject: string; subjectId: string }[]> {
  return rows(
    `select kind, subject, subject_id as "subjectId", installation_version as version from revocation_event order by cursor`,
  );
}
