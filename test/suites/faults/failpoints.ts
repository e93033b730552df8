import { ServerResponse } from "node:http";
import pg from "pg";
import { FAILPOINT_VARIABLE, FAILPOINTS, type Failpoint } from "./failpoint-names.ts";

/*
 * Preloaded by `node --import` in tests only; the service itself contains no failpoint. FAILPOINT=name:n ends the process with SIGKILL at the
 * n-th time that it reaches the failpoint after SIGUSR2.
 */

const [name, count] = (process.env[FAILPOINT_VARIABLE] ?? "").split(":");
const failpoint = name as Failpoint;
let left = Number(count);
if (!FAILPOINTS.includes(failpoint) || !(left > 0))
  throw new Error(`${FAILPOINT_VARIABLE} must be one of ${FAILPOINTS.join(", ")}, a colon and a number`);
process.stderr.write(`FAILPOINT ${failpoint} is active: this process kills itself after SIGUSR2\n`);
let armed = false;
process.on("SIGUSR2", () => {
  armed = true;
});

function reach(at: Failpoint): void {
  if (armed && at === failpoint && --left === 0) process.kill(process.pid, "SIGKILL");
}

/** The statements of the token operations, by the names in `src/store/tokens`. */
const LOCKS = new Set(["lock-codes", "lock-refresh-tokens", "lock-for-revoke", "lock-for-issue"]);
const WRITES = new Set([
  "insert-codes",
  "redeem-codes",
  "rotate-refresh-tokens",
  "revoke-access-tokens",
  "end-families",
]);

interface TrackedClient {
  /** The pending writes of the transaction. */
  writes?: Promise<unknown>[];
}
type Query = (this: TrackedClient, ...parameters: unknown[]) => unknown;

const { query } = pg.Client.prototype as unknown as { query: Query };

function trackedQuery(this: TrackedClient, ...parameters: unknown[]): unknown {
  const statement = nameOf(parameters[0]);
  const send = () => query.apply(this, parameters);
  if (LOCKS.has(statement)) return (send() as Promise<unknown>).then(passing("after lock"));
  if (WRITES.has(statement)) {
    const written = (send() as Promise<unknown>).then(passing("after write"));
    this.writes = [...(this.writes ?? []), written];
    return written;
  }
  if (statement === "commit" && this.writes !== undefined) return commit(this, send as () => Promise<unknown>);
  return send();
}

/** Sends the commit only after the responses to the writes, so that failpoints can lie between them. */
async function commit(client: TrackedClient, send: () => Promise<unknown>): Promise<unknown> {
  const writes = client.writes!;
  delete client.writes;
  if (failpoint === "after write" || failpoint === "before commit") {
    await Promise.allSettled(writes);
    reach("before commit");
  }
  const committed = await send();
  reach("after commit");
  return committed;
}

function passing<T>(at: Failpoint): (result: T) => T {
  return (result) => {
    reach(at);
    return result;
  };
}

function nameOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  return (statement as { name?: string } | null)?.name ?? "";
}

Object.assign(pg.Client.prototype, { query: trackedQuery });

/** The responses of the token operations over HTTP. */
const ANSWERS = /^\/oauth\/(token|revoke)|TokenService\/Issue/;
const { end } = ServerResponse.prototype as unknown as { end: (...parameters: unknown[]) => ServerResponse };

Object.assign(ServerResponse.prototype, {
  end(this: ServerResponse, ...parameters: unknown[]): ServerResponse {
    if (this.statusCode !== 200 || !ANSWERS.test(this.req?.url ?? "")) return end.apply(this, parameters);
    reach("before answer");
    const [body] = parameters;
    const isBody = (typeof body === "string" || body instanceof Uint8Array) && body.length > 1;
    if (!armed || failpoint !== "mid-answer" || !isBody) return end.apply(this, parameters);
    if (left > 1) {
      left -= 1;
      return end.apply(this, parameters);
    }
    this.write(body.slice(0, body.length / 2), () => reach("mid-answer"));
    return this;
  },
});
