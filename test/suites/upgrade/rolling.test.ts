import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Clients, clients, connectCore } from "../../../src/rpc/client.ts";
import { PERMISSIONS } from "../../../src/service/call.ts";
import { pendingMigrations } from "../../../src/store/migrations/migrate.ts";
import { type CertificateDirectory, openCertificates } from "../../support/certificates.ts";
import { freePorts, insertKey } from "../../support/start-service.ts";
import { administer, databaseUrl } from "../../support/template.ts";
import { createSeeds } from "../../support/world/seeds.ts";
import { REDIRECT_URI, type TestApp } from "../../support/world/tokens.ts";
import { type LoadBalancer, type ReplicaPorts, startHaproxy } from "../rolling/haproxy.ts";
import { createSender, introspecter, type Load, refresher, startLoad } from "../rolling/load.ts";
import { createReplica, type Replica } from "../rolling/replica.ts";
import { checkOutPreviousRelease, type Release } from "./previous-release.ts";
import { runCommand } from "./runbook.ts";

const REFRESHING = 8;
const INTROSPECTING = 4;
const EXCHANGING = 2;
/** A faster load takes all processors, and finds no more. */
const PAUSE_MS = 100;

const name = `upgrade_${randomBytes(4).toString("hex")}`;
let url: string;
let pool: pg.Pool;
let release: Release;
let certificates: CertificateDirectory;
let proxy: LoadBalancer | null = null;
let replicas: Replica[] = [];
const connections: { close(): void }[] = [];

beforeAll(async () => {
  url = databaseUrl(inject("databaseUrl"), name);
  await administer(inject("databaseUrl"), `create database ${name}`);
  pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => {});
  certificates = await openCertificates();
  release = await checkOutPreviousRelease();
});
afterAll(async () => {
  for (const connection of connections) connection.close();
  await proxy?.stop();
  await Promise.all(replicas.map((replica) => replica.end()));
  await pool?.end();
  await release?.remove();
  await certificates?.remove();
  await administer(inject("databaseUrl"), `drop database if exists ${name} with (force)`);
});

interface Deployment {
  http: { port: number; ca: Buffer };
  connectCore(): Clients;
}

/** Two replicas of the previous version behind HAProxy. */
async function startDeployment(): Promise<Deployment> {
  const toPorts = ([http = 0, grpc = 0, connect = 0]: number[]): ReplicaPorts => ({ http, grpc, connect });
  const [a, b] = [toPorts(await freePorts(3)), toPorts(await freePorts(3))];
  const [publicPort = 0, grpcPort = 0] = await freePorts(2);
  const settings = {
    PUBLIC_URL: `https://localhost:${publicPort}`,
    TRUSTED_PROXIES: "127.0.0.1",
    DATABASE_URL: url,
    DATABASE_TIMEOUT: "15",
    TOKEN_KEY: randomBytes(32).toString("base64url"),
    POOL_SIZE: "6",
    DRAIN_DELAY: "4",
  };
  replicas = [a, b].map((ports) => createReplica(ports, settings));
  await Promise.all(replicas.map((replica) => replica.start(release.directory)));
  const authority = await certificates.createAuthority("authority");
  const certificate = await authority.certify("proxy");
  // HAProxy has the previous configuration, because the new one may request paths that only the new version has. It is upgraded after the
  // replicas.
  proxy = await startHaproxy({ certificate, publicPort, grpcPort, replicas: { a, b }, root: release.directory });
  await untilUp();
  const key = await insertKey(
    pool,
    PERMISSIONS.filter((permission) => permission !== "web:act"),
  );
  return {
    http: { port: publicPort, ca: readFileSync(authority.certFile) },
    connectCore() {
      const connection = connectCore({ url: `http://127.0.0.1:${grpcPort}`, key });
      connections.push(connection);
      return clients(connection.transport);
    },
  };
}

async function untilUp(): Promise<void> {
  const states = async () => Object.values(await proxy!.states());
  await expect.poll(states).toEqual(["UP", "UP", "UP", "UP"]);
}

/** Issues a code and exchanges it. */
function createInstaller(deployment: Deployment, app: TestApp, merchant: { id: string; ownerId: string }) {
  const { tokens } = deployment.connectCore();
  const send = createSender(deployment.http);
  return async () => {
    const { code } = await tokens.issue({
      clientId: app.clientId,
      redirectUri: REDIRECT_URI,
      scopes: ["orders.read"],
      state: "s",
      merchantId: merchant.id,
      accountId: merchant.ownerId,
    });
    const grant = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
    return send("/oauth/token", { ...grant, client_id: app.clientId, client_secret: secretOf(app) });
  };
}

function secretOf({ credentials: { proof } }: TestApp): string {
  if (proof.kind !== "secret") throw new Error("the app is public");
  return proof.secret;
}

async function startLoads(deployment: Deployment): Promise<Load[]> {
  const seeds = createSeeds(pool);
  const app = await seeds.app();
  const installers = [];
  for (let count = 0; count < REFRESHING + EXCHANGING; count++)
    installers.push(createInstaller(deployment, app, await seeds.merchant()));
  const grants: Record<string, string>[] = [];
  for (const install of installers) grants.push(await install());
  const credentials = { clientId: app.clientId, clientSecret: secretOf(app) };
  const refreshing = grants
    .slice(0, REFRESHING)
    .map((grant) => refresher(deployment.http, { ...credentials, refreshToken: grant.refresh_token! }));
  const exchanging = installers.slice(REFRESHING).map((install) => async () => void (await install()));
  const introspecting = Array.from({ length: INTROSPECTING }, () =>
    introspecter(deployment.connectCore(), grants[0]!.access_token!),
  );
  return [
    startLoad("refresh", refreshing, PAUSE_MS),
    startLoad("issue and exchange", exchanging, PAUSE_MS),
    startLoad("introspect", introspecting, PAUSE_MS),
  ];
}

/** Replaces one replica after the other. */
async function replaceAll(directory?: string): Promise<void> {
  for (const replica of replicas) {
    expect(await replica.stop()).toBe(0);
    await replica.start(directory);
    await untilUp();
  }
}

test("O11 migrating under load, then rolling two replicas forward and back, fails no request", async () => {
  await runCommand("migrate", { DATABASE_URL: url }, release.directory);
  const deployment = await startDeployment();
  const loads = await startLoads(deployment);
  await runCommand("migrate", { DATABASE_URL: url });
  expect(await pendingMigrations(url)).toEqual([]);
  await replaceAll();
  await replaceAll(release.directory);
  await Promise.all(loads.map((load) => load.stop()));
  expect(loads.flatMap(({ tally }) => tally.failures)).toEqual([]);
  for (const { tally } of loads) expect(tally.answered).toBeGreaterThan(100);
});
