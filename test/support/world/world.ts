import type { MikroORM } from "@mikro-orm/postgresql";
import pg from "pg";
import pino from "pino";
import { verifyAbsentAccount, verifyPassword } from "../../../src/credential/password.ts";
import type { AccountDependencies } from "../../../src/service/accounts/dependencies.ts";
import type { AppDependencies } from "../../../src/service/apps/dependencies.ts";
import type { ConsentDependencies } from "../../../src/service/consent/dependencies.ts";
import type { InstallationDependencies } from "../../../src/service/installations/dependencies.ts";
import type { LimitWindows } from "../../../src/service/limits/failure-limits.ts";
import { createLimits } from "../../../src/service/limits/limits.ts";
import { createMailQuota } from "../../../src/service/limits/mail-quota.ts";
import type { TokenDependencies } from "../../../src/service/tokens/dependencies.ts";
import { createAppList } from "../../../src/store/apps/app-list.ts";
import { createAppStore } from "../../../src/store/apps/apps.ts";
import { createScopeStore } from "../../../src/store/apps/scopes.ts";
import { createAuditList } from "../../../src/store/audit/audit-list.ts";
import { createManagement, type Management } from "../../../src/store/connection/management.ts";
import { createOrm } from "../../../src/store/connection/orm.ts";
import { type ConnectionPools, createConnectionPools } from "../../../src/store/connection/pools.ts";
import { createInstallationStore } from "../../../src/store/installations/installation-store.ts";
import { createAppDays } from "../../../src/store/statistics/app-days.ts";
import { createTokenStore } from "../../../src/store/tokens/token-store.ts";
import { age } from "../aging.ts";
import { createTestDatabase, type TestDatabase } from "../database.ts";
import { LONG_TIMEOUT_POOL, LONG_TIMEOUT_STORE } from "../long-timeouts.ts";
import {
  createTokenOperations,
  createTokenRequests,
  type TokenOperations,
  type TokenRequests,
} from "../token-operations.ts";
import { type AppOptions, createInstall, createQueries, createSeeds, type Queries, type Seeds } from "./seeds.ts";
import { createKeys, format, type Installed, toKeySet } from "./tokens.ts";

export const ISSUER = "https://auth.example.com";

/** Ten years, in seconds, so that no test outlasts the window. */
export const LONG = 315_360_000;

export const WINDOWS: LimitWindows = {
  appAndAddress: { failures: 60, window: LONG },
  address: { failures: 300, window: LONG },
  appAlert: { failures: 600, window: LONG },
  signIn: { failures: 10, window: LONG },
  signInAccount: { failures: 100, window: LONG },
  signInAddress: { failures: 1000, window: LONG },
  secondFactor: { failures: 20, window: LONG },
};

/** The dependencies of the services. */
export type Dependencies = AccountDependencies & AppDependencies & ConsentDependencies & InstallationDependencies;

/** The services on a new database. */
export interface World extends Seeds, Queries, TokenRequests {
  deps: Dependencies;
  url: string;
  orm: MikroORM;
  management: Management;
  pools: ConnectionPools;
  sql: pg.Pool;
  /** The operations of TokenService, without a cache. */
  tokens: TokenOperations;
  /** The operations of another replica, with other dependencies and their own batches. */
  variant(changes: Partial<TokenDependencies>): TokenOperations;
  /** An app installed on a merchant, with the first pair of tokens. */
  install(options?: AppOptions): Promise<Installed>;
  /** TOKEN_KEY. */
  keys: string[];
  log: { lines: string[] };
  /** Runs a statement. */
  rows<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>;
  /** Makes all rows older by these seconds. */
  age(seconds: number): Promise<void>;
  close(): Promise<void>;
}

interface WorldOptions {
  /** Default: a new database of the run's server. */
  database?: TestDatabase | undefined;
  /** Runs after each commit with feed events. */
  syncFeed?: () => Promise<void>;
}

export async function createWorld(given: Partial<Dependencies> = {}, options: WorldOptions = {}): Promise<World> {
  const { syncFeed = async () => {} } = options;
  const database = options.database ?? (await createTestDatabase());
  const { url } = database;
  const orm = await createOrm({ url, poolSize: 10, ...LONG_TIMEOUT_POOL });
  const management = createManagement(orm, syncFeed);
  const pools = createConnectionPools({ url, size: 12, reserved: 2, ...LONG_TIMEOUT_POOL });
  const sql = new pg.Pool({ connectionString: url, max: 4 });
  sql.on("error", () => {});
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line) => void lines.push(line) });
  const keys = createKeys();
  const createStore = () => createTokenStore(pools, log, { ...LONG_TIMEOUT_STORE, syncFeed });
  const tokens: TokenDependencies = {
    store: createStore(),
    keys: toKeySet(...keys),
    format,
    lifetimes: { code: 60, access: 3600, refresh: 7_776_000 },
    windows: { confidential: 600, public: 60 },
    issuer: ISSUER,
    log,
  };
  const seeds = createSeeds(sql);
  const operations = createTokenOperations(tokens);
  return {
    deps: { ...dependenciesOf(management, tokens), ...given },
    url,
    orm,
    management,
    pools,
    sql,
    tokens: operations,
    variant(changes) {
      const { batch, syncFeed } = createStore();
      return createTokenOperations({ ...tokens, store: { ...tokens.store, batch, syncFeed }, ...changes });
    },
    keys,
    log: { lines },
    rows: async (text, values = []) => (await sql.query(text, values)).rows,
    age: (seconds) => age(sql, seconds),
    ...seeds,
    ...createQueries(sql),
    ...createTokenRequests(tokens),
    install: createInstall(seeds, operations),
    async close() {
      await Promise.all([tokens.store.lastUse.flush(), tokens.store.health.flush(), tokens.store.counts.flush()]);
      await Promise.all([pools.end(), sql.end(), orm.close()]);
      await database.drop();
    },
  };
}

function dependenciesOf(management: Management, tokens: TokenDependencies): Dependencies {
  const { log, store } = tokens;
  return {
    ...tokens,
    tokens,
    management,
    publicUrl: ISSUER,
    platformName: async () => "Northgate",
    publicUrlIsLoopback: false,
    apps: createAppStore(management),
    list: createAppList(management),
    days: createAppDays(management),
    scopes: createScopeStore(management),
    audit: createAuditList(management),
    hosts: { check: async (hosts) => new Map(hosts.map((host) => [host, "public"])) },
    appsPerDeveloper: null,
    installations: createInstallationStore(management),
    // Two concurrent hashes, because a test changes a password while another password is being verified.
    limits: createLimits({ management, log, windows: WINDOWS, queueLimits: { concurrency: 2 } }),
    signUpQuota: { countAttempt: async () => {}, countAccount: async () => {} },
    openAuthorizations: null,
    lookUp: store.lookUp,
    lastUse: store.lastUse,
    passwords: { verifyPassword, verifyAbsentAccount },
    allowPasswords: true,
    auditRetention: 34_560_000,
    operatorsNeedSecondFactor: false,
    allowSignUp: true,
    external: null,
    sendsMail: true,
    mailQuota: createMailQuota(management, true),
  };
}

/** All feed events, oldest first. */
export async function feedOf({ rows }: World): Promise<{ kind: string; subject: string; subjectId: string }[]> {
  return rows(
    `select kind, subject, subject_id as "subjectId", installation_version as version from revocation_event order by cursor`,
  );
}

export interface OutboxRow {
  type: string;
  sequence: number | null;
  clientId: string;
  merchantId: string | null;
  version: number | null;
  scopes: string[] | null;
}

/** The outbox events of an installation or, by its client_id, of an app itself; oldest first. */
export async function outboxOf({ rows }: World, id: string): Promise<OutboxRow[]> {
  return rows(
    `select type, sequence, client_id as "clientId", merchant_id as "merchantId", installation_version as version, scopes
     from event where coalesce(installation_id::text, client_id) = $1 order by cursor`,
    [id],
  );
}
