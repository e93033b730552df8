import type { MikroORM } from "@mikro-orm/postgresql";
import pino from "pino";
import { hashPassword, verifyAbsentAccount, verifyPassword } from "../../../../src/credential/password.ts";
import { createTokenFormat } from "../../../../src/credential/token.ts";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import type { AccountDependencies } from "../../../../src/service/accounts/dependencies.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { startSession } from "../../../../src/service/accounts/start-session.ts";
import type { Call, Caller, Permission } from "../../../../src/service/call.ts";
import { createLimits } from "../../../../src/service/limits/limits.ts";
import type { LimitWindows } from "../../../../src/service/limits/windows.ts";
import { createManagement, type Management } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { PATIENT_POOL } from "../../../support/patience.ts";
import { LONG } from "../limits/windows.ts";

export const WINDOWS: LimitWindows = {
  appAndAddress: { failures: 60, window: LONG },
  address: { failures: 300, window: LONG },
  appAlert: { failures: 600, window: LONG },
  signIn: { failures: 10, window: LONG },
  signInAccount: { failures: 100, window: LONG },
  signInAddress: { failures: 1000, window: LONG },
};

export const PASSWORD = "correct horse battery";

/** A core's accounts on a database of their own. */
export interface World {
  deps: AccountDependencies;
  orm: MikroORM;
  management: Management;
  /** Rows of a statement, for what no operation shows. */
  rows<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export async function createWorld(given: Partial<AccountDependencies> = {}): Promise<World> {
  const database = await createTestDatabase();
  const orm = await createOrm({ url: database.url, ...PATIENT_POOL });
  const management = createManagement(orm);
  const log = pino({ level: "silent" });
  const deps: AccountDependencies = {
    management,
    format: createTokenFormat(),
    // Two at once: a test changes a password while another one is being verified.
    limits: createLimits({ management, log, windows: WINDOWS, bounds: { atOnce: 2 } }),
    signUpQuota: { countAttempt: async () => {}, countAccount: async () => {} },
    lookUp: (work) => management.read((_em, query) => work(query)),
    lastUse: { note: () => {} },
    log,
    publicUrl: "https://auth.example.com",
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

const GATEWAY: Caller = {
  kind: "gateway",
  keyId: null,
  name: "gateway",
  permissions: new Set(["tokens:forward", "web:act"]),
};

/** A page without a session. */
export const page: Call = { caller: GATEWAY, actor: null, address: "192.0.2.1", requestId: "test" };

/** A service key that acts by these permissions. */
export function byKey(...permissions: Permission[]): Call {
  const caller: Caller = { kind: "key", keyId: null, name: "test", permissions: new Set(permissions) };
  return { caller, actor: null, address: null, requestId: "test" };
}

export const platform = byKey("accounts:read", "accounts:write", "keys:write");

/** A page with the session of this token; fails if the token is none. */
export async function bySession({ deps }: World, token: string): Promise<Call> {
  const actor = await resolveSession(deps, token);
  if (actor === null) throw new Error("the session does not stand");
  return { ...page, actor };
}

let made = 0;
let passwordHash: Promise<string> | undefined;

/** A new account with `PASSWORD`, and a page on which it is signed in. The password is hashed once, for that takes its time. */
export async function someone(world: World, roles: { operator?: boolean; developer?: boolean } = {}) {
  const email = `someone-${made++}@example.com`;
  const { operator = false, developer = false } = roles;
  const named = { email, password: null, name: "Someone", operator, developer };
  const account = await createAccount(world.deps, named, platform);
  passwordHash ??= hashPassword(PASSWORD);
  await world.rows("update account set password_hash = $2 where id = $1", [account.id, await passwordHash]);
  const session = { account, passwordHash: null, by: "password" as const };
  const { token } = (await world.management.transactional((tx) => startSession(tx, page, session)))!;
  return { accountId: account.id, name: account.name, email, token, call: await bySession(world, token) };
}

export type Someone = Awaited<ReturnType<typeof someone>>;

/** A new merchant of this owner. */
export async function someMerchant(world: World, owner: { accountId: string }, id = `m-${made++}`) {
  const request = { merchantId: id, name: `Merchant ${id}`, ownerAccountId: owner.accountId, test: false };
  const merchant = await createMerchant(world.deps, request, platform);
  return { merchantId: merchant.id, name: merchant.name };
}
