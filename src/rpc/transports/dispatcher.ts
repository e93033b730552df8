import { codeToString } from "@connectrpc/connect/protocol-connect";
import type { Log } from "../../observe/log.ts";
import type { Metrics, RpcSample } from "../../observe/metrics.ts";
import { NO_PAUSES, type PauseDetector } from "../../observe/pause-detector.ts";
import { createRepeatFilter } from "../../observe/repeat-filter.ts";
import { runIn } from "../../observe/tracing.ts";
import type { ErrorClass } from "../../store/statistics/platform-counts.ts";
import type { ResolveSession } from "../authentication/admission.ts";
import type { FindCaller } from "../authentication/service-key.ts";
import { shuttingDown } from "../errors.ts";
import { CallLifecycle, type FinishedCall, type IncomingCall, type StreamTimeouts } from "./call-lifecycle.ts";
import { errorClassOf } from "./error-class.ts";
import { logCall, reasonOf } from "./log-call.ts";
import type { Route } from "./routes.ts";

export interface DispatcherOptions {
  routes: readonly Route[];
  /** Authenticates service keys for every transport. */
  findServiceKey: FindCaller;
  resolveSession: ResolveSession;
  log: Log;
  /** Defaults to 10 seconds for a slow reader and re-authentication every 5 seconds. */
  streamTimeouts?: StreamTimeouts;
  /** Counts finished calls. */
  metrics?: Pick<Metrics, "countRpc">;
  /** Counts failed calls by class, for the dashboard. */
  countError?: (errorClass: ErrorClass) => void;
  /** Absent: pauses of the process are not tracked. */
  pauses?: PauseDetector;
}

/** The RPCs of the core for every transport, with authentication, deadlines and logging. */
export interface Dispatcher {
  readonly routes: readonly Route[];
  readonly findServiceKey: FindCaller;
  readonly log: Log;
  open(route: Route, incoming: IncomingCall): CallLifecycle;
  /** Ends open streams, so that a transport can close. Unary calls finish. */
  endStreams(): void;
}

/** Creates the dispatcher for `startGrpc`, `startConnect` and `createDirectTransport`. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { routes, findServiceKey, resolveSession, log, metrics, streamTimeouts, pauses = NO_PAUSES } = options;
  const { countError } = options;
  const streams = new Set<CallLifecycle>();
  const keyFaults = createRepeatFilter();
  const onLateFailure = (requestId: string, err: unknown) => log.debug({ requestId, err }, "rpc failed after its end");
  const onFinish = (call: FinishedCall) => {
    runIn(call.span, () => logCall(log, call, keyFaults));
    const sample = sampleOf(call);
    metrics?.countRpc(sample);
    const errorClass = call.error && errorClassOf(call.error);
    if (errorClass !== null) countError?.(errorClass);
    call.span?.end(call.error && sample.code, { "rpc.response.status_code": sample.code });
  };
  const unary = { resolveSession, onFinish, onLateFailure, streamTimeouts, pauses };

  const openStream = (route: Route, incoming: IncomingCall): CallLifecycle => {
    const lifecycle: CallLifecycle = new CallLifecycle(route, incoming, {
      ...unary,
      onFinish(call) {
        streams.delete(lifecycle);
        onFinish(call);
      },
    });
    streams.add(lifecycle);
    return lifecycle;
  };

  return {
    routes,
    findServiceKey,
    log,
    open: (route, incoming) =>
      route.kind === "unary" ? new CallLifecycle(route, incoming, unary) : openStream(route, incoming),
    endStreams() {
      for (const lifecycle of streams) lifecycle.end(shuttingDown());
    },
  };
}

function sampleOf({ route, transport, error, milliseconds }: FinishedCall): RpcSample {
  const code = error === null ? "ok" : codeToString(error.code);
  const reason = error === null ? null : (reasonOf(error.cause) ?? code);
  return { rpc: route.name, transport, code, reason, seconds: milliseconds / 1_000 };
}
