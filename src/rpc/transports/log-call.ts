import { Code, type ConnectError } from "@connectrpc/connect";
import { OAuthError } from "../../oauth/errors.ts";
import type { Log } from "../../observe/log.ts";
import type { RepeatFilter } from "../../observe/repeat-filter.ts";
import { RequestError } from "../../service/errors.ts";
import { isShuttingDown } from "../errors.ts";
import type { FinishedCall } from "./call-lifecycle.ts";

type Level = "debug" | "info" | "warn" | "error";

/** Log level of a failed call: error for internal errors, warn for outages and service key errors, info or debug for other errors. */
function levelOf(error: ConnectError): Level {
  switch (error.code) {
    case Code.Internal:
    case Code.Unknown:
    case Code.DataLoss:
      return "error";
    case Code.Unavailable:
      return isShuttingDown(error) ? "debug" : "warn";
    case Code.DeadlineExceeded:
      return "warn";
    case Code.Unauthenticated:
    case Code.PermissionDenied:
      return error.details.length === 0 ? "warn" : "info";
    // Programs that check whether a resource exists expect NotFound.
    case Code.NotFound:
    case Code.Canceled:
      return "debug";
    default:
      return "info";
  }
}

/** The internal reason, more specific than the public error. */
export function reasonOf(cause: unknown): string | undefined {
  return cause instanceof OAuthError || cause instanceof RequestError ? cause.reason : undefined;
}

/** The cause to log, for internal errors and outages only: messages about requests may quote them. */
function faultOf(error: ConnectError, level: Level): unknown {
  if (level !== "error" && error.code !== Code.Unavailable) return undefined;
  const { cause } = error;
  return cause instanceof OAuthError || cause instanceof RequestError ? cause.cause : cause;
}

/** An id that is the same for repetitions of one fault of a service key; null for other calls. */
function keyFaultOf({ caller, invalidKey, route }: FinishedCall, level: Level, error: ConnectError): string | null {
  if (level !== "warn" || (error.code !== Code.Unauthenticated && error.code !== Code.PermissionDenied)) return null;
  return caller === null ? `key ${invalidKey}` : `caller ${caller.keyId} ${route.name}`;
}

/** Logs one line per finished call. Successful calls, and repeated faults of a service key within a minute, are at level debug. */
export function logCall(log: Log, call: FinishedCall, keyFaults: RepeatFilter): void {
  const { error } = call;
  let level = error === null ? "debug" : levelOf(error);
  const keyFault = error === null ? null : keyFaultOf(call, level, error);
  const repeated = keyFault === null ? 0 : keyFaults.report(keyFault);
  if (repeated === null) level = "debug";
  if (!log.isLevelEnabled(level)) return;
  const line = {
    requestId: call.requestId,
    rpc: call.route.name,
    transport: call.transport,
    caller: call.caller?.name,
    code: error === null ? "OK" : Code[error.code],
    ms: Math.round(call.milliseconds),
    ...(repeated !== null && repeated > 0 && { repeated }),
  };
  if (error === null) log.debug(line, "rpc");
  else log[level]({ ...line, reason: reasonOf(error.cause), err: faultOf(error, level) }, "rpc failed");
}
