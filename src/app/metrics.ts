import { readFileSync } from "node:fs";
import type { MikroORM } from "@mikro-orm/postgresql";
import type { Config } from "../config/config.ts";
import { addCertificateExpiry, addServiceKeyExpiry } from "../observe/expiry-metrics.ts";
import { addProcessMetrics } from "../observe/health-metrics.ts";
import { createMetrics, type Metrics } from "../observe/metrics.ts";
import type { PauseDetector } from "../observe/pause-detector.ts";
import { addPoolMetrics } from "../observe/pool-metrics.ts";
import { nextServiceKeyExpiry } from "../store/accounts/service-keys.ts";
import type { Management } from "../store/connection/management.ts";
import { type ConnectionPools, statsOf } from "../store/connection/pools.ts";

const PACKAGE = new URL("../../package.json", import.meta.url);

/** The metrics of every role. */
export function createProcessMetrics(config: Config, pauses: PauseDetector): Metrics {
  const metrics = createMetrics();
  const { version } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };
  addProcessMetrics(metrics.registry, { version, role: config.role, pauses });
  const { http, grpc, connect } = config;
  const files = Object.entries({ http, grpc, connect }).flatMap(([listener, at]) =>
    at?.tls ? [{ listener, certFile: at.tls.certFile }] : [],
  );
  addCertificateExpiry(metrics.registry, files);
  return metrics;
}

/** The metrics of a process with a database. */
export async function addDatabaseMetrics(
  { registry }: Metrics,
  { pools, orm, management }: { pools: ConnectionPools; orm: MikroORM; management: Management },
): Promise<void> {
  const managementPool = await orm.em.getConnection().getNativeClient();
  addPoolMetrics(registry, () => [...pools.stats(), statsOf("management", managementPool)]);
  addServiceKeyExpiry(registry, () => management.read((_em, query) => nextServiceKeyExpiry(query)));
}
