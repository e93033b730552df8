import pino from "pino";
import { TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { createDispatcher, type Dispatcher } from "../../../src/rpc/transports/dispatcher.ts";
import type { Implementation } from "../../../src/rpc/transports/implementation.ts";
import { routesOf } from "../../../src/rpc/transports/routes.ts";
import { PERMISSIONS } from "../../../src/service/call.ts";

/** A service key with every permission. */
export const KEY = "a-key";

type Handlers = Partial<Implementation<typeof TokenService>>;

/** A dispatcher for these RPCs of TokenService with one service key and without a database. */
export function smallEdge(handlers: Handlers, lines: Record<string, unknown>[] = []): Dispatcher {
  return createDispatcher({
    routes: routesOf(TokenService, handlers as Implementation<typeof TokenService>).filter(({ handler }) => handler),
    findServiceKey: (key) =>
      key === KEY ? { kind: "key", keyId: "k", name: "everything", permissions: new Set(PERMISSIONS) } : null,
    resolveSession: async () => null,
    log: pino({ level: "debug" }, { write: (line: string) => lines.push(JSON.parse(line)) }),
  });
}

/** Listens on a free port of this machine. */
export const LOCAL = { host: "127.0.0.1", port: 0, tls: null };

export const isReady = async () => true;

/** Figures of nothing. */
export const noMetrics = { contentType: "text/plain", metrics: async () => "" };
