import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";
import { clients, connectCore } from "../../../src/rpc/client.ts";
import { type CertificateDirectory, openCertificates } from "../../support/certificates.ts";
import { freePorts } from "../../support/start-service.ts";
import { databaseUrl } from "../../support/template.ts";
import { type Platform, post, startPlatform } from "../conformance/platform.ts";
import { type LoadBalancer, type ReplicaPorts, startHaproxy } from "./haproxy.ts";
import { introspecter, type Load, refresher, startLoad } from "./load.ts";
import { createReplica, type Replica } from "./replica.ts";

/** The number of replacements, over both replicas. */
const REPLACEMENTS = Number(process.env.REPLACEMENTS ?? 4);
/** Seconds. More than `inter` times `fall` of deploy/haproxy/haproxy.cfg. */
const DRAIN_DELAY = "4";
const REFRESHING = 12;
const INTROSPECTING = 4;
/** Below 1 s, so that each client has several requests between SIGTERM and the failed checks, which take 2 s. */
const LONGEST_PAUSE_MS = 160;

let platform: Platform;
let certificates: CertificateDirectory;
let proxy: LoadBalancer | null = null;
let replicas: Replica[] = [];
const connections: { close(): void }[] = [];

beforeAll(async () => {
  platform = await startPlatform("all");
  certificates = await openCertificates();
});
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  await proxy?.stop();
  await Promise.all(replicas.map((replica) => replica.end()));
});
afterAll(async () => {
  await platform?.stop();
  await certificates?.remove();
});

/** Two replicas on the platform's database behind HAProxy. */
async function startDeployment(workers: string) {
  const [a = [], b = []] = [await freePorts(3), await freePorts(3)];
  const toPorts = ([http = 0, grpc = 0, connect = 0]: number[]): ReplicaPorts => ({ http, grpc, connect });
  const [publicPort = 0, grpcPort = 0] = await freePorts(2);
  const { rows } = await platform.service.query("select current_database() as name");
  const settings = {
    PUBLIC_URL: `https://localhost:${publicPort}`,
    TRUSTED_PROXIES: "127.0.0.1",
    DATABASE_URL: databaseUrl(inject("databaseUrl"), rows[0].name),
    DATABASE_TIMEOUT: "15",
    TOKEN_KEY: randomBytes(32).toString("base64url"),
    POOL_SIZE: "6",
    WORKERS: workers,
    DRAIN_DELAY,
  };
  replicas = [toPorts(a), toPorts(b)].map((ports) => createReplica(ports, settings));
  await Promise.all(replicas.map((replica) => replica.start()));
  const authority = await certificates.createAuthority("authority");
  const ports = { a: toPorts(a), b: toPorts(b) };
  proxy = await startHaproxy({ certificate: await authority.certify("proxy"), publicPort, grpcPort, replicas: ports });
  await untilUp();
  return { publicPort, grpcPort, ca: readFileSync(authority.certFile) };
}

async function untilUp(): Promise<void> {
  const states = async () => Object.values(await proxy!.states());
  await expect.poll(states).toEqual(["UP", "UP", "UP", "UP"]);
}

/** A refresh token and its access token for a new installation. */
async function issueTokens() {
  const { clientId, clientSecret, redirectUri } = platform.app;
  const parameters = { grant_type: "authorization_code", code: await platform.issue(platform.app) };
  const credentials = { redirect_uri: redirectUri, client_id: clientId, client_secret: clientSecret };
  const { body } = await post(platform, "/oauth/token", { ...parameters, ...credentials });
  return {
    clientId,
    clientSecret,
    refreshToken: body.refresh_token as string,
    accessToken: body.access_token as string,
  };
}

async function startLoads(target: { publicPort: number; grpcPort: number; ca: Buffer }): Promise<Load[]> {
  const http = { port: target.publicPort, ca: target.ca };
  const issued = [];
  for (let count = 0; count < REFRESHING; count++) issued.push(await issueTokens());
  const { accessToken } = await issueTokens();
  const introspecting = (url: string) =>
    Array.from({ length: INTROSPECTING }, () => {
      const connection = connectCore({ url, key: platform.service.serviceKey });
      connections.push(connection);
      return introspecter(clients(connection.transport), accessToken);
    });
  return [
    startLoad(
      "refresh through HAProxy",
      issued.map((tokens) => refresher(http, tokens)),
      LONGEST_PAUSE_MS,
    ),
    startLoad("introspect through HAProxy", introspecting(`http://127.0.0.1:${target.grpcPort}`), LONGEST_PAUSE_MS),
  ];
}

const CASES = [
  { workers: "1", replacements: REPLACEMENTS },
  { workers: "2", replacements: Math.ceil(REPLACEMENTS / 3) },
];

it.each(CASES)(
  "O4 replacing replicas in turn under load fails no request: $workers worker(s)",
  async ({ workers, replacements }) => {
    const target = await startDeployment(workers);
    const loads = await startLoads(target);
    for (let count = 0; count < replacements; count++) {
      const replica = replicas[count % 2]!;
      const before = loads.map(({ tally }) => tally.answered);
      expect(await replica.stop()).toBe(0);
      await replica.start();
      await untilUp();
      for (const [at, { tally }] of loads.entries()) expect(tally.answered - before[at]!).toBeGreaterThan(100);
    }
    await Promise.all(loads.map((load) => load.stop()));
    expect(loads.flatMap(({ tally }) => tally.failures)).toEqual([]);
  },
);
