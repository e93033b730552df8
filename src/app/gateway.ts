import { readFileSync } from "node:fs";
import type { Server as TlsServer } from "node:tls";
import type { Config, Listener } from "../config/config.ts";
import { configuredBrand } from "../config/logo-file.ts";
import { createHttpServer } from "../gateway/server.ts";
import { addDocsMetrics } from "../observe/docs-metrics.ts";
import { addHttpMetrics } from "../observe/http-metrics.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { PauseDetector } from "../observe/pause-detector.ts";
import { toListenError } from "../observe/startup-error.ts";
import type { Clients } from "../rpc/client.ts";
import { webPlugin } from "../web/plugin.ts";
import { openMailbox } from "./mail.ts";
import type { Reloads } from "./reload.ts";

const IDLE_CHECK_MS = 100;

/** Dependencies of the public port. */
export interface GatewayParts {
  config: Config;
  clients: Clients;
  metrics: Metrics;
  log: Log;
  disposables: AsyncDisposableStack;
  draining: AbortSignal;
  reloads: Reloads;
  pauses: PauseDetector;
}

/** Opens the public port: the OAuth routes and the pages over `clients`. */
export async function openGateway(parts: GatewayParts): Promise<void> {
  const { config, clients, metrics, log, disposables, draining, pauses } = parts;
  const listener = config.http;
  if (listener === null) return;
  const { publicUrl, trustedProxies, continueTraces } = config;
  const countDocsFeedback = addDocsMetrics(metrics.registry);
  const pages = async (app: Parameters<Parameters<typeof createHttpServer>[0]["pages"]>[0]) =>
    app.register(webPlugin, {
      clients,
      publicUrl,
      log,
      mailbox: openMailbox(config),
      brand: configuredBrand(config.brand),
      docsApiUrl: config.docsApiUrl,
      countDocsFeedback,
    });
  // Fastify would log every address at level info. This process logs "ready" once, when all ports are open.
  const httpLog = log.child({}, { level: log.isLevelEnabled("info") ? "warn" : log.level });
  const server = await createHttpServer({
    clients,
    publicUrl,
    trustedProxies,
    continueTraces,
    log: httpLog,
    pages,
    onResponse: addHttpMetrics(metrics.registry),
    draining,
    pauses,
    ...tlsOf(listener),
  });
  parts.reloads.add(() => reloadTls(server, listener));
  disposables.defer(() => closeWhenIdle(server));
  await server.listen({ host: listener.host, port: listener.port }).catch((error: unknown) => {
    throw toListenError(error, { setting: "HTTP_PORT", host: listener.host, port: listener.port });
  });
  httpLog.level = log.level;
}

/** Closes the server, and the keep-alive connections that become idle meanwhile, which Fastify would leave open. */
async function closeWhenIdle(server: Awaited<ReturnType<typeof createHttpServer>>): Promise<void> {
  const timer = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS);
  await server.close().finally(() => clearInterval(timer));
}

/** Reads the certificate files again, for new connections. */
function reloadTls(server: Awaited<ReturnType<typeof createHttpServer>>, listener: Listener): void {
  const { tls } = tlsOf(listener);
  if (tls === undefined) return;
  const { cert, key, clientCa } = tls;
  (server.server as unknown as TlsServer).setSecureContext({ cert, key, ...(clientCa ? { ca: clientCa } : {}) });
}

function tlsOf({ tls }: Listener): Pick<Parameters<typeof createHttpServer>[0], "tls"> {
  if (tls === null) return {};
  const clientCa = tls.clientCaFile === null ? null : readFileSync(tls.clientCaFile);
  return { tls: { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile), clientCa } };
}
