import type { Http2Session, ServerHttp2Stream } from "node:http2";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Resolves with true if the process can serve. A rejection counts as false. */
export type Probe = () => Promise<boolean>;

/** The responses of the probes and of `/metrics`. */
export interface ProbeOptions {
  isReady: Probe;
  /** True also while the database accepts no writes. Default: `isReady`. */
  canRead?: Probe;
  /** The process's metrics in the Prometheus text format. */
  metrics: { readonly contentType: string; metrics(): Promise<string> };
}

/** Adds `/healthz` (the process lives), `/readyz` (it serves), `/readyz/reads` (it can introspect) and `/metrics`, which need no key. */
export function addProbes(app: FastifyInstance, { isReady, canRead = isReady, metrics }: ProbeOptions): void {
  app.get("/healthz", () => ({ status: "ok" }));
  for (const [path, probe] of [
    ["/readyz", isReady],
    ["/readyz/reads", canRead],
  ] as const) {
    app.get(path, async (_request, reply) => {
      const ready = await probe().catch(() => false);
      return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
    });
  }
  const isWithinLimit = limitOpenResponses();
  app.get("/metrics", async (request, reply) => {
    if (!isWithinLimit(request, reply)) return reply.code(429).send({ status: "too many open requests" });
    const text = await metrics.metrics();
    return reply.type(metrics.contentType).send(text);
  });
}

/** The maximum number of `/metrics` responses that one HTTP/2 connection leaves unread: each stays in memory. */
const MAX_OPEN = 4;

/** Returns a function that counts a response until it closes, and returns false if its connection has too many. */
function limitOpenResponses(): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const open = new WeakMap<Http2Session, number>();
  return (request, reply) => {
    const { stream } = request.raw as { stream?: ServerHttp2Stream };
    const session = stream?.session;
    // HTTP/1.1 needs no limit, because a connection sends one response after the other.
    if (session === undefined) return true;
    const count = open.get(session) ?? 0;
    if (count >= MAX_OPEN) return false;
    open.set(session, count + 1);
    reply.raw.once("close", () => open.set(session, open.get(session)! - 1));
    return true;
  };
}
