import type { Config } from "../config/config.ts";
import { addCacheMetrics } from "../observe/cache-metrics.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Scrape } from "../observe/metrics-merge.ts";
import type { PauseDetector } from "../observe/pause-detector.ts";
import { addSignInMetrics } from "../observe/sign-in-metrics.ts";
import { cachedServiceKeys } from "../rpc/authentication/service-key.ts";
import { startHealthPort } from "../rpc/transports/connect/health-port.ts";
import type { ProbeOptions } from "../rpc/transports/connect/probes.ts";
import { startConnect } from "../rpc/transports/connect/server.ts";
import { createDispatcher, type Dispatcher } from "../rpc/transports/dispatcher.ts";
import { startGrpc } from "../rpc/transports/grpc/server.ts";
import { allRoutes } from "../rpc/transports/routes.ts";
import { findServiceKey } from "../service/accounts/find-service-key.ts";
import { resolveSession } from "../service/accounts/resolve-session.ts";
import { GRACE_MS } from "./close-timeouts.ts";
import type { Calls } from "./pending-calls.ts";
import type { Reloads } from "./reload.ts";
import type { Services } from "./services.ts";

export interface DispatcherParts {
  log: Log;
  metrics: Metrics;
  pauses: PauseDetector;
}

/** Creates the dispatcher of the RPCs, for the listeners and the direct transport. */
export function createCoreDispatcher({ implementations, ...lookups }: Calls, parts: DispatcherParts): Dispatcher {
  return createDispatcher({ routes: allRoutes(implementations), ...lookups, ...parts });
}

/** The calls of the services, with cached service keys. Adds the metrics of the services. */
export function callsOf({ accounts, format, implementations, ...services }: Services, { registry }: Metrics): Calls {
  addCacheMetrics(registry, services.cacheStats);
  addSignInMetrics(registry, services.signInStats);
  return {
    implementations,
    findServiceKey: cachedServiceKeys({
      parse(text) {
        const parsed = format.parse(text, "sk");
        return parsed.kind === "token" ? parsed : null;
      },
      find: (token) => findServiceKey(accounts, token),
    }),
    resolveSession: (token) => resolveSession(accounts, token),
    countError: services.countError,
  };
}

/** Dependencies of the internal ports. */
export interface TransportParts {
  config: Config;
  dispatcher: Dispatcher;
  isReady: () => Promise<boolean>;
  /** As `isReady`, but also true while the database accepts no writes. */
  canRead: () => Promise<boolean>;
  draining: AbortSignal;
  reloads: Reloads;
  /** The source of `/metrics`. */
  scrape: Scrape;
  disposables: AsyncDisposableStack;
}

/** Opens the gRPC and the Connect port. */
export async function openTransports({
  config,
  scrape,
  disposables,
  canRead,
  reloads,
  ...shared
}: TransportParts): Promise<void> {
  const grpc = await startGrpc({ ...shared, address: config.grpc! });
  reloads.add(() => grpc.reloadTls());
  disposables.defer(() => grpc.stop(GRACE_MS));
  const connect = await startConnect({ ...shared, canRead, address: config.connect!, metrics: scrape });
  reloads.add(() => connect.reloadTls());
  disposables.defer(() => connect.stop(GRACE_MS));
}

/** The dependencies of the health port. */
export type HealthParts = Pick<TransportParts, "config" | "scrape" | "disposables"> &
  Pick<ProbeOptions, "isReady" | "canRead">;

/** Opens HEALTH_PORT, if it is set. */
export async function openHealthPort({ config, scrape, disposables, ...probes }: HealthParts): Promise<void> {
  if (config.health === null) return;
  const health = await startHealthPort({ ...probes, ...config.health, metrics: scrape });
  disposables.defer(() => health.stop());
}
