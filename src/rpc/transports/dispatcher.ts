import { codeToString } from "@connectrpc/connect/protocol-connect";
import type { Log } from "../../observe/log.ts";
import type { Metrics, RpcSample } from "../../observe/metrics.ts";
import { NO_STALLS, type StallWatch } from "../../observe/stalls.ts";
import type { ResolveSession } from "../authentication/admission.ts";
import type { FindCaller } from "../authentication/service-key.ts";
import { shuttingDown } from "../errors.ts";
import { type Arrival, Exchange, type FinishedCall, type StreamPatience } from "./call-lifecycle.ts";
import { logCall } from "./log-call.ts";
import type { Route } from "./services.ts";

export interface DispatcherOptions {
  routes: readonly Route[];
  /** The holder of a service key, for every mount. */
  findServiceKey: FindCaller;
  resolveSession: ResolveSession;
  log: Log;
  /** Default: 10 seconds for a slow reader, 5 until a stream's key is looked at again. */
  patience?: StreamPatience;
  /** Counts every call that has ended. */
  metrics?: Pick<Metrics, "countRpc">;
  /** Absent: no call is taken for late because the process stood still. */
  stalls?: StallWatch;
}

/** The RPCs of the core, behind every mount the same: who is let in, how long a call may take, what is logged. */
export interface Dispatcher {
  readonly routes: readonly Route[];
  readonly findServiceKey: FindCaller;
  readonly log: Log;
  open(route: Route, arrival: Arrival): Exchange;
  /** Ends the streams that are open, so that a mount can close; unary calls are left to finish. */
  endStreams(): void;
}

/** The dispatcher over `routes`, for `startGrpc`, `startConnect` and `createDirectTransport` to mount. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { routes, findServiceKey, resolveSession, log, metrics, patience, stalls = NO_STALLS } = options;
  const streams = new Set<Exchange>();
  const onLateFailure = (requestId: string, err: unknown) => log.debug({ requestId, err }, "rpc failed after its end");
  const onFinish = (call: FinishedCall) => {
    logCall(log, call);
    metrics?.countRpc(sampleOf(call));
  };
  const unary = { resolveSession, onFinish, onLateFailure, patience, stalls };

  const openStream = (route: Route, arrival: Arrival): Exchange => {
    const exchange: Exchange = new Exchange(route, arrival, {
      ...unary,
      onFinish(call) {
        streams.delete(exchange);
        onFinish(call);
      },
    });
    streams.add(exchange);
    return exchange;
  };

  return {
    routes,
    findServiceKey,
    log,
    open: (route, arrival) =>
      route.kind === "unary" ? new Exchange(route, arrival, unary) : openStream(route, arrival),
    endStreams() {
      for (const exchange of streams) exchange.end(shuttingDown());
    },
  };
}

function sampleOf({ route, mount, error, milliseconds }: FinishedCall): RpcSample {
  const code = error === null ? "ok" : codeToString(error.code);
  return { rpc: route.name, mount, code, seconds: milliseconds / 1_000 };
}
