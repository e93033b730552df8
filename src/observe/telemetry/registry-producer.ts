import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import { millisToHrTime } from "@opentelemetry/core";
import { emptyResource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { MetricObjectWithValues, MetricValue, Registry } from "prom-client";

type Metric = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>;

/** Produces the values of Prometheus registries for an OpenTelemetry reader, under the names of `/metrics`. */
export function produceFrom(registries: ReadonlySet<Registry>): MetricProducer {
  const startTime = millisToHrTime(performance.timeOrigin);
  return {
    async collect() {
      const all = await Promise.all([...registries].map((registry) => registry.getMetricsAsJSON()));
      const times = { startTime, endTime: millisToHrTime(Date.now()) };
      const metrics = (all.flat() as unknown as Metric[]).map((metric) => toMetricData(metric, times));
      const scope = { name: "latchkey" };
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  };
}

interface Times {
  startTime: HrTime;
  endTime: HrTime;
}

function toMetricData({ name, help: description, type, values }: Metric, times: Times): MetricData {
  const unit = name.includes("_seconds") ? "s" : name.includes("_bytes") ? "By" : "";
  const shared = {
    descriptor: { name, description, unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (`${type}` === "histogram") {
    return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(values, times) };
  }
  const dataPoints = values
    // OTLP receivers drop a batch with a value such as +Inf.
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...times, attributes: labels as Attributes, value }));
  if (`${type}` === "counter") {
    return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  }
  return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Converts the cumulative buckets of Prometheus, each a series of its own, to one point with the count of each bucket. */
function toHistograms(values: Metric["values"], times: Times): DataPoint<Histogram>[] {
  const points = new Map<string, DataPoint<Histogram> & { value: Histogram }>();
  for (const { labels, value, metricName } of values) {
    const { le, ...attributes } = labels as Attributes & { le?: number | string };
    const key = JSON.stringify(attributes);
    const point = points.get(key) ?? {
      ...times,
      attributes,
      value: { buckets: { boundaries: [], counts: [] }, sum: 0, count: 0 },
    };
    points.set(key, point);
    if (metricName?.endsWith("_sum")) point.value.sum = value;
    else if (metricName?.endsWith("_count")) point.value.count = value;
    else addBucket(point.value.buckets, le, value);
  }
  return [...points.values()];
}

function addBucket({ boundaries, counts }: Histogram["buckets"], le: number | string | undefined, total: number): void {
  counts.push(total - counts.reduce((sum, count) => sum + count, 0));
  if (Number.isFinite(Number(le))) boundaries.push(Number(le));
}
