import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** A finished RPC. */
export interface RpcSample {
  /** `latchkey.v1.TokenService/Refresh`. */
  rpc: string;
  mount: string;
  /** `ok` or the RPC code. */
  code: string;
  seconds: number;
}

/** The process's figures for Prometheus. */
export interface Metrics {
  /** For gauges and counters of other rooms. */
  readonly registry: Registry;
  countRpc(sample: RpcSample): void;
}

// The interesting range goes from a cached introspection to the deadline of a call.
const SECONDS = [0.000_25, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10];

/** Figures of this process; one for each process, made by the composition root. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: "latchkey_rpc_total",
    help: "Finished RPCs.",
    labelNames: ["rpc", "mount", "code"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "latchkey_rpc_seconds",
    help: "From an RPC's arrival to its answer.",
    labelNames: ["rpc", "mount"],
    buckets: SECONDS,
    registers: [registry],
  });
  return {
    registry,
    countRpc({ rpc, mount, code, seconds }) {
      calls.labels(rpc, mount, code).inc();
      durations.labels(rpc, mount).observe(seconds);
    },
  };
}
