import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openInfrastructure } from "../../../src/app/infrastructure.ts";
import type { Reload } from "../../../src/app/reload.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { parseKeySet } from "../../../src/credential/derive.ts";
import { createMetrics } from "../../../src/observe/metrics.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const newKey = () => randomBytes(32).toString("base64url");

function idsOf(tokenKey: string): readonly string[] {
  const parsed = parseKeySet(tokenKey);
  return parsed.kind === "keys" ? parsed.keys.keyIds : [];
}

it("a new TOKEN_KEY applies to the services without a restart, and the old key still verifies", async () => {
  const [old, next] = [newKey(), newKey()];
  const settings = { DATABASE_URL: database.url, PUBLIC_URL: "http://localhost:8080" };
  const reloads: Reload[] = [];
  await using disposables = new AsyncDisposableStack();
  const { keys } = await openInfrastructure({
    config: loadConfig({ ...settings, TOKEN_KEY: old }),
    log: pino({ level: "silent" }),
    database: { url: database.url, directUrl: database.url },
    metrics: createMetrics(),
    disposables,
    reloads,
  });
  const form = keys.csrfToken("session", "page");
  for (const reload of reloads) reload(loadConfig({ ...settings, TOKEN_KEY: `${next},${old}` }));
  expect(keys.keyIds).toEqual(idsOf(`${next},${old}`));
  expect(keys.currentKeyId).toBe(idsOf(next)[0]);
  expect(keys.csrfMatches(form, "session", "page")).toBe(true);
  expect(keys.csrfToken("session", "page")).not.toBe(form);
});
