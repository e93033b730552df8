import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { SecureVersion } from "node:tls";
import pg from "pg";
import { PERMISSIONS } from "../../../src/service/call.ts";
import { type Authority, type Identity, openCertificates } from "../../support/certificates.ts";
import { createTestDatabase } from "../../support/database.ts";
import { LONG_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";
import { end, freePorts, insertKey, run } from "../../support/start-service.ts";

/** A core whose ports require client certificates, a gateway with TLS, and a gateway behind a proxy that must present a certificate. */
export interface TlsService {
  authority: Authority;
  /** The client certificate of the gateways. Any caller may use it. */
  caller: Identity;
  /** A certificate of another authority. */
  stranger: Identity;
  /** A certificate that expired an hour ago. */
  expired: Identity;
  grpcPort: number;
  connectPort: number;
  httpPort: number;
  /** The public port of the second gateway, with TLS_HTTP_CLIENT_CA. */
  behindProxyPort: number;
  serviceKey: string;
  stop(): Promise<void>;
}

export async function startTlsService(): Promise<TlsService> {
  const certificates = await openCertificates();
  const authority = await certificates.createAuthority("authority");
  const server = await authority.certify("server");
  const caller = await authority.certify("caller");
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on("error", () => {});
  const serviceKey = await insertKey(
    pool,
    PERMISSIONS.filter((right) => right !== "web:act"),
  );
  const [grpcPort = 0, connectPort = 0, httpPort = 0, behindProxyPort = 0] = await freePorts(4);
  const gateway = {
    ROLE: "gateway",
    HOST: "127.0.0.1",
    CORE_URL: `https://localhost:${grpcPort}`,
    SERVICE_KEY: await insertKey(pool, ["tokens:forward", "web:act"]),
    TLS_CORE_CA: authority.certFile,
    TLS_CORE_CERT: caller.certFile,
    TLS_CORE_KEY: caller.keyFile,
    ...listener("HTTP", server),
  };
  const processes = [
    {
      ...LONG_TIMEOUT_SETTINGS,
      ROLE: "core",
      DATABASE_URL: database.url,
      TOKEN_KEY: randomBytes(32).toString("base64url"),
      // Listens on every address. Because both ports have certificates, ALLOW_PLAINTEXT_INTERNAL is not needed.
      INTERNAL_HOST: "0.0.0.0",
      GRPC_PORT: `${grpcPort}`,
      CONNECT_PORT: `${connectPort}`,
      ...listener("GRPC", server, authority),
      ...listener("CONNECT", server, authority),
    },
    { ...gateway, HTTP_PORT: `${httpPort}` },
    { ...gateway, HTTP_PORT: `${behindProxyPort}`, TLS_HTTP_CLIENT_CA: authority.certFile },
  ].map((settings) => run({ PUBLIC_URL: `https://localhost:${httpPort}`, LOG_LEVEL: "debug", ...settings }));
  const service: TlsService = {
    authority,
    caller,
    stranger: await (await certificates.createAuthority("another")).certify("stranger"),
    expired: await authority.certify("expired", { hours: -1 }),
    grpcPort,
    connectPort,
    httpPort,
    behindProxyPort,
    serviceKey,
    async stop() {
      await Promise.all(processes.map(end));
      await pool.end();
      await database.drop();
      await certificates.remove();
    },
  };
  await untilReady(service, () => processes.map(({ output }) => output.join("")).join("")).catch(async (error) => {
    await service.stop();
    throw error;
  });
  return service;
}

function listener(port: "HTTP" | "GRPC" | "CONNECT", { certFile, keyFile }: Identity, clientCa?: Authority) {
  const own = { [`TLS_${port}_CERT`]: certFile, [`TLS_${port}_KEY`]: keyFile };
  return clientCa === undefined ? own : { ...own, [`TLS_${port}_CLIENT_CA`]: clientCa.certFile };
}

export interface TlsAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface TlsRequest {
  port: number;
  path: string;
  /** The trusted CA, and the client's own certificate. */
  ca: Identity;
  identity?: Identity | undefined;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  minVersion?: SecureVersion;
  maxVersion?: SecureVersion;
}

/** Sends one request on a new connection. Rejects if the connection fails. */
export async function requestTls({ ca, identity, body = "", ...options }: TlsRequest): Promise<TlsAnswer> {
  const own = identity && { cert: readFileSync(identity.certFile), key: readFileSync(identity.keyFile) };
  const trust = { ca: readFileSync(ca.certFile), agent: false, host: "localhost", ...own };
  const sent = request({ ...options, ...trust }).end(body);
  const [answer] = await once(sent, "response", { signal: AbortSignal.timeout(30_000) });
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

/** A gateway can send this page only with the help of its core. */
async function untilReady(service: TlsService, printed: () => string): Promise<void> {
  const { authority: ca, caller: identity } = service;
  const deadline = performance.now() + 240_000;
  for (const port of [service.httpPort, service.behindProxyPort]) {
    for (;;) {
      const answer = await requestTls({ port, path: "/oauth/authorize", ca, identity }).catch(() => null);
      if (answer?.status === 400) break;
      if (performance.now() > deadline) throw new Error(`the service does not answer:\n${printed()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
