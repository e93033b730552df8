import { context, DiagLogLevel, diag, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Registry } from "prom-client";
import type { Log } from "../log.ts";
import type { TelemetryOptions } from "../telemetry-options.ts";
import { setTracer } from "../tracing.ts";
import { produceFrom } from "./registry-producer.ts";
import { createSampler } from "./sampler.ts";

/** The running export of traces and metrics. */
export interface Telemetry {
  /** Exports the values of a registry. */
  addRegistry(registry: Registry): void;
  /** Sends the last spans and values, and stops. */
  stop(): Promise<void>;
}

/** The longest wait of a stopping process for the receiver of its last spans and values. */
const STOP_WITHIN_MS = 3_000;
/** The shortest time between two log lines about an unreachable receiver. */
const REPORT_EVERY_MS = 60_000;

/**
 * Starts the export to the receiver at `OTEL_EXPORTER_OTLP_ENDPOINT`. The exporters read this and further variables from the environment.
 */
export function startTelemetry(options: TelemetryOptions, attributes: Record<string, string>, log: Log): Telemetry {
  diag.setLogger(reportTo(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const resource = describeService(options, attributes);
  const registries = new Set<Registry>();
  const tracing = options.traces ? startTracing(options, resource) : null;
  const metering = options.metrics ? startMetering(options, resource, registries) : null;
  return {
    addRegistry: (registry) => void registries.add(registry),
    async stop() {
      setTracer(null);
      const stopped = Promise.allSettled([tracing?.shutdown(), metering?.shutdown()]);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, STOP_WITHIN_MS);
      });
      await Promise.race([stopped, late]);
      clearTimeout(timer);
      for (const api of [trace, context, propagation, diag]) api.disable();
    },
  };
}

function describeService({ serviceName }: TelemetryOptions, attributes: Record<string, string>): Resource {
  return defaultResource()
    .merge(resourceFromAttributes({ "service.name": "latchkey", "process.pid": process.pid, ...attributes }))
    .merge(detectResources({ detectors: [envDetector, serviceInstanceIdDetector] }))
    .merge(resourceFromAttributes(serviceName === null ? {} : { "service.name": serviceName }));
}

function startTracing({ sampler, samplerRatio, traceDelayMs }: TelemetryOptions, resource: Resource): TracerProvider {
  const exporter = new OTLPTraceExporter();
  const provider = new TracerProvider({
    resource,
    sampler: createSampler(sampler, samplerRatio),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: traceDelayMs })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  setTracer(provider.getTracer("latchkey"));
  return provider;
}

function startMetering(
  { metricIntervalMs: exportIntervalMillis }: TelemetryOptions,
  resource: Resource,
  registries: ReadonlySet<Registry>,
): MeterProvider {
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(30_000, exportIntervalMillis),
    metricProducers: [produceFrom(registries)],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

/** Logs the library's warnings and errors, one a minute: an unreachable receiver fails every export. */
function reportTo(log: Log) {
  let last = Number.NEGATIVE_INFINITY;
  const report = (message: string, ...details: unknown[]) => {
    if (performance.now() - last < REPORT_EVERY_MS) return;
    last = performance.now();
    log.warn({ message, details: details.map(String) }, "telemetry was not exported");
  };
  const silent = () => {};
  return { error: report, warn: report, info: silent, debug: silent, verbose: silent };
}
