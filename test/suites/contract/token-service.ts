import type { TokenDependencies } from "../../../src/service/tokens/dependencies.ts";
import { createIntrospectionCache } from "../../../src/service/tokens/introspection-cache.ts";
import type { TokenPair } from "../../../src/service/tokens/token-pair.ts";
import { withConnection } from "../../../src/store/connection/transaction.ts";
import { readFeed, renewEpoch } from "../../../src/store/feed/feed-page.ts";
import { startFeedReader } from "../../../src/store/feed/feed-reader.ts";
import { createTokenOperations, type TokenOperations } from "../../support/token-operations.ts";
import { createWorld } from "../../support/world/world.ts";

/** Events that the core keeps for cursors: few, so that a test can exceed them. */
export const FEED_KEEPS = 7;
const SCOPES = ["orders:read", "orders:write"];

/** The dependencies of TokenService with a feed and a cache, an approved app and a merchant. */
export interface TestTokenService {
  deps: TokenDependencies;
  tokens: TokenOperations;
  credentials: { clientId: string; proof: { kind: "secret"; secret: string } };
  merchantId: string;
  accountId: string;
  /** The first token pair of a new family. */
  install(): Promise<TokenPair>;
  close(): Promise<void>;
}

export async function createTokenService(): Promise<TestTokenService> {
  const world = await createWorld();
  const { pools, deps: services } = world;
  const feed = startFeedReader({
    readPage: (from, limit) => withConnection(pools.reserved, (query) => readFeed(query, from, limit)),
    renewEpoch: (old) => withConnection(pools.reserved, (query) => renewEpoch(query, old)),
    everyMs: 50,
    keep: FEED_KEEPS,
    log: services.log,
  });
  // The feed is never outdated here; the tests of the cache cover that.
  const cache = createIntrospectionCache({ feed, maxAgeMs: 600_000, maxEntries: 1_000 });
  const deps: TokenDependencies = { ...services.tokens, feed, cache, heartbeatMs: 50 };
  const tokens = createTokenOperations(deps);
  const app = await world.app({ scopes: SCOPES });
  const merchant = await world.merchant();
  const { clientId, proof } = app.credentials;
  if (proof.kind !== "secret") throw new TypeError("the app is not confidential");
  return {
    deps,
    tokens,
    credentials: { clientId, proof },
    merchantId: merchant.id,
    accountId: merchant.ownerId,
    async install() {
      const code = await tokens.issueCode({ app, merchant }, { scopes: SCOPES });
      return tokens.exchangeCode(app, { code });
    },
    async close() {
      await feed.stop();
      await world.close();
    },
  };
}
