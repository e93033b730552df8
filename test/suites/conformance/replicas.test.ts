import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { Consistency } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { clients, connectCore } from "../../../src/rpc/client.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { LONG_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";
import { end, freePorts, run } from "../../support/start-service.ts";
import { databaseUrl } from "../../support/template.ts";
import { credentialsOf, type Platform, post, startPlatform } from "./platform.ts";
import { tokenCalls } from "./rfc6749-token.ts";

/** Seconds; the other core reads the feed four times as often. */
const FEED_MAX_AGE = 8;

let here: Platform;
let there: Awaited<ReturnType<typeof startOther>>;
let otherDatabase: TestDatabase;
beforeAll(async () => {
  here = await startPlatform("all", { FEED_MAX_AGE: `${FEED_MAX_AGE}` });
  otherDatabase = await createTestDatabase();
  there = await startOther();
});
afterAll(async () => {
  await there?.stop();
  await otherDatabase?.drop();
  await here?.stop();
});

/**
 * A second core on the same database, in a separate process. It listens for NOTIFY in another database, as behind a pooler that loses
 * notifications, so that only its regular reads bound its age.
 */
async function startOther() {
  const [grpc, connect] = await freePorts(2);
  const { rows } = await here.service.query("select current_database() as name");
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-other-"));
  const process = run({
    ...LONG_TIMEOUT_SETTINGS,
    ROLE: "core",
    PUBLIC_URL: here.service.origin,
    DATABASE_URL: databaseUrl(inject("databaseUrl"), rows[0].name),
    DATABASE_DIRECT_URL: otherDatabase.url,
    TOKEN_KEY: randomBytes(32).toString("base64url"),
    POOL_SIZE: "6",
    GRPC_PORT: `${grpc}`,
    CONNECT_PORT: `${connect}`,
    FEED_MAX_AGE: `${FEED_MAX_AGE}`,
    DATA_DIR: dataDir,
  });
  const ready = async () => expect((await fetch(`http://127.0.0.1:${connect}/readyz`)).status).toBe(200);
  await vi.waitFor(ready, { timeout: 240_000 }).catch(() => {
    throw new Error(`the other core is not ready:\n${process.output.join("")}`);
  });
  const connection = connectCore({ url: `http://127.0.0.1:${grpc}`, key: here.service.serviceKey });
  const { tokens } = clients(connection.transport);
  return {
    isActive: async (token: string, consistency: Consistency = Consistency.UNSPECIFIED) =>
      (await tokens.introspect({ token, consistency })).active,
    areActive: async (texts: string[], consistency: Consistency = Consistency.UNSPECIFIED) =>
      (await tokens.batchIntrospect({ tokens: texts, consistency })).results.map(({ active }) => active),
    async stop() {
      connection.close();
      await end(process);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

test("I5 RFC 7662 §4 another core sees a confirmed revocation at once with FULLY_CONSISTENT, otherwise within its bound", async () => {
  const { install } = tokenCalls(() => here);
  const pairs: Awaited<ReturnType<typeof install>>[] = [];
  for (let n = 0; n < 10; n++) pairs.push(await install());
  const known = () => Promise.all(pairs.map(({ access_token }) => there.isActive(access_token)));
  // Introspects twice, so that the other core has all tokens in its cache.
  for (let times = 0; times < 2; times++) expect(await known()).toEqual(pairs.map(() => true));
  for (const [n, { access_token, refresh_token }] of pairs.entries()) {
    const token = n % 2 === 0 ? access_token : refresh_token;
    expect((await post(here, "/oauth/revoke", { ...credentialsOf(here.app), token })).status).toBe(200);
    // The other core learns of the remaining revocations only from the feed.
    if (n < 3) expect(await there.isActive(access_token, Consistency.FULLY_CONSISTENT)).toBe(false);
    else if (n < 6) expect(await there.areActive([access_token], Consistency.FULLY_CONSISTENT)).toEqual([false]);
  }
  await expect.poll(known, { timeout: FEED_MAX_AGE * 1000 + 30_000 }).toEqual(pairs.map(() => false));
});
