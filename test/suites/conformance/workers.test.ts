import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { databaseUrl } from "../../support/template.ts";
import { credentialsOf, type Platform, post, startPlatform } from "./platform.ts";
import { tokenCalls } from "./rfc6749-token.ts";

/** Seconds; the feed is read four times as often. */
const FEED_MAX_AGE = 20;
/** Connections are assigned to the workers round-robin. */
const CONNECTIONS = [1, 2, 3, 4];

let otherDatabase: TestDatabase;
let platform: Platform;
beforeAll(async () => {
  otherDatabase = await createTestDatabase();
  // Two workers that listen for NOTIFY in another database, so that a worker learns of the other's revocations only from the parent.
  const directUrl = databaseUrl(inject("databaseUrl"), new URL(otherDatabase.url).pathname.slice(1));
  const settings = { WORKERS: "2", FEED_MAX_AGE: `${FEED_MAX_AGE}`, DATABASE_DIRECT_URL: directUrl };
  platform = await startPlatform("all", settings);
});
afterAll(async () => {
  await platform?.stop();
  await otherDatabase?.drop();
});

/** The introspection of the token on each of several new connections. */
async function areActive(token: string): Promise<boolean[]> {
  const headers = { authorization: `Bearer ${platform.service.serviceKey}`, connection: "close" };
  const answers: boolean[] = [];
  // Sequential, so that the connections go to the workers in turn.
  for (const _ of CONNECTIONS) {
    const { status, body } = await post(platform, "/oauth/introspect", { token }, headers);
    expect(status).toBe(200);
    answers.push(body.active);
  }
  return answers;
}

test("I5 RFC 7009 §2.2 after one worker confirms a revocation, no worker behind the same port returns active", async () => {
  const { install } = tokenCalls(() => platform);
  for (let n = 0; n < 10; n++) {
    const { access_token, refresh_token } = await install();
    // Introspects twice, so that each worker has the token in its cache.
    for (let times = 0; times < 2; times++) expect(await areActive(access_token)).toEqual(CONNECTIONS.map(() => true));
    const token = n % 2 === 0 ? access_token : refresh_token;
    expect((await post(platform, "/oauth/revoke", { ...credentialsOf(platform.app), token })).status).toBe(200);
    expect(await areActive(access_token)).toEqual(CONNECTIONS.map(() => false));
  }
});
