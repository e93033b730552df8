import { randomBytes } from "node:crypto";
import { credentials, makeClientConstructor } from "@grpc/grpc-js";
import { service as healthService } from "grpc-health-check";
import { afterEach, describe, expect, inject, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { end, freePorts, run, type ServiceProcess } from "../../support/start-service.ts";
import { administer } from "../../support/template.ts";
import { createRelay, type Relay } from "./relay.ts";

const running: ServiceProcess[] = [];
const relays: Relay[] = [];
const databases: TestDatabase[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(end));
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
  await Promise.all(databases.splice(0).map((database) => database.drop()));
});

/** Starts a service whose database is behind a closed relay. */
async function startWithoutDatabase(settings: Record<string, string>) {
  const database = await createTestDatabase();
  databases.push(database);
  const url = new URL(database.url);
  const relay = await createRelay({ host: url.hostname, port: Number(url.port) });
  relays.push(relay);
  url.hostname = "127.0.0.1";
  url.port = `${relay.port}`;
  const [http = 0, grpc = 0, connect = 0] = await freePorts(3);
  const service = run({
    HOST: "127.0.0.1",
    HTTP_PORT: `${http}`,
    GRPC_PORT: `${grpc}`,
    CONNECT_PORT: `${connect}`,
    PUBLIC_URL: `http://127.0.0.1:${http}`,
    DATABASE_URL: url.href,
    TOKEN_KEY: randomBytes(32).toString("base64url"),
    ...settings,
  });
  running.push(service);
  const probe = (path: string) =>
    fetch(`http://127.0.0.1:${connect}${path}`).then(
      ({ status }) => status,
      () => null,
    );
  return { relay, service, database: url.pathname.slice(1), http, grpc, connect, probe };
}

/** The status that the standard health service reports. */
async function checkHealth(grpc: number): Promise<string> {
  const client = new (makeClientConstructor(healthService, "Health"))(
    `127.0.0.1:${grpc}`,
    credentials.createInsecure(),
  );
  try {
    const answer = await new Promise<{ status: string }>((resolve, reject) => {
      const settle = (error: Error | null, value: { status: string }) => (error ? reject(error) : resolve(value));
      Reflect.get(client, "check").call(client, { service: "" }, settle);
    });
    return answer.status;
  } finally {
    client.close();
  }
}

async function requestToken(http: number) {
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: "x",
    client_id: "a",
    client_secret: "b",
  });
  const response = await fetch(`http://127.0.0.1:${http}/oauth/token`, { method: "POST", body });
  const { error } = (await response.json()) as { error: string };
  return { status: response.status, error, retryAfter: response.headers.get("retry-after") };
}

async function introspect(connect: number) {
  const response = await fetch(`http://127.0.0.1:${connect}/latchkey.v1.TokenService/Introspect`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer lk_sk_${"0".repeat(71)}` },
    body: '{"token":"x"}',
  });
  return { status: response.status, code: ((await response.json()) as { code: string }).code };
}

async function setReadOnly(database: string, value: "on" | "off"): Promise<void> {
  const admin = inject("databaseUrl");
  await administer(admin, `alter database ${database} set default_transaction_read_only = ${value}`);
  await administer(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
}

const UNAVAILABLE = { status: 503, error: "temporarily_unavailable", retryAfter: "1" };

describe.each([{ workers: "1" }, { workers: "2" }])("O1 with $workers worker(s)", ({ workers }) => {
  it("a service without its database is alive and not ready, serves when it is back, and reads when it is read-only", async () => {
    const { relay, service, database, http, grpc, connect, probe } = await startWithoutDatabase({ WORKERS: workers });
    await expect.poll(() => probe("/healthz")).toBe(200);
    expect(await probe("/readyz")).toBe(503);
    expect(await checkHealth(grpc)).toBe("NOT_SERVING");
    expect(await requestToken(http)).toEqual(UNAVAILABLE);
    expect(await introspect(connect)).toMatchObject({ status: 503, code: "unavailable" });
    await expect.poll(() => service.output.join("")).toContain("the database is not reachable yet; retrying");

    await relay.open();
    await expect.poll(() => probe("/readyz")).toBe(200);
    await expect.poll(() => checkHealth(grpc)).toBe("SERVING");
    await expect.poll(() => requestToken(http)).toMatchObject({ status: 401, error: "invalid_client" });

    await relay.close();
    await expect.poll(() => probe("/readyz")).toBe(503);
    expect(await probe("/healthz")).toBe(200);
    expect(await requestToken(http)).toEqual(UNAVAILABLE);

    await relay.open();
    await expect.poll(() => probe("/readyz")).toBe(200);
    await expect.poll(() => requestToken(http)).toMatchObject({ status: 401 });

    await setReadOnly(database, "on");
    await expect.poll(() => probe("/readyz")).toBe(503);
    await expect.poll(() => probe("/readyz/reads")).toBe(200);
    await expect.poll(() => introspect(connect)).toMatchObject({ status: 401, code: "unauthenticated" });
    await setReadOnly(database, "off");
    await expect.poll(() => probe("/readyz")).toBe(200);
  });
});

it("a gateway answers probes on HEALTH_PORT and is ready while its core serves", async () => {
  const core = await startWithoutDatabase({ ROLE: "core" });
  const [http = 0, health = 0] = await freePorts(2);
  const gateway = run({
    ROLE: "gateway",
    HOST: "127.0.0.1",
    HTTP_PORT: `${http}`,
    HEALTH_PORT: `${health}`,
    PUBLIC_URL: `http://127.0.0.1:${http}`,
    CORE_URL: `http://127.0.0.1:${core.grpc}`,
    SERVICE_KEY: `lk_sk_${"0".repeat(71)}`,
  });
  running.push(gateway);
  const probe = (path: string) =>
    fetch(`http://127.0.0.1:${health}${path}`).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(() => probe("/healthz")).toBe(200);
  expect(await probe("/readyz")).toBe(503);
  await core.relay.open();
  await expect.poll(() => probe("/readyz")).toBe(200);
  expect(await probe("/metrics")).toBe(200);
  await core.relay.close();
  await expect.poll(() => probe("/readyz")).toBe(503);
});
