import { randomBytes } from "node:crypto";
import type { MikroORM } from "@mikro-orm/postgresql";
import pino from "pino";
import { parseKeySet } from "../../../src/credential/derive.ts";
import { verifyAbsentAccount, verifyPassword } from "../../../src/credential/password.ts";
import { createTokenFormat } from "../../../src/credential/token.ts";
import type { AccountDependencies } from "../../../src/service/accounts/dependencies.ts";
import type { ConsentDependencies } from "../../../src/service/consent/dependencies.ts";
import { createLimits } from "../../../src/service/limits/limits.ts";
import type { LimitWindows } from "../../../src/service/limits/windows.ts";
import { createManagement, type Management } from "../../../src/store/connection/management.ts";
import { createOrm } from "../../../src/store/connection/orm.ts";
import { createTestDatabase } from "../database.ts";
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
export type Dependencies = AccountDependencies & ConsentDependencies;

/** The services' dependencies on a new database. */
export interface World {
  deps: Dependencies;
  orm: MikroORM;
  management: Management;
  /** Runs a statement. */
  rows<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export async function createWorld(given: Partial<Dependencies> = {}): Promise<World> {
  const database = await createTestDatabase();
  const orm = await createOrm({ url: database.url, ...PATIENT_POOL });
  const management = createManagement(orm);
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
    orm,
    management,
    rows: (sql, values = []) => management.read((_em, query) => query({ name: "test", text: sql }, values)),
    async close() {
      await orm.close();
      await database.drop();
    },
  };
}
