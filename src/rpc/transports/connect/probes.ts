import type { FastifyInstance } from "fastify";

/** Asks whether the process can serve. Rejections count as no. */
export type Probe = () => Promise<boolean>;

/** Answers of the probes and the metrics of a process. */
export interface ProbeOptions {
  isReady: Probe;
  /** Absent: as `isReady`. True also while the database accepts no writes. */
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
  app.get("/metrics", async (_request, reply) => {
    const text = await metrics.metrics();
    return reply.type(metrics.contentType).send(text);
  });
}
