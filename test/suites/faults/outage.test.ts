import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Platform, post, startPlatform } from "../conformance/platform.ts";
import { exchangeBody, refreshBody } from "./retrying-client.ts";

/** Seconds. The only replica is paused for longer than the retry window. */
const WINDOW = 20;
const OUTAGE = 25;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform("all", { REFRESH_RETRY_WINDOW: `${WINDOW}` });
});
afterAll(() => platform?.stop());

const token = async (body: Record<string, string>) => (await post(platform, "/oauth/token", body)).body;

test("an outage of all replicas does not consume the retry window", async () => {
  const { app, service } = platform;
  const heartbeats = async () => (await service.query("select 1 from service_heartbeat")).rowCount;
  await expect.poll(heartbeats).toBe(1);
  const parent = await token(await exchangeBody(platform));
  const first = await token(refreshBody(app, parent.refresh_token));
  for (const pid of service.pids()) process.kill(pid, "SIGSTOP");
  try {
    await delay(OUTAGE * 1_000);
  } finally {
    for (const pid of service.pids()) process.kill(pid, "SIGCONT");
  }
  const again = await token(refreshBody(app, parent.refresh_token));
  expect(again).toMatchObject({ refresh_token: first.refresh_token, access_token: first.access_token });
});
