import type { Config } from "../config/config.ts";
import { addCacheFigures } from "../observe/cache-metrics.ts";
import type { Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Scrape } from "../observe/metrics-merge.ts";
import { addSignInFigures } from "../observe/sign-in-figures.ts";
import type { StallWatch } from "../observe/stalls.ts";
import { cachedServiceKeys } from "../rpc/authentication/service-key.ts";
import { startConnect } from "../rpc/transports/connect.ts";
import { createEdge, type Edge } from "../rpc/transports/dispatcher.ts";
import { startGrpc } from "../rpc/transports/grpc.ts";
import { contractRoutes } from "../rpc/transports/services.ts";
import type { Closing } from "./disposables.ts";
import type { Operations } from "./operations.ts";

/** How long calls under way may take to finish when the process closes, in milliseconds. */
const GRACE_MS = 10_000;

/** What the edge is made of. */
export interface EdgeParts {
  operations: Operations;
  log: Log;
  metrics: Metrics;
  stalls: StallWatch;
}

/** The RPCs over the operations, for the mounts and for the direct transport. */
export function createCoreEdge({ operations, log, metrics, stalls }: EdgeParts): Edge {
  const { accounts, format, implementations } = operations;
  addCacheFigures(metrics.registry, operations.cacheFigures);
  addSignInFigures(metrics.registry, operations.signInFigures);
  return createEdge({
    routes: contractRoutes(implementations),
    findServiceKey: cachedServiceKeys({
      parse(text) {
        const parsed = format.parse(text, "sk");
        return parsed.kind === "token" ? parsed : null;
      },
      find: (token) => accounts.findServiceKey(token),
    }),
    resolveSession: (token) => accounts.resolveSession(token),
    log,
    metrics,
    stalls,
  });
}

/** What the internal doors are made of. */
export interface MountParts {
  config: Config;
  edge: Edge;
  isReady: () => Promise<boolean>;
  /** What `/metrics` answers. */
  scrape: Scrape;
  closing: Closing;
}

/** Opens the two internal ports over one edge. */
export async function openMounts({ config, edge, isReady, scrape, closing }: MountParts): Promise<void> {
  const grpc = await startGrpc({ edge, isReady, address: config.grpc! });
  closing.add(() => grpc.stop(GRACE_MS));
  const connect = await startConnect({ edge, isReady, address: config.connect!, metrics: scrape });
  closing.add(() => connect.stop(GRACE_MS));
}
