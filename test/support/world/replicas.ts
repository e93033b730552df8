import { randomBytes } from "node:crypto";
import { createMerchant } from "../../../src/service/accounts/create-merchant.ts";
import { upsertMembership } from "../../../src/service/accounts/upsert-membership.ts";
import { createApp } from "../../../src/service/apps/create-app.ts";
import { NO_CHANGE } from "../../../src/service/apps/settings.ts";
import type { Call } from "../../../src/service/call.ts";
import type { Credentials } from "../../../src/service/tokens/client-authentication.ts";
import type { Introspection } from "../../../src/service/tokens/introspection.ts";
import { createIntrospectionCache, type IntrospectionCache } from "../../../src/service/tokens/introspection-cache.ts";
import type { TokenPair } from "../../../src/service/tokens/token-pair.ts";
import type { ConnectionPool } from "../../../src/store/connection/pools.ts";
import { withConnection } from "../../../src/store/connection/transaction.ts";
import { type FeedPage, readFeed, renewEpoch } from "../../../src/store/feed/feed-page.ts";
import { type FeedReader, startFeedReader } from "../../../src/store/feed/feed-reader.ts";
import type { TokenStore } from "../../../src/store/tokens/token-store.ts";
import type { TestDatabase } from "../database.ts";
import { createTokenOperations, type TokenOperations, type TokenRequests } from "../token-operations.ts";
import { insertAccount } from "./accounts.ts";
import { addCatalogue, approve, profile } from "./apps.ts";
import { callOf, keyCall } from "./calls.ts";
import { createCall, introspector } from "./tokens.ts";
import { createWorld, type World } from "./world.ts";

const REDIRECT_URI = "https://parcel.example/callback";
export const SCOPES = ["orders.read", "products.read"];

/** A core with a cache. It reads its feed only on request. */
export interface CacheWorld extends Omit<World, "tokens" | "install" | keyof TokenRequests>, Replica {
  /** Another core on the same database. */
  replica(changes?: ReplicaOptions): Replica;
  /** `draft`: installs an unreviewed app on a test merchant of its developer. */
  install(options?: { draft?: boolean }): Promise<Installed>;
}

export interface Replica {
  tokens: TokenOperations;
  feed: FeedReader;
  cache: IntrospectionCache;
  /** Introspects with the default consistency, as an API that may see tokens of test merchants. */
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

/** Milliseconds. Long enough that the feed becomes outdated only if a test makes it so. */
const LONG = 600_000;

/** @param database default: a new database of the run's server */
export async function createCacheWorld(database?: TestDatabase): Promise<CacheWorld> {
  // The process that makes the changes reads its own feed.
  const syncFeed = async () => feeds[0]?.read();
  const feeds: FeedReader[] = [];
  const world = await createWorld({}, { database, syncFeed });
  await addCatalogue(world);
  const { pools } = world;
  const base = world.deps.tokens;

  const replica = ({ store: changes, readPage, maxAgeMs = LONG, everyMs = LONG }: ReplicaOptions = {}): Replica => {
    const feed = startFeedReader({
      readPage: readPage ?? readerOf(pools.reserved),
      renewEpoch: (old) => withConnection(pools.reserved, (query) => renewEpoch(query, old)),
      everyMs,
      log: base.log,
    });
    feeds.push(feed);
    const cache = createIntrospectionCache({ feed, maxAgeMs, maxEntries: 1_000 });
    const tokens = createTokenOperations({ ...base, store: { ...base.store, ...changes }, feed, cache });
    const look = (token: string, call = introspector({ test: true })) =>
      tokens.introspect({ token, tokenTypeHint: "", consistency: "minimize_latency" }, call);
    return { tokens, feed, cache, look, isActive: async (token) => (await look(token)).active };
  };

  const first = replica();
  await first.feed.read();
  return {
    ...world,
    ...first,
    replica,
    install: ({ draft = false } = {}) => install(world, first.tokens, draft),
    async close() {
      for (const feed of feeds) await feed.stop();
      await world.close();
    },
  };
}

export function readerOf(pool: ConnectionPool): (from: number, limit: number) => Promise<FeedPage> {
  return (from, limit) => withConnection(pool, (query) => readFeed(query, from, limit));
}

/** Creates an app and a merchant with the services, and installs the app. */
async function install(world: World, tokens: TokenOperations, draft: boolean): Promise<Installed> {
  const { deps } = world;
  const developerAccountId = await insertAccount(world, { developer: true });
  const request = { profile: profile(), confidential: true, settings: NO_CHANGE, developerAccountId };
  const created = await createApp(deps, request, keyCall());
  const { clientId } = created.app;
  const { merchantId, accountId } = draft ? await ownTestMerchant() : await platformMerchant();
  if (!draft) await approve(world, clientId, keyCall());

  async function ownTestMerchant() {
    const request = { merchantId: null, name: "Test shop", test: true, ownerAccountId: null };
    const developer = callOf(developerAccountId, { developer: true });
    const { id: merchantId } = await createMerchant(deps, request, developer);
    return { merchantId, accountId: developerAccountId };
  }

  async function platformMerchant() {
    const merchantId = `m-${randomBytes(6).toString("hex")}`;
    await createMerchant(deps, { merchantId, name: "Shop", test: false, ownerAccountId: null }, keyCall());
    const accountId = await insertAccount(world);
    await upsertMembership(deps, { merchantId, accountId, role: "OWNER" }, keyCall());
    return { merchantId, accountId };
  }

  const credentials = { clientId, proof: { kind: "secret" as const, secret: created.clientSecret! } };
  const issue = async (scopes = SCOPES) => {
    const request = { clientId, redirectUri: REDIRECT_URI, scopes, state: "s", merchantId, accountId };
    const absent = { requestedScopes: [], codeChallenge: "", codeChallengeMethod: "" };
    return (await tokens.issue({ ...request, ...absent }, createCall())).code;
  };
  const exchange = (code: string) =>
    tokens.exchange({ credentials, code, redirectUri: REDIRECT_URI, codeVerifier: "" }, createCall());
  const pair = (await exchange(await issue())) as Installed["pair"];
  return { clientId, credentials, merchantId, accountId, pair, issue, exchange };
}
