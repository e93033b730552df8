import { readFileSync } from "node:fs";
import type { Pool } from "pg";
import type { Config } from "../config/config.ts";
import { addCertificateExpiry, addServiceKeyExpiry } from "../observe/expiry-metrics.ts";
import { addProcessMetrics } from "../observe/health-metrics.ts";
import type { Log } from "../observe/log.ts";
import { createMetrics, type Metrics } from "../observe/metrics.ts";
import type { PauseDetector } from "../observe/pause-detector.ts";
import { addPoolMetrics } from "../observe/pool-metrics.ts";
import type { Telemetry } from "../observe/telemetry/start.ts";
import { nextServiceKeyExpiry } from "../store/accounts/service-keys.ts";
import type { Management } from "../store/connection/management.ts";
import { type ConnectionPools, statsOf } from "../store/connection/pools.ts";

interface ProcessParts {
  config: Config;
  pauses: PauseDetector;
  telemetry: Telemetry | null;
}

/** Starts the export of traces and metrics if a receiver is configured. Otherwise, the OpenTelemetry library is not loaded. */
export async function openTelemetry(parts: {
  config: Config;
  log: Log;
  disposables: AsyncDisposableStack;
}): Promise<Telemetry | null> {
  const { telemetry: options, role } = parts.config;
  if (options === null) return null;
  const { startTelemetry } = await import("../observe/telemetry/start.ts");
  const telemetry = startTelemetry(options, { "service.version": version(), "latchkey.role": role }, parts.log);
  parts.disposables.defer(() => telemetry.stop());
  return telemetry;
}

const PACKAGE = new URL("../../package.json", import.meta.url);

/** The metrics of every role. */
export function createProcessMetrics({ config, pauses, telemetry }: ProcessParts): Metrics {
  const metrics = createMetrics();
  telemetry?.addRegistry(metrics.registry);
  addProcessMetrics(metrics.registry, { version: version(), role: config.role, pauses });
  const { http, grpc, connect } = config;
  const files = Object.entries({ http, grpc, connect }).flatMap(([listener, at]) =>
    at?.tls ? [{ listener, certFile: at.tls.certFile }] : [],
  );
  addCertificateExpiry(metrics.registry, files);
  return metrics;
}

/** The connection pools of a process with a database. The management pool exists only after its first connection. */
export interface DatabasePools {
  tokens: ConnectionPools;
  management: Pool | null;
}

/** Adds the metrics of a process with a database. */
export function addDatabaseMetrics({ registry }: Metrics, pools: DatabasePools, management: Management): void {
  addPoolMetrics(registry, () => [
    ...pools.tokens.stats(),
    ...(pools.management === null ? [] : [statsOf("management", pools.management, pools.management.options.max)]),
  ]);
  addServiceKeyExpiry(registry, () => management.read((_em, query) => nextServiceKeyExpiry(query)));
}

function version(): string {
  return (JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string }).version;
}
