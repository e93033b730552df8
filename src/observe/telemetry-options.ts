/** The values of `OTEL_TRACES_SAMPLER`. */
export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** The export of traces and metrics. */
export interface TelemetryOptions {
  /** `OTEL_SERVICE_NAME`; null selects the name in `OTEL_RESOURCE_ATTRIBUTES`, or `latchkey`. */
  serviceName: string | null;
  traces: boolean;
  metrics: boolean;
  sampler: (typeof SAMPLERS)[number];
  /** From 0 to 1, for `traceidratio`. */
  samplerRatio: number;
  /** Milliseconds between exports of the spans. */
  traceDelayMs: number;
  /** Milliseconds between exports of the metrics. */
  metricIntervalMs: number;
}
