import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BatchLimits } from "../../../../src/concurrency/batcher.ts";
import { StorageError } from "../../../../src/observe/storage-error.ts";
import type { TokenPair } from "../../../../src/service/tokens/token-pair.ts";
import {
  type ConnectionPool,
  type ConnectionPools,
  createConnectionPools,
} from "../../../../src/store/connection/pools.ts";
import { createTokenStore, type TokenStore } from "../../../../src/store/tokens/token-store.ts";
import { createTokenOperations, type TokenOperations } from "../../../support/token-operations.ts";
import { createCall, type Installed, idOf, reasonOf } from "../../../support/world/tokens.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

/** The traffic of a connection pool. */
interface Traffic {
  /** Names in the order of sending. */
  statements: string[];
  /** Round trips: statements sent while no other one was in flight. */
  waits: number;
}

/** A pool that records its traffic. */
function counted(pool: ConnectionPool, traffic: Traffic): ConnectionPool {
  return {
    async acquire() {
      const client = await pool.acquire();
      let underWay = 0;
      const query = async (statement: string | { name: string }) => {
        traffic.statements.push(typeof statement === "string" ? statement : statement.name);
        if (underWay++ === 0) traffic.waits++;
        try {
          return await client.query(statement as string);
        } finally {
          underWay--;
        }
      };
      return { query, release: (destroy: boolean) => client.release(destroy) } as unknown as pg.PoolClient;
    },
  };
}

// Tolerates a busy machine.
const LONG_TIMEOUT = { limits: { queueTimeoutMs: 15_000 }, retryIndividuallyMs: 15_000 };
const LONG_TIMEOUT_POOLS = { acquireTimeoutMs: 15_000, statementTimeoutMs: 15_000 };

/** Batches and their transactions, on PostgreSQL. */
describe("batches", () => {
  let world: World;
  let traffic: Traffic;
  let sizes: number[];
  let store: TokenStore;
  let tokens: TokenOperations;
  let pools: ConnectionPools;
  beforeAll(async () => {
    world = await createWorld();
    pools = createConnectionPools({ url: world.url, size: 6, reserved: 2, ...LONG_TIMEOUT_POOLS });
  });
  afterAll(async () => {
    await pools?.end();
    await world?.close();
  });
  beforeEach(() => open({ concurrency: 1 }));

  /** Operations with one batch at a time, so that a test controls the content of each batch. */
  function open(bounds: Partial<BatchLimits>): void {
    traffic = { statements: [], waits: 0 };
    sizes = [];
    const { ordinary, reserved } = pools;
    const observed = { ...pools, ordinary: counted(ordinary, traffic), reserved: counted(reserved, traffic) };
    const observe = (operation: string) => ({
      onBatch: ({ size }: { size: number }) => void (operation === "refresh" && sizes.push(size)),
      onRejected() {},
    });
    store = createTokenStore(observed, world.deps.tokens.log, {
      ...LONG_TIMEOUT,
      limits: { ...LONG_TIMEOUT.limits, ...bounds },
      observe,
    });
    tokens = createTokenOperations({ ...world.deps.tokens, store });
  }

  const familyOf = async ({ pair }: Installed): Promise<string> =>
    (await world.sql.query("select family_id as id from refresh_token where id = $1", [idOf(pair.refreshToken!)]))
      .rows[0].id;
  const refresh = ({ app, pair }: Installed) => tokens.refreshWith(app, pair.refreshToken);
  const installed = (count: number) => Promise.all(Array.from({ length: count }, () => world.install()));

  /** Sends the requests of `rush` while a batch waits for a lock, so that they form the next batch. Returns their results. */
  async function inOneBatch<T>(rush: () => Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
    const first = await world.install();
    const holder = await world.sql.connect();
    await holder.query("begin");
    await holder.query("select 1 from token_family where id = $1 for update", [await familyOf(first)]);
    const held = refresh(first);
    await world.untilWaiting(1);
    const outcomes = Promise.allSettled(rush());
    await holder.query("commit");
    holder.release();
    await held;
    return outcomes;
  }

  /** Runs `statement` at each insert of an access token, until the returned function is called. */
  async function onAccessToken(statement: string, { deferred = false } = {}): Promise<() => Promise<unknown>> {
    const kind = deferred ? "constraint trigger" : "trigger";
    await world.sql.query(`
      create sequence fault;
      create function fault() returns trigger language plpgsql as $$ begin ${statement} return new; end $$;
      create ${kind} fault after insert on access_token ${deferred ? "deferrable initially deferred" : ""}
        for each row execute function fault()`);
    return () => world.sql.query("drop trigger fault on access_token; drop function fault; drop sequence fault");
  }

  const faults = (outcomes: PromiseSettledResult<TokenPair>[]) =>
    outcomes.map((outcome) => (outcome.status === "fulfilled" ? "none" : outcome.reason.outcome));

  describe("round trips of a lone request", () => {
    it("refresh: two, with four statements", async () => {
      await refresh(await world.install());
      expect(traffic).toEqual({
        statements: ["begin", "lock-refresh-tokens", "rotate-refresh-tokens", "commit"],
        waits: 2,
      });
    });

    it("exchange: two, also for the first of an installation", async () => {
      const [app, merchant] = [await world.app(), await world.merchant()];
      const codes = [await world.issueCode({ app, merchant }), await world.issueCode({ app, merchant })];
      const read = ["begin", "lock-codes"];
      await tokens.exchangeCode(app, { code: codes[0]! });
      expect(traffic).toEqual({
        statements: [...read, "redeem-codes", "grant-installations", "append-audit", "append-to-outbox", "commit"],
        waits: 2,
      });
      open({});
      await tokens.exchangeCode(app, { code: codes[1]! });
      expect(traffic).toEqual({ statements: [...read, "redeem-codes", "append-audit", "commit"], waits: 2 });
    });

    it("issue: two, and four with a new installation", async () => {
      const given = { app: await world.app(), merchant: await world.merchant() };
      await tokens.issueCode(given);
      expect(traffic.waits).toBe(4);
      open({});
      await tokens.issueCode(given);
      expect(traffic).toEqual({
        statements: ["begin", "lock-for-issue", "insert-codes", "append-audit", "commit"],
        waits: 2,
      });
    });

    it("revoke: two, with the feed written last", async () => {
      const { app, pair } = await world.install();
      const { credentials } = app;
      await tokens.revoke({ credentials, token: pair.refreshToken!, tokenTypeHint: "" }, createCall());
      expect(traffic).toEqual({
        statements: ["begin", "lock-for-revoke", "end-families", "append-audit", "append-events", "commit"],
        waits: 2,
      });
    });
  });

  it("a batch sends as many statements as one request", async () => {
    const many = await installed(5);
    const outcomes = await inOneBatch(() => many.map(refresh));
    expect(faults(outcomes)).toEqual(many.map(() => "none"));
    expect(sizes).toEqual([1, 5]);
    const alone = traffic.statements.slice(0, 4);
    expect(traffic.statements.slice(4)).toEqual(["begin; set local lock_timeout = 250", ...alone.slice(1)]);
  });

  it("returns one pair to two requests with the same token in a batch", async () => {
    const [one, other] = await installed(2);
    const outcomes = await inOneBatch(() => [refresh(one!), refresh(other!), refresh(one!)]);
    const [first, , again] = outcomes.map((outcome) => (outcome as PromiseFulfilledResult<TokenPair>).value);
    expect(again!.refreshToken).toBe(first!.refreshToken);
    expect(sizes).toEqual([1, 3]);
  });

  it("an error of one item affects no other item, and the token stays usable", async () => {
    const many = await installed(3);
    const repair = await onAccessToken(
      `if new.family_id = '${await familyOf(many[1]!)}' then raise exception 'no' using errcode = '53100'; end if;`,
    );
    const outcomes = await inOneBatch(() => many.map(refresh));
    await repair();
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(sizes).toEqual([1, 3]);
    expect(await reasonOf(refresh(many[1]!))).toBe("none");
  });

  it.each([
    ["a serialization failure", "40001"],
    ["a deadlock", "40P01"],
  ])("O7 after %s, the items of the batch run individually", async (_name, code) => {
    const many = await installed(3);
    const repair = await onAccessToken(
      // The first two rows belong to the blocked request; sequences are not rolled back.
      `if nextval('fault') = 3 then raise exception 'again' using errcode = '${code}'; end if;`,
    );
    const outcomes = await inOneBatch(() => many.map(refresh));
    await repair();
    expect(faults(outcomes)).toEqual(["none", "none", "none"]);
    expect(sizes).toEqual([1, 3]);
    expect(traffic.statements.filter((name) => name === "rotate-refresh-tokens")).toHaveLength(1 + 1 + 3);
  });

  it("K7 a connection lost at commit has an unknown outcome for all items; it is not repeated, and client retries are safe", async () => {
    const many = await installed(3);
    const repair = await onAccessToken(
      `if new.family_id = '${await familyOf(many[2]!)}' then perform pg_terminate_backend(pg_backend_pid()); end if;`,
      { deferred: true },
    );
    const outcomes = await inOneBatch(() => many.map(refresh));
    expect(faults(outcomes)).toEqual(["unknown", "unknown", "unknown"]);
    expect(sizes).toEqual([1, 3]);
    expect(traffic.statements.filter((name) => name === "rotate-refresh-tokens")).toHaveLength(2);
    await repair();
    const pairs = await Promise.all(many.map(refresh));
    for (const { accessToken } of pairs) expect(await world.isActive(accessToken)).toBe(true);
  });

  it("a request cancelled before its batch starts is omitted and changes nothing", async () => {
    const [gone, stays] = await installed(2);
    const call = { ...createCall(), ended: false };
    const outcomes = await inOneBatch(() => {
      const { app, pair } = gone!;
      const request = { credentials: app.credentials, refreshToken: pair.refreshToken!, scopes: [] };
      const leaving = tokens.refresh(request, call);
      call.ended = true;
      return [leaving, refresh(stays!)];
    });
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(sizes).toEqual([1, 1]);
    const { rows } = await world.sql.query("select used_at from refresh_token where id = $1", [
      idOf(gone!.pair.refreshToken!),
    ]);
    expect(rows).toEqual([{ used_at: null }]);
  });

  it("beyond the queue limit a request is rejected at once, and the others are served", async () => {
    open({ concurrency: 1, queueLimit: 2 });
    const many = await installed(3);
    const outcomes = await inOneBatch(() => many.map(refresh));
    expect(faults(outcomes)).toEqual(["none", "none", "none"]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect((outcomes[2] as PromiseRejectedResult).reason).toBeInstanceOf(StorageError);
  });

  it("O6 blocked batches do not delay revoke and introspect", async () => {
    const few = createConnectionPools({ url: world.url, size: 3, reserved: 1, ...LONG_TIMEOUT_POOLS });
    const own = createTokenOperations({
      ...world.deps.tokens,
      store: createTokenStore(few, world.deps.tokens.log, LONG_TIMEOUT),
    });
    const many = await installed(2);
    const revoked = await world.install();
    const holder = await world.sql.connect();
    await holder.query("begin");
    await holder.query("select 1 from token_family where id = any($1) for update", [
      [await familyOf(many[0]!), await familyOf(many[1]!)],
    ]);
    const held = [own.refreshWith(many[0]!.app, many[0]!.pair.refreshToken)];
    await world.untilWaiting(1);
    held.push(own.refreshWith(many[1]!.app, many[1]!.pair.refreshToken));
    await world.untilWaiting(2);
    const { credentials } = revoked.app;
    await own.revoke({ credentials, token: revoked.pair.refreshToken!, tokenTypeHint: "" }, createCall());
    expect(await own.isActive(revoked.pair.accessToken)).toBe(false);
    await holder.query("commit");
    holder.release();
    await Promise.all(held);
    await few.end();
  });

  it("drain: answers queued requests and rejects new ones", async () => {
    const [inside, outside] = await installed(2);
    let drained: Promise<void> | undefined;
    const outcomes = await inOneBatch(() => {
      const late = new Promise<TokenPair>((resolve) =>
        setImmediate(() => {
          drained = store.drain();
          resolve(refresh(outside!));
        }),
      );
      return [refresh(inside!), late];
    });
    await drained;
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await reasonOf(world.refreshWith(outside!.app, outside!.pair.refreshToken))).toBe("none");
  });
});
