import { Counter, Histogram, type Registry } from "prom-client";
import { DURATION_BUCKETS } from "./metrics.ts";

/** A completed request at the public port. */
export interface HttpSample {
  method: string;
  /** The route's pattern, never the URL; undefined if no route matches. */
  route: string | undefined;
  status: number;
  seconds: number;
}

/** Registers the metrics of the public port. @returns a function that counts one response */
export function addHttpMetrics(registry: Registry): (sample: HttpSample) => void {
  const requests = new Counter({
    name: "latchkey_http_requests_total",
    help: "Responses of the public port, by route and class of status.",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "latchkey_http_request_seconds",
    help: "Time from a request's arrival at the public port to its response.",
    labelNames: ["method", "route"],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  return ({ method, route, status, seconds }) => {
    // One series for all unmatched paths, because a client can send any method to them.
    const target = route === undefined ? { method: "any", route: "unmatched" } : { method, route };
    requests.inc({ ...target, status: `${Math.floor(status / 100)}xx` });
    durations.observe(target, seconds);
  };
}
