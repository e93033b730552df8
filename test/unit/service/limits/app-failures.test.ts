import { randomUUID } from "node:crypto";
import type { MikroORM } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toLimitWindows } from "../../../../src/service/limits/failure-limits.ts";
import { createLimits } from "../../../../src/service/limits/limits.ts";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import type { TokenOperations } from "../../../support/token-operations.ts";
import { createCall, format, reasonOf, type TestApp } from "../../../support/world/tokens.ts";
import { createWorld, LONG, type World } from "../../../support/world/world.ts";

const REQUESTS = 10_000;
const AT_ONCE = 200;
/** Two replicas with their own limits over one database. */
const REPLICAS = 2;

let world: World;
let orms: MikroORM[];
let replicas: TokenOperations[];
let app: TestApp;

beforeAll(async () => {
  world = await createWorld();
  orms = await Promise.all(
    Array.from({ length: REPLICAS }, () => createOrm({ url: world.url, poolSize: 4, ...LONG_TIMEOUT_POOL })),
  );
  const windows = toLimitWindows({ appAndAddressPerMinute: 60, addressPerMinute: 300, signInPerQuarterHour: 10 });
  const long = {
    ...windows,
    appAndAddress: { failures: 60, window: LONG },
    address: { failures: 300, window: LONG },
  };
  replicas = orms.map((orm) => {
    const limits = createLimits({ management: createManagement(orm), log: world.deps.tokens.log, windows: long });
    return world.variant({ limits });
  });
  app = await world.app();
});
afterAll(async () => {
  for (const orm of orms ?? []) await orm.close();
  await world?.close();
});

/** A request of the app at one of the replicas, always from the same address. */
function attempt(at: number, secret: string): Promise<string> {
  const token = format.create("at", randomUUID()).text;
  const credentials = { clientId: app.clientId, proof: { kind: "secret" as const, secret } };
  return reasonOf(replicas[at % REPLICAS]!.revoke({ credentials, token, tokenTypeHint: "" }, createCall()));
}

async function windowsNow(): Promise<unknown[]> {
  return (await world.sql.query("select key, count from failure_window order by key")).rows;
}

test("L6 of 100 concurrent wrong secrets at two replicas 60 are rejected and 40 rate limited", async () => {
  const wrong = format.create("cs", randomUUID()).text;
  const reasons = await Promise.all(Array.from({ length: 100 }, (_, at) => attempt(at, wrong)));
  expect(reasons.filter((reason) => reason === "client_secret_wrong")).toHaveLength(60);
  expect(reasons.filter((reason) => reason === "rate_limited")).toHaveLength(40);
});

test("L6 10,000 requests of an app from an address above its limit succeed and write nothing", async () => {
  const before = await windowsNow();
  expect(before).not.toEqual([]);
  const { proof } = app.credentials;
  if (proof.kind !== "secret") throw new TypeError("the app has a secret");
  for (let done = 0; done < REQUESTS; done += AT_ONCE) {
    const reasons = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => attempt(at, proof.secret)));
    expect(new Set(reasons)).toEqual(new Set(["none"]));
  }
  expect(await windowsNow()).toEqual(before);
}, 300_000);
