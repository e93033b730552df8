import { randomBytes } from "node:crypto";
import pg from "pg";
import pino from "pino";
import { parseKeySet } from "../../../src/credential/derive.ts";
import { createTokenFormat } from "../../../src/credential/token.ts";
import type { Call } from "../../../src/service/call.ts";
import type { Credentials } from "../../../src/service/tokens/client-authentication.ts";
import type { TokenDependencies } from "../../../src/service/tokens/dependencies.ts";
import { createIntrospectionCache } from "../../../src/service/tokens/introspection-cache.ts";
import type { TokenPair } from "../../../src/service/tokens/token-pair.ts";
import { createConnectionPools } from "../../../src/store/connection/pools.ts";
import { withConnection } from "../../../src/store/connection/transaction.ts";
import { readFeed, renewEpoch } from "../../../src/store/feed/feed-page.ts";
import { startFeedReader } from "../../../src/store/feed/feed-reader.ts";
import { createTokenStore } from "../../../src/store/tokens/token-store.ts";
import { createTestDatabase } from "../../support/database.ts";
import { PATIENT_POOL, PATIENT_STORE } from "../../support/patience.ts";
import { createTokenOperations, type TokenOperations } from "../../support/token-operations.ts";

export const ISSUER = "https://platform.example";
export const MERCHANT = "shop-1";
/** Events that the core holds for those who come back: few, so that a test can fall out of it. */
export const FEED_KEEPS = 7;
const REDIRECT_URI = "https://app.example/cb";
const SCOPES = ["orders:read", "orders:write"];

/** The real token operations on a database of their own, with one approved app and one merchant. */
export interface World {
  deps: TokenDependencies;
  operations: TokenOperations;
  credentials: Credentials & { clientId: string; proof: { kind: "secret"; secret: string } };
  accountId: string;
  /** A consent, exchanged: a family of its own. */
  install(): Promise<TokenPair>;
  close(): Promise<void>;
}

export async function createWorld(): Promise<World> {
  const database = await createTestDatabase();
  const log = pino({ level: "silent" });
  const pools = createConnectionPools({ url: database.url, size: 6, reserved: 2, ...PATIENT_POOL });
  const feed = startFeedReader({
    readPage: (from, limit) => withConnection(pools.reserved, (query) => readFeed(query, from, limit)),
    renewEpoch: (old) => withConnection(pools.reserved, (query) => renewEpoch(query, old)),
    everyMs: 50,
    keep: FEED_KEEPS,
    log,
  });
  const keys = parseKeySet(randomBytes(32).toString("base64url"));
  if (keys.kind !== "keys") throw new TypeError("32 bytes are a key");
  const format = createTokenFormat();
  const deps: TokenDependencies = {
    store: createTokenStore(pools, log, PATIENT_STORE),
    keys: keys.keys,
    format,
    lifetimes: { code: 60, access: 3600, refresh: 7_776_000 },
    windows: { confidential: 600, public: 60 },
    issuer: ISSUER,
    log,
    feed,
    // Never too old here: what a feed's age does is tested where the cache is.
    cache: createIntrospectionCache({ feed, maxAgeMs: 600_000, maxEntries: 1_000 }),
    heartbeatMs: 50,
  };
  const operations = createTokenOperations(deps);
  const { clientId, secret, accountId } = await seed(database.url, format);
  const credentials = { clientId, proof: { kind: "secret" as const, secret } };
  return {
    deps,
    operations,
    credentials,
    accountId,
    async install() {
      const { code } = await operations.issue(
        {
          clientId,
          redirectUri: REDIRECT_URI,
          scopes: SCOPES,
          state: "s",
          merchantId: MERCHANT,
          accountId,
          codeChallenge: "",
          codeChallengeMethod: "",
        },
        CALL,
      );
      return operations.exchange({ credentials, code, redirectUri: REDIRECT_URI, codeVerifier: "" }, CALL);
    },
    async close() {
      await feed.stop();
      await pools.end();
      await database.drop();
    },
  };
}

const CALL: Call = {
  caller: { kind: "key", keyId: null, name: "a test's", permissions: new Set() },
  actor: null,
  address: null,
  requestId: "world",
};

async function seed(url: string, format: ReturnType<typeof createTokenFormat>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const one = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0];
    const { id: accountId } = await one("insert into account (name, developer) values ('Ann', true) returning id");
    await one("insert into merchant (id, name) values ($1, 'Shop')", [MERCHANT]);
    const owner = "insert into membership (account_id, merchant_id, role) values ($1, $2, 'OWNER')";
    await one(owner, [accountId, MERCHANT]);
    const clientId = "app_0000000000000000000001";
    const scopes = JSON.stringify(SCOPES.map((name) => ({ name, reason: "", required: true })));
    const { id: appId } = await one(
      `insert into app (client_id, developer_id, state, confidential, name, redirect_uris, scopes, registered_scopes)
       values ($1, $2, 'APPROVED', true, 'Orders', $3, $4, $5) returning id`,
      [clientId, accountId, [REDIRECT_URI], scopes, SCOPES],
    );
    const { id: secretId } = await one("select uuidv7() as id");
    const { text: secret, digest } = format.create("cs", secretId);
    await one("insert into app_secret (id, app_id, digest, hint) values ($1, $2, $3, $4)", [
      secretId,
      appId,
      digest,
      secret.slice(-4),
    ]);
    return { clientId, secret, accountId: accountId as string };
  } finally {
    await client.end();
  }
}
