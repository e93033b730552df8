import { randomUUIDv7 } from "node:crypto";
import pino from "pino";
import { expect } from "vitest";
import { perform } from "../../../src/store/connection/query.ts";
import { withConnection } from "../../../src/store/connection/transaction.ts";
import { lockFamilies } from "../../../src/store/tokens/codes.ts";
import { markLateParents } from "../../../src/store/tokens/families.ts";
import { markNotBefore } from "../../../src/store/tokens/marks.ts";
import { acceptRefreshTokens, noteRetriesElsewhere } from "../../../src/store/tokens/refresh-tokens.ts";
import { createTokenStore } from "../../../src/store/tokens/token-store.ts";
import { LONG_TIMEOUT_STORE } from "../../support/long-timeouts.ts";
import { createTokenOperations } from "../../support/token-operations.ts";
import { createCall, reasonOf } from "../../support/world/tokens.ts";
import type { World } from "../../support/world/world.ts";
import type { Recorder, RemoteWork } from "./recorder.ts";

/** The commands that Citus sent to the workers, by operation. */
export type LifeRecord = Record<string, RemoteWork>;

/** Sends once each statement that `liveThrough` does not send. The recorder also records those that fail on Citus. */
export async function sendOtherStatements({ pools }: Recorder): Promise<void> {
  const store = createTokenStore(pools, pino({ level: "silent" }), LONG_TIMEOUT_STORE);
  const [id, at] = [randomUUIDv7(), Date.now() * 1000];
  const access = { id, digest: Buffer.alloc(32), expiresAt: at };
  const writes = [
    acceptRefreshTokens([{ presentedId: id, familyId: id, at, scopes: ["a"], access }]),
    noteRetriesElsewhere([{ id, address: "203.0.113.7" }]),
    markLateParents([{ id, at }]),
  ];
  await Promise.allSettled([
    ...writes.map((write) => withConnection(pools.ordinary, (query) => perform(query, write))),
    withConnection(pools.ordinary, (query) => lockFamilies(query, [id])),
    withConnection(pools.ordinary, (query) => markNotBefore(query, { kind: "APP", subjectId: id, at })),
    store.readClient({ clientId: "unknown", secretId: null }),
    store.eraseSalts({ window: 0, fromId: null, limit: 10, scanLimit: 10 }),
    store.beat(),
  ]);
}

/** Issues, exchanges, refreshes, introspects and revokes tokens of a new merchant on the connection of the recorder. */
export async function liveThrough(world: World, { pools, record }: Recorder): Promise<LifeRecord> {
  const store = createTokenStore(pools, world.deps.tokens.log, LONG_TIMEOUT_STORE);
  const tokens = createTokenOperations({ ...world.deps.tokens, store });
  const records: LifeRecord = {};
  const run = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { result, remote } = await record(work);
    records[name] = remote;
    return result;
  };
  const [app, merchant] = [await world.app(), await world.merchant()];
  const { credentials } = app;
  const revoke = (token: string) => tokens.revoke({ credentials, token, tokenTypeHint: "" }, createCall());
  const code = await run("issue", () => tokens.issueCode({ app, merchant }));
  const first = await run("exchange", () => tokens.exchangeCode(app, { code }));
  const second = await run("refresh", () => tokens.refreshWith(app, first.refreshToken));
  const again = await run("retry", () => tokens.refreshWith(app, first.refreshToken));
  expect(again).toMatchObject({ accessToken: second.accessToken, refreshToken: second.refreshToken });
  expect(await run("introspect", () => tokens.isActive(second.accessToken))).toBe(true);
  expect(await tokens.isActive(second.refreshToken!, "refresh_token")).toBe(true);
  await run("revoke", () => revoke(second.accessToken));
  expect(await tokens.isActive(second.accessToken)).toBe(false);
  const third = await tokens.refreshWith(app, second.refreshToken);
  await run("reuse", () => reasonOf(tokens.refreshWith(app, first.refreshToken)));
  expect(await tokens.isActive(third.accessToken)).toBe(false);
  const other = await tokens.exchangeCode(app, { code: await tokens.issueCode({ app, merchant }) });
  await run("revoke a family", () => revoke(other.refreshToken!));
  expect(await tokens.isActive(other.accessToken)).toBe(false);
  // Citus refuses these statements.
  await Promise.allSettled([store.lastUse.flush(), store.health.flush(), store.counts.flush()]);
  return records;
}
