import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { expect, it } from "vitest";
import { openInfrastructure } from "../../../src/app/infrastructure.ts";
import { createReloads } from "../../../src/app/reload.ts";
import type { Config } from "../../../src/config/config.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { parseKeySet } from "../../../src/credential/derive.ts";
import { createMetrics } from "../../../src/observe/metrics.ts";
import { useTestDatabase } from "../../support/world/fixtures.ts";

const database = useTestDatabase();

const newKey = () => randomBytes(32).toString("base64url");

function idsOf(tokenKey: string): readonly string[] {
  const parsed = parseKeySet(tokenKey);
  return parsed.kind === "keys" ? parsed.keys.keyIds : [];
}

it("a new TOKEN_KEY applies to the services without a restart, and the old key still verifies", async () => {
  const [old, next] = [newKey(), newKey()];
  const settings = { DATABASE_URL: database.url, PUBLIC_URL: "http://localhost:8080" };
  const reloads = createReloads();
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
  reloads.apply(loadConfig({ ...settings, TOKEN_KEY: `${next},${old}` }));
  expect(keys.keyIds).toEqual(idsOf(`${next},${old}`));
  expect(keys.currentKeyId).toBe(idsOf(next)[0]);
  expect(keys.csrfMatches(form, "session", "page")).toBe(true);
  expect(keys.csrfToken("session", "page")).not.toBe(form);
});

const configOf = (tokenKey: string) => ({ tokenKey }) as Config;

it("a part that opens after files were read again applies the newest of them", () => {
  const reloads = createReloads();
  reloads.apply(configOf("second"));
  reloads.apply(configOf("third"));
  const applied: (string | null)[] = [];
  reloads.add(({ tokenKey }) => void applied.push(tokenKey));
  expect(applied).toEqual(["third"]);
});

it("a part that cannot use its new files does not keep the others from theirs", () => {
  const reloads = createReloads();
  const applied: (string | null)[] = [];
  reloads.add(() => {
    throw new Error("ee key too small");
  });
  reloads.add(({ tokenKey }) => void applied.push(tokenKey));
  expect(() => reloads.apply(configOf("second"))).toThrow("ee key too small");
  expect(applied).toEqual(["second"]);
});
