import type { Config } from "../config.ts";
import type { Log } from "../observe/log.ts";
import { createMetrics, type Metrics } from "../observe/metrics.ts";
import { startConnect } from "../rpc/connect.ts";
import { createEdge, type Edge } from "../rpc/edge.ts";
import { startGrpc } from "../rpc/grpc.ts";
import { cachedServiceKeys } from "../rpc/service-key.ts";
import { contractRoutes } from "../rpc/services.ts";
import type { Closing } from "./closing.ts";
import type { Operations } from "./operations.ts";

/** How long calls under way may take to finish when the process closes, in milliseconds. */
const GRACE_MS = 10_000;

/** What the internal doors are made of. */
export interface CoreParts {
  config: Config;
  operations: Operations;
  log: Log;
  isReady: () => Promise<boolean>;
  closing: Closing;
}

/** Opens the two internal ports over one edge and answers that edge, for the direct transport. */
export async function openCore({ config, operations, log, isReady, closing }: CoreParts): Promise<Edge> {
  const { accounts, format, implementations } = operations;
  const metrics = createMetrics();
  const edge = createEdge({
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
  });
  await openMounts({ config, edge, isReady, metrics, closing });
  return edge;
}

interface MountParts {
  config: Config;
  edge: Edge;
  isReady: () => Promise<boolean>;
  metrics: Metrics;
  closing: Closing;
}

async function openMounts({ config, edge, isReady, metrics, closing }: MountParts): Promise<void> {
  const grpc = await startGrpc({ edge, isReady, address: config.grpc! });
  closing.add(() => grpc.stop(GRACE_MS));
  const connect = await startConnect({ edge, isReady, address: config.connect!, metrics: metrics.registry });
  closing.add(() => connect.stop(GRACE_MS));
}
