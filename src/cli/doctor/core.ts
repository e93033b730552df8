import { Code, ConnectError } from "@connectrpc/connect";
import { type Core, callOptions } from "../core-client.ts";
import { explain } from "../errors.ts";
import { type Finding, NotApplicableError, UnreachableError } from "./report.ts";

/** Checks the connection to the core, its readiness and the service key. @throws UnreachableError */
export async function checkCore(core: Core): Promise<Finding[]> {
  const isServing = await core.isServing();
  const error = await core.apps.listScopes({}, callOptions).then(
    () => null,
    (reason: unknown) => core.toError(reason),
  );
  if (error === null || isCode(error, Code.PermissionDenied)) return isServing ? [] : [NOT_READY];
  if (isCode(error, Code.Unauthenticated)) return [KEY_REFUSED];
  if (isCode(error, Code.Unavailable)) return [NOT_READY];
  throw new UnreachableError({
    severity: "problem",
    problem: explain(error).split("\n")[0]!,
    effect: "Gateways and API services with this address get no answer.",
    fix: "Check that the core runs and that CORE_URL is its gRPC port (GRPC_PORT); with TLS, it begins with https://.",
  });
}

const NOT_READY: Finding = {
  severity: "problem",
  problem: "The core is not ready.",
  effect: "Calls that need the database get UNAVAILABLE, and load balancers send no calls to this core.",
  fix: "Fix the findings about the database. If there are none, read the core's log.",
};

const KEY_REFUSED: Finding = {
  severity: "problem",
  problem: "The core refuses the service key of SERVICE_KEY.",
  effect: "A process with this key can make no call.",
  fix: "Check that the key belongs to this deployment and has neither expired nor been revoked, or create a new key.",
};

const HEARTBEAT_WITHIN_MS = 5_000;

/** Reads the age of the revocation feed from the first heartbeat of the stream. @param maxAge `FEED_MAX_AGE` in seconds */
export async function checkCoreFeed(core: Core, maxAge: number): Promise<Finding[]> {
  const age = await readFeedAge(core).catch((error: unknown) => {
    if (isCode(error, Code.PermissionDenied)) throw new NotApplicableError("the service key lacks tokens:introspect");
    throw core.toError(error);
  });
  if (age <= maxAge) return [];
  return [
    {
      severity: "problem",
      problem: `The core read the revocation feed ${age.toFixed(1)} s ago; FEED_MAX_AGE is ${maxAge} s.`,
      effect: "Every introspection is a query of the database, and API services do not use their caches.",
      fix: "Check the core's connection to the database and its log.",
    },
  ];
}

/** The age of the feed in seconds. */
async function readFeedAge(core: Core): Promise<number> {
  const end = new AbortController();
  const stream = core.tokens.watchRevocations({}, { timeoutMs: HEARTBEAT_WITHIN_MS, signal: end.signal });
  try {
    for await (const { message } of stream)
      if (message.case === "heartbeat") return Number(message.value.ageMs) / 1_000;
  } finally {
    // Otherwise the stream would keep the process alive until the stream's deadline.
    end.abort();
  }
  throw new Error("the stream of revocations ended without a heartbeat");
}

function isCode(error: unknown, code: Code): boolean {
  return error instanceof ConnectError && error.code === code;
}
