import { randomBytes } from "node:crypto";
import pino from "pino";
import { createIntrospectionCache } from "../../../src/service/tokens/introspection-cache.ts";
import { createConnectionPools } from "../../../src/store/connection/pools.ts";
import { withConnection } from "../../../src/store/connection/transaction.ts";
import { listenToFeed } from "../../../src/store/feed/feed-listener.ts";
import { readFeed, renewEpoch } from "../../../src/store/feed/feed-page.ts";
import { startFeedReader } from "../../../src/store/feed/feed-reader.ts";
import { createTokenStore } from "../../../src/store/tokens/token-store.ts";
import { createTokenOperations } from "../../support/token-operations.ts";
import { createCall, format, toKeySet } from "../../support/world/tokens.ts";
import { ISSUER } from "../../support/world/world.ts";

export interface ReplicaStart {
  url: string;
  tokens: string[];
  maxAgeMs: number;
}

/** The tokens to introspect, as indexes in the list of `ReplicaStart`. */
export interface Read {
  number: number;
  places: number[];
}

/** The result for each token: active, inactive, or null for an outage. */
export interface ReadAnswer {
  number: number;
  active: (boolean | null)[];
  counts: { hits: number; misses: number; bypassed: number };
}

/** A core without transports, in a separate process that tests pause and resume. */
function run({ url, tokens: texts, maxAgeMs }: ReplicaStart): void {
  const log = pino({ level: "silent" });
  const pools = createConnectionPools({ url, size: 6, reserved: 2 });
  const feed = startFeedReader({
    readPage: (from, limit) => withConnection(pools.reserved, (query) => readFeed(query, from, limit)),
    renewEpoch: (old) => withConnection(pools.reserved, (query) => renewEpoch(query, old)),
    everyMs: maxAgeMs / 4,
    log,
  });
  listenToFeed({ url, log, wake: feed.wake });
  const cache = createIntrospectionCache({ feed, maxAgeMs, maxEntries: 100_000 });
  const tokens = createTokenOperations({
    store: createTokenStore(pools, log),
    keys: toKeySet(randomBytes(32).toString("base64url")),
    format,
    lifetimes: { code: 60, access: 3600, refresh: 7_776_000 },
    windows: { confidential: 600, public: 60 },
    issuer: ISSUER,
    log,
    feed,
    cache,
  });
  process.on("message", async ({ number, places }: Read) => {
    const request = { tokens: places.map((place) => texts[place]!), consistency: "minimize_latency" } as const;
    const active = await tokens.batchIntrospect(request, createCall()).then(
      (answers) => answers.map((answer) => answer.active),
      () => places.map(() => null),
    );
    process.send!({ number, active, counts: cache.counts } satisfies ReadAnswer);
  });
  process.on("disconnect", () => process.exit(0));
  process.send!("ready");
}

run(JSON.parse(process.argv[2]!));
