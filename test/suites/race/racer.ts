import { pino } from "pino";
import { createTokenFormat } from "../../../src/credential/token.ts";
import type { Credentials } from "../../../src/service/tokens/client-authentication.ts";
import type { TokenPair } from "../../../src/service/tokens/token-pair.ts";
import { createConnectionPools } from "../../../src/store/connection/pools.ts";
import { createTokenStore } from "../../../src/store/tokens/token-store.ts";
import { createTokenOperations } from "../../support/token-operations.ts";
import { createCall, REDIRECT_URI, toKeySet } from "../../support/world/tokens.ts";
import { ISSUER } from "../../support/world/world.ts";

/** An operation on one token, and the number of concurrent attempts of this process. */
export interface Race {
  operation: "exchange" | "refresh";
  credentials: Credentials;
  token: string;
  width: number;
}

/** The result of each attempt: the tokens, or the internal reason. */
export type Attempt = { accessToken: string; refreshToken: string | null } | { reason: string };

export interface RacerStart {
  url: string;
  keys: string[];
  /**
   * True: many small concurrent batches, whose conflicts reach the database. False: the default sizes, by which most requests share a
   * batch.
   */
  smallGroups: boolean;
}

/** The attempts of each race, and the largest batch so far. */
export interface Raced {
  attempts: Attempt[][];
  largestGroup: number;
}

/** The child process: receives arrays of races, and sends the attempts of each race. */
async function run({ url, keys, smallGroups }: RacerStart): Promise<void> {
  const pools = createConnectionPools({
    url,
    size: 27,
    reserved: 2,
    acquireTimeoutMs: 15_000,
    statementTimeoutMs: 15_000,
  });
  const log = pino({ level: "silent" });
  let largestGroup = 0;
  const observe = () => ({
    onBatch({ size }: { size: number }) {
      largestGroup = Math.max(largestGroup, size);
    },
    onRejected() {},
  });
  const limits = { queueTimeoutMs: 15_000, ...(smallGroups && { size: 3, concurrency: 12 }) };
  const tokens = createTokenOperations({
    store: createTokenStore(pools, log, { limits, observe, retryIndividuallyMs: 60_000 }),
    keys: toKeySet(...keys),
    format: createTokenFormat("lk"),
    lifetimes: { code: 60, access: 3600, refresh: 7_776_000 },
    windows: { confidential: 600, public: 60 },
    issuer: ISSUER,
    log,
  });

  const attempt = ({ operation, credentials, token }: Race): Promise<TokenPair> =>
    operation === "exchange"
      ? tokens.exchange({ credentials, code: token, redirectUri: REDIRECT_URI, codeVerifier: "" }, createCall())
      : tokens.refresh({ credentials, refreshToken: token, scopes: [] }, createCall());

  const settle = (race: Race): Promise<Attempt> =>
    attempt(race).then(
      ({ accessToken, refreshToken }) => ({ accessToken, refreshToken }),
      (error) => ({ reason: error.reason ?? `${error.name}: ${error.cause?.message ?? error.message}` }),
    );

  process.on("message", async (races: Race[]) => {
    const attempts = races.map((race) => Promise.all(Array.from({ length: race.width }, () => settle(race))));
    const raced: Raced = { attempts: await Promise.all(attempts), largestGroup };
    process.send!(raced);
  });
  // Exits explicitly, because idle timers would keep the process alive for another ten seconds.
  process.on("disconnect", () => void pools.end().then(() => process.exit()));
  process.send!("ready");
}

await run(JSON.parse(process.argv[2]!));
