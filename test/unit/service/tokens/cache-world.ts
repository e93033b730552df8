import { randomBytes } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { verifyAbsentAccount, verifyPassword } from "../../../../src/credential/password.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import type { AccountDependencies } from "../../../../src/service/accounts/dependencies.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { createApp } from "../../../../src/service/apps/create-app.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import type { Call } from "../../../../src/service/call.ts";
import type { InstallationDependencies } from "../../../../src/service/installations/dependencies.ts";
import { createLimits } from "../../../../src/service/limits/limits.ts";
import type { Credentials } from "../../../../src/service/tokens/client-authentication.ts";
import type { TokenDependencies } from "../../../../src/service/tokens/dependencies.ts";
import type { Introspection } from "../../../../src/service/tokens/introspection.ts";
import {
  createIntrospectionCache,
  type IntrospectionCache,
} from "../../../../src/service/tokens/introspection-cache.ts";
import type { TokenPair } from "../../../../src/service/tokens/token-pair.ts";
import {
  type ConnectionPool,
  type ConnectionPools,
  createConnectionPools,
} from "../../../../src/store/connection/pools.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { type FeedPage, readFeed, renewEpoch } from "../../../../src/store/feed/feed-page.ts";
import { type FeedReader, startFeedReader } from "../../../../src/store/feed/feed-reader.ts";
import { createInstallationStore } from "../../../../src/store/installations/installation-store.ts";
import { createTokenStore, type TokenStore } from "../../../../src/store/tokens/token-store.ts";
import type { TestDatabase } from "../../../support/database.ts";
import { PATIENT_POOL, PATIENT_STORE } from "../../../support/patience.ts";
import { createTokenOperations, type TokenOperations } from "../../../support/token-operations.ts";
import { insertAccount } from "../../../support/world/accounts.ts";
import { addCatalogue, approve, profile } from "../../../support/world/apps.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { createWorld, type World } from "../../../support/world/world.ts";
import { createCall, createKeys, format, ISSUER, introspector, toKeySet } from "./world.ts";

const REDIRECT_URI = "https://parcel.example/callback";
export const SCOPES = ["orders.read", "products.read"];

/** One core with a cache, over the whole of the management operations, its feed read when a test says so. */
export interface CacheWorld extends Replica {
  fixture: World;
  url: string;
  sql: pg.Pool;
  pools: ConnectionPools;
  store: TokenStore;
  accounts: AccountDependencies;
  installations: InstallationDependencies;
  /** Another core on the same database. */
  replica(changes?: ReplicaOptions): Replica;
  /** `draft`: of an app that nobody has reviewed, on a test merchant of its developer. */
  install(options?: { draft?: boolean }): Promise<Installed>;
  close(): Promise<void>;
}

export interface Replica {
  tokens: TokenOperations;
  feed: FeedReader;
  cache: IntrospectionCache;
  /** By the default consistency, as an API asks that may see tokens of test merchants. */
  look(token: string, call?: Call): Promise<Introspection>;
  isActive(token: string): Promise<boolean>;
}

export interface ReplicaOptions {
  store?: Partial<TokenStore>;
  readPage?: (from: number, limit: number) => Promise<FeedPage>;
  maxAgeMs?: number;
  everyMs?: number;
}

export interface Installed {
  clientId: string;
  credentials: Credentials;
  merchantId: string;
  accountId: string;
  pair: TokenPair & { refreshToken: string };
  /** Another code of the same app and merchant. */
  issue(scopes?: string[]): Promise<string>;
  exchange(code: string): Promise<TokenPair>;
}

/** As good as for ever: in these tests the feed is too old only where a test makes it so. */
const LONG = 600_000;

/** `database` where it is not one of the run's own server. */
export async function createCacheWorld(database?: TestDatabase): Promise<CacheWorld> {
  // The first replica is the process that does things, too.
  const syncFeed = async () => feeds[0]?.read();
  const feeds: FeedReader[] = [];
  const fixture = await createWorld({}, { database, syncFeed });
  await addCatalogue(fixture);
  const { url } = fixture;
  const log = pino({ level: "silent" });
  const sql = new pg.Pool({ connectionString: url, max: 4 });
  sql.on("error", () => {});
  const pools = createConnectionPools({ url, size: 12, reserved: 2, ...PATIENT_POOL });
  const store = createTokenStore(pools, log, { ...PATIENT_STORE, syncFeed });
  const base: TokenDependencies = {
    store,
    keys: toKeySet(...createKeys()),
    format,
    lifetimes: { code: 60, access: 3600, refresh: 7_776_000 },
    windows: { confidential: 600, public: 60 },
    issuer: ISSUER,
    log,
  };

  const replica = ({ store: changes, readPage, maxAgeMs = LONG, everyMs = LONG }: ReplicaOptions = {}): Replica => {
    const feed = startFeedReader({
      readPage: readPage ?? readerOf(pools.reserved),
      renewEpoch: (old) => withConnection(pools.reserved, (query) => renewEpoch(query, old)),
      everyMs,
      log,
    });
    feeds.push(feed);
    const cache = createIntrospectionCache({ feed, maxAgeMs, maxEntries: 1_000 });
    const tokens = createTokenOperations({ ...base, store: { ...store, ...changes }, feed, cache });
    const look = (token: string, call = introspector({ test: true })) =>
      tokens.introspect({ token, tokenTypeHint: "", consistency: "minimize_latency" }, call);
    return { tokens, feed, cache, look, isActive: async (token) => (await look(token)).active };
  };

  const first = replica();
  await first.feed.read();
  const { management } = fixture;
  const accounts: AccountDependencies = {
    management,
    format,
    limits: createLimits({ management, log, windows: null }),
    signUpQuota: { countAttempt: async () => {}, countAccount: async () => {} },
    lookUp: store.lookUp,
    lastUse: store.lastUse,
    log,
    publicUrl: ISSUER,
    passwords: { verifyPassword, verifyAbsentAccount },
    allowPasswords: true,
    allowSignUp: true,
    external: null,
  };
  const installations = {
    installations: createInstallationStore(management),
    tokens: base,
  };
  return {
    ...first,
    fixture,
    url,
    sql,
    pools,
    store,
    accounts,
    installations,
    replica,
    install: ({ draft = false } = {}) => install({ fixture, accounts, tokens: first.tokens }, draft),
    async close() {
      for (const feed of feeds) await feed.stop();
      await store.lastUse.flush();
      await store.health.flush();
      await pools.end();
      await sql.end();
      await fixture.close();
    },
  };
}

export function readerOf(pool: ConnectionPool): (from: number, limit: number) => Promise<FeedPage> {
  return (from, limit) => withConnection(pool, (query) => readFeed(query, from, limit));
}

type Parts = Pick<CacheWorld, "fixture" | "accounts" | "tokens">;

/** An approved app of its own, on a merchant of its own, by the operations that people use. */
async function install({ fixture, accounts, tokens }: Parts, draft: boolean): Promise<Installed> {
  const developerAccountId = await insertAccount(fixture, { developer: true });
  const request = { profile: profile(), confidential: true, settings: NO_CHANGE, developerAccountId };
  const created = await createApp(fixture.deps, request, keyCall());
  const { clientId } = created.app;
  const { merchantId, accountId } = draft ? await ownTestMerchant() : await platformMerchant();
  if (!draft) await approve(fixture, clientId, keyCall());

  async function ownTestMerchant() {
    const request = { merchantId: null, name: "Test shop", test: true, ownerAccountId: null };
    const developer = callOf(developerAccountId, { developer: true });
    const { id: merchantId } = await createMerchant(accounts, request, developer);
    return { merchantId, accountId: developerAccountId };
  }

  async function platformMerchant() {
    const merchantId = `m-${randomBytes(6).toString("hex")}`;
    await createMerchant(accounts, { merchantId, name: "Shop", test: false, ownerAccountId: null }, keyCall());
    const accountId = await insertAccount(fixture);
    await upsertMembership(accounts, { merchantId, accountId, role: "OWNER" }, keyCall());
    return { merchantId, accountId };
  }

  const credentials = { clientId, proof: { kind: "secret" as const, secret: created.clientSecret! } };
  const issue = async (scopes = SCOPES) => {
    const request = { clientId, redirectUri: REDIRECT_URI, scopes, state: "s", merchantId, accountId };
    return (await tokens.issue({ ...request, codeChallenge: "", codeChallengeMethod: "" }, createCall())).code;
  };
  const exchange = (code: string) =>
    tokens.exchange({ credentials, code, redirectUri: REDIRECT_URI, codeVerifier: "" }, createCall());
  const pair = (await exchange(await issue())) as Installed["pair"];
  return { clientId, credentials, merchantId, accountId, pair, issue, exchange };
}
