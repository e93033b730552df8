import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { loadSync, type ServiceDefinition } from "@grpc/proto-loader";

type Attributes = Record<string, string | number | boolean>;

/** A received span, with its ids in hex. */
export interface ReceivedSpan {
  /** `gateway`, `core` or `all`. */
  role: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  traceState: string;
  attributes: Attributes;
  links: { traceId: string; spanId: string; traceState: string }[];
  isError: boolean;
}

export interface ReceivedMetric {
  /** `gateway`, `core` or `all`. */
  role: string;
  name: string;
  kind: "gauge" | "sum" | "histogram";
  points: { attributes: Attributes; value: number; buckets?: { counts: number[]; bounds: number[] } }[];
}

/** A receiver of OTLP over HTTP in protobuf. */
export interface Receiver {
  url: string;
  spans: ReceivedSpan[];
  /** The values of each export, oldest first. */
  metrics: ReceivedMetric[];
  /** The bytes of all received bodies and headers. */
  bytes(): Buffer;
  close(): Promise<void>;
}

/** Starts a receiver on a free port of the loopback interface. */
export async function startReceiver(): Promise<Receiver> {
  const received: Buffer[] = [];
  const receiver = { spans: [] as ReceivedSpan[], metrics: [] as ReceivedMetric[] };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    received.push(body, Buffer.from(JSON.stringify(request.headers)));
    if (request.headers["content-type"] !== "application/x-protobuf") response.writeHead(415).end();
    else if (request.url === "/v1/traces") receiver.spans.push(...spansOf(body));
    else if (request.url === "/v1/metrics") receiver.metrics.push(...metricsOf(body));
    else response.writeHead(404);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...receiver,
    bytes: () => Buffer.concat(received),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const protocol = loadSync("test/suites/observe/otlp.proto", { longs: Number, defaults: true, oneofs: true });
const decoderOf = (service: string) => (protocol[service] as ServiceDefinition).Export!.requestDeserialize;
const decodeTraces = decoderOf("otlp.TraceService");
const decodeMetrics = decoderOf("otlp.MetricsService");

interface KeyValue {
  key: string;
  value: { value: string } & Attributes;
}
const toAttributes = (list: KeyValue[]): Attributes =>
  Object.fromEntries(list.map(({ key, value }) => [key, value[value.value]!]));
const roleOf = (resource: { attributes: KeyValue[] }): string =>
  String(toAttributes(resource.attributes)["latchkey.role"]);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

interface WireSpan extends Pick<ReceivedSpan, "name" | "kind" | "traceState"> {
  traceId: Uint8Array;
  spanId: Uint8Array;
  parentSpanId: Uint8Array;
  attributes: KeyValue[];
  links: { traceId: Uint8Array; spanId: Uint8Array; traceState: string }[];
  status: { code: number } | null;
}

function spansOf(body: Buffer): ReceivedSpan[] {
  const { resourceSpans } = decodeTraces(body) as {
    resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: WireSpan[] }[] }[];
  };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map((span) => toSpan(roleOf(resource), span))),
  );
}

function toSpan(role: string, { parentSpanId, attributes, links, status, ...span }: WireSpan): ReceivedSpan {
  return {
    role,
    name: span.name,
    kind: span.kind,
    traceState: span.traceState,
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentId: hex(parentSpanId),
    attributes: toAttributes(attributes),
    links: links.map((link) => ({ ...link, traceId: hex(link.traceId), spanId: hex(link.spanId) })),
    isError: status?.code === 2,
  };
}

interface WirePoint {
  attributes: KeyValue[];
  asDouble: number;
  sum: number;
  bucketCounts: number[];
  explicitBounds: number[];
}
type WireMetric = { name: string; data: ReceivedMetric["kind"] } & Record<string, { dataPoints: WirePoint[] }>;

function metricsOf(body: Buffer): ReceivedMetric[] {
  const { resourceMetrics } = decodeMetrics(body) as {
    resourceMetrics: { resource: { attributes: KeyValue[] }; scopeMetrics: { metrics: WireMetric[] }[] }[];
  };
  return resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) =>
      metrics.map((metric) => ({
        role: roleOf(resource),
        name: metric.name,
        kind: metric.data,
        points: metric[metric.data]!.dataPoints.map((point) => toPoint(metric.data, point)),
      })),
    ),
  );
}

function toPoint(kind: ReceivedMetric["kind"], point: WirePoint): ReceivedMetric["points"][number] {
  const attributes = toAttributes(point.attributes);
  if (kind !== "histogram") return { attributes, value: point.asDouble };
  return { attributes, value: point.sum, buckets: { counts: point.bucketCounts, bounds: point.explicitBounds } };
}
