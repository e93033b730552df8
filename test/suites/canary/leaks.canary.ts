import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTokenFormat } from "../../../src/credential/token.ts";
import { TOPOLOGIES } from "../../support/start-service.ts";
import { type Platform, startPlatform } from "../conformance/platform.ts";
import { type Receiver, startReceiver } from "../observe/otlp-receiver.ts";
import { dumpTables, filesBelow } from "./haystacks.ts";
import { findNeedles, type Needle, needleOf } from "./needles.ts";
import { PROVIDER_SECRET, runScenario, type Scenario, sendToWrongEndpoints } from "./scenario.ts";

const SETTINGS = {
  RATE_LIMITS: "off",
  LOG_LEVEL: "trace",
  OIDC_ISSUER: "http://127.0.0.1:9",
  OIDC_CLIENT_ID: "latchkey",
  OIDC_CLIENT_SECRET: PROVIDER_SECRET,
};

describe.each(TOPOLOGIES)("S1 after requests on every path at trace level, ROLE %s,", (topology) => {
  let platform: Platform;
  let scenario: Scenario;
  let planted: Needle;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    platform = await startPlatform(topology, { ...SETTINGS, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    await speak(platform, "all");
    scenario = await runScenario(platform);
    // The control: a planted secret that the search must find on the same disk.
    const { text } = createTokenFormat().create("at", randomUUID());
    planted = needleOf("planted", text);
    const { query } = platform.service;
    await query("create table planted (text text)");
    await query("insert into planted values ($1)", [text]);
    // The statement log is off for these requests: if a caller sends a secret in place of a name, the secret is a parameter of a statement.
    await speak(platform, "none");
    await sendToWrongEndpoints(scenario);
    await query("checkpoint");
  });
  afterAll(async () => {
    await platform?.stop();
    await receiver?.close();
  });

  test("the requests and secrets are found in the log", () => {
    const names = scenario.needles.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(25);
    expect(/"level":"debug"/.test(platform.service.printed())).toBe(true);
    expect(scenario.refusals.length).toBeGreaterThan(100);
  });

  test("the log has no secret", () => {
    expect(findNeedles(platform.service.printed(), scenario.needles)).toEqual([]);
  });

  test("error responses have no secret", () => {
    const leaks = scenario.refusals.flatMap((text) =>
      findNeedles(text, scenario.needles).map((name) => ({ name, text })),
    );
    expect(leaks.map(({ name, text }) => `${name}: ${text.slice(0, 2_000)}`).slice(0, 1)).toEqual([]);
  });

  test("the metrics have no secret", async () => {
    const metrics = await (await fetch(`${platform.service.connectUrl}/metrics`)).text();
    expect(metrics).toContain("process_");
    expect(findNeedles(metrics, scenario.needles)).toEqual([]);
  });

  test("traces and exported metrics have no secret", async () => {
    // Spans are exported in batches, at the latest after five seconds.
    await expect.poll(() => receiver.spans.length).toBeGreaterThan(1_000);
    await expect.poll(() => receiver.spans.some(({ name }) => name === "GET /oauth/authorize")).toBe(true);
    expect(findNeedles(receiver.bytes(), scenario.needles)).toEqual([]);
  });

  test("no table has a secret, the audit log included; a planted one is found", async () => {
    const dump = await dumpTables(platform.service);
    expect(dump).toContain("token.exchange");
    expect(findNeedles(dump, [...scenario.needles, planted])).toEqual(["planted"]);
  });

  test("the database's files, write-ahead log and log have no secret; a planted one is found", () => {
    const found: Record<string, string[]> = {};
    for (const { path, bytes } of filesBelow(inject("dataDirectory"))) {
      const kind = /pg_wal/.test(path) ? "WAL" : /base/.test(path) ? "tables" : /\.log$/.test(path) ? "log" : path;
      for (const name of findNeedles(bytes, [...scenario.needles, planted])) {
        found[kind] = [...new Set([...(found[kind] ?? []), name])];
      }
    }
    expect(found).toEqual({ tables: ["planted"], WAL: ["planted"], log: ["planted"] });
  });
});

/** The statements that PostgreSQL logs, with their parameters (`durable-logging-setup.ts`). */
async function speak({ service: { query } }: Platform, statements: "all" | "none"): Promise<void> {
  await query(`alter system set log_statement = '${statements}'`);
  await query("select pg_reload_conf()");
  while ((await query("show log_statement")).rows[0].log_statement !== statements);
}
