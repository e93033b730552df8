import { describe, expect, it } from "vitest";
import type { Call } from "../../../../src/service/call.ts";
import type { Query } from "../../../../src/store/connection/query.ts";
import type { TokenStore } from "../../../../src/store/tokens/token-store.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, type Installed, idOf, REDIRECT_URI, reasonOf } from "../../../support/world/tokens.ts";

/** A late request, which its client has retried elsewhere, must not revoke the tokens of the retry. */
describe("cancelled and late requests", () => {
  const world = useWorld();

  /** A call that the test can cancel. */
  const leaving = () => {
    const state = { ended: false };
    const call: Call = Object.defineProperty(createCall(), "ended", { get: () => state.ended });
    const leave = () => {
      state.ended = true;
    };
    return { call, leave };
  };
  const mayBeLate = () => createCall({ mayBeLate: true });
  const eventsOf = (id: string) => world.count("revocation_event", "subject_id = $1", [id]);

  /** A rotated refresh token whose successor was used. `presentAgain` revokes the family, unless it is late. */
  async function spent() {
    const { app, pair } = await world.install();
    const second = await world.refreshWith(app, pair.refreshToken);
    const third = await world.refreshWith(app, second.refreshToken);
    const { credentials } = app;
    const presentAgain = (call: Call, tokens = world.tokens) =>
      tokens.refresh({ credentials, refreshToken: pair.refreshToken!, scopes: [] }, call);
    const stands = () => world.isActive(third.accessToken);
    return { id: idOf(pair.refreshToken!), presentAgain, stands };
  }

  /** The same with a redeemed code. */
  async function redeemed() {
    const app = await world.app();
    const code = await world.issueCode({ app, merchant: await world.merchant() });
    const pair = await world.exchangeCode(app, { code });
    const request = { credentials: app.credentials, code, redirectUri: REDIRECT_URI, codeVerifier: "" };
    const presentAgain = (call: Call, tokens = world.tokens) => tokens.exchange(request, call);
    return { id: idOf(code), presentAgain, stands: () => world.isActive(pair.accessToken) };
  }

  const KINDS = [
    { name: "a refresh", make: spent, table: "refresh_token", reason: "refresh_reused" },
    { name: "an exchange", make: redeemed, table: "authorization_code", reason: "code_reused" },
  ];

  it.each(KINDS)("$name cancelled during the wait for its lock is dropped", async ({ make, table }) => {
    const { id, presentAgain, stands } = await make();
    const holder = await world.sql.connect();
    const { call, leave } = leaving();
    let late: Promise<string>;
    try {
      await holder.query("begin");
      await holder.query(`select from ${table} where id = $1 for update`, [id]);
      late = reasonOf(presentAgain(call));
      await world.untilWaiting(1);
      leave();
    } finally {
      await holder.query("rollback");
      holder.release();
    }
    expect(await late).toBe("request_late");
    expect(await stands()).toBe(true);
    expect(await eventsOf(id)).toBe(0);
  });

  /** A store that calls `onLocked` in the event-loop turn after a lock. */
  const withLocks = (store: TokenStore, onLocked: () => void): TokenStore => ({
    ...store,
    batch: (operation, item, work) =>
      store.batch(operation, item, (tx, items) => {
        const query: Query = async (statement, values) => {
          const rows = await tx.query(statement, values);
          if (["lock-refresh-tokens", "lock-families"].includes(statement.name)) onLocked();
          return rows as never;
        };
        return work({ ...tx, query }, items);
      }),
  });

  it.each(KINDS)("$name whose cancellation is read directly after the lock is dropped", async ({ make }) => {
    const { presentAgain, stands } = await make();
    const { call, leave } = leaving();
    const onLocked = () => setImmediate(() => setImmediate(leave));
    const tokens = world.variant({ store: withLocks(world.deps.tokens.store, onLocked) });
    expect(await reasonOf(presentAgain(call, tokens))).toBe("request_late");
    expect(await stands()).toBe(true);
  });

  it.each(KINDS)(
    "$name that may have waited during a pause of the process revokes nothing",
    async ({ make, reason }) => {
      const { id, presentAgain, stands } = await make();
      expect(await reasonOf(presentAgain(mayBeLate()))).toBe("request_late");
      expect([await stands(), await eventsOf(id)]).toEqual([true, 0]);
      // The same request without the late mark is reuse.
      expect(await reasonOf(presentAgain(createCall()))).toBe(reason);
      expect(await stands()).toBe(false);
    },
  );

  it("a late first refresh and its retry are answered", async () => {
    const { app, pair } = await world.install();
    const request = { credentials: app.credentials, refreshToken: pair.refreshToken!, scopes: [] };
    const first = await world.tokens.refresh(request, mayBeLate());
    const again = await world.tokens.refresh(request, mayBeLate());
    expect(again.refreshToken).toBe(first.refreshToken);
  });

  it("a late exchange does not use up its code", async () => {
    const app = await world.app();
    const code = await world.issueCode({ app, merchant: await world.merchant() });
    const request = { credentials: app.credentials, code, redirectUri: REDIRECT_URI, codeVerifier: "" };
    expect(await reasonOf(world.tokens.exchange(request, mayBeLate()))).toBe("request_late");
    expect(await reasonOf(world.tokens.exchange(request, createCall()))).toBe("none");
  });

  it("a first request cancelled during the wait for its lock changes nothing", async () => {
    const app = await world.app();
    const merchant = await world.merchant();
    const code = await world.issueCode({ app, merchant });
    const { call, leave } = leaving();
    const holder = await world.sql.connect();
    await holder.query("begin");
    await holder.query("select from authorization_code where id = $1 for update", [idOf(code)]);
    const request = { credentials: app.credentials, code, redirectUri: REDIRECT_URI, codeVerifier: "" };
    const late = reasonOf(world.tokens.exchange(request, call));
    await world.untilWaiting(1);
    leave();
    await holder.query("rollback");
    holder.release();
    expect(await late).toBe("request_late");
    expect(await reasonOf(world.tokens.exchange(request, createCall()))).toBe("none");
  });

  it("a cancelled item of a batch does not affect the others", async () => {
    const { app, pair }: Installed = await world.install();
    const second = await world.refreshWith(app, pair.refreshToken);
    const third = await world.refreshWith(app, second.refreshToken);
    const { credentials } = app;
    const { call, leave } = leaving();
    const tokens = world.variant({ store: withLocks(world.deps.tokens.store, leave) });
    const outcomes = await Promise.all([
      reasonOf(tokens.refresh({ credentials, refreshToken: pair.refreshToken!, scopes: [] }, call)),
      reasonOf(tokens.refreshWith(app, third.refreshToken)),
    ]);
    expect(outcomes).toEqual(["request_late", "none"]);
  });
});
