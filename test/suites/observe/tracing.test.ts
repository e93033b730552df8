import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentialsOf, exchangeBody, type Platform, post, startPlatform } from "../conformance/platform.ts";
import { parseExposition } from "./metrics-page.ts";
import { type ReceivedSpan, type Receiver, startReceiver } from "./otlp-receiver.ts";

const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];

/** Settings for frequent exports to a receiver of the test. */
const settingsFor = (receiver: Receiver) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  OTEL_BSP_SCHEDULE_DELAY: "50",
  OTEL_METRIC_EXPORT_INTERVAL: "500",
  RATE_LIMITS: "off",
});

const newTraceparent = () => {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
};

let receiver: Receiver;
let platform: Platform;

const find = (matches: (span: ReceivedSpan) => boolean) =>
  expect
    .poll(() => receiver.spans.find(matches))
    .toBeDefined()
    .then(() => receiver.spans.find(matches)!);
const childrenOf = ({ spanId }: ReceivedSpan) => receiver.spans.filter(({ parentId }) => parentId === spanId);
async function pairOf(): Promise<{ refresh_token: string; access_token: string }> {
  return (await post(platform, "/oauth/token", exchangeBody(platform.app, await platform.issue(platform.app)))).body;
}
const refresh = (refresh_token: string, headers = {}) =>
  post(
    platform,
    "/oauth/token",
    { grant_type: "refresh_token", refresh_token, ...credentialsOf(platform.app) },
    headers,
  );

describe("gateway and core in processes of their own", () => {
  beforeAll(async () => {
    receiver = await startReceiver();
    platform = await startPlatform("split", settingsFor(receiver));
  });
  afterAll(async () => {
    await platform?.stop();
    await receiver?.close();
  });

  test("a refresh is one trace: request, call, its arrival at the core, batch and statements", async () => {
    const { refresh_token } = await pairOf();
    const { traceId, spanId, traceparent } = newTraceparent();
    expect((await refresh(refresh_token, { traceparent, tracestate: "stranger=1" })).status).toBe(200);
    const request = await find(({ links }) => links.some((link) => link.traceId === traceId));
    expect(request).toMatchObject({
      role: "gateway",
      name: "POST /oauth/token",
      kind: SERVER,
      parentId: "",
      isError: false,
    });
    expect(request.attributes).toMatchObject({ "http.route": "/oauth/token", "http.response.status_code": 200 });
    // A caller from outside cannot choose the trace or its state.
    expect(request.traceId).not.toBe(traceId);
    expect(request.links).toEqual([{ traceId, spanId, traceState: "" }]);
    const rpc = "latchkey.v1.TokenService/Refresh";
    const call = await find(({ parentId }) => parentId === request.spanId);
    expect(call).toMatchObject({ role: "gateway", name: rpc, kind: CLIENT });
    const arrival = await find(({ parentId }) => parentId === call.spanId);
    expect(arrival).toMatchObject({ role: "core", name: rpc, kind: SERVER, traceState: "" });
    expect(arrival.attributes["rpc.response.status_code"]).toBe("ok");
    const batch = await find(({ parentId, name }) => parentId === arrival.spanId && name === "refresh");
    expect(batch).toMatchObject({ role: "core", kind: INTERNAL, attributes: { "latchkey.batch.size": 1 } });
    const statements = childrenOf(batch);
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["begin", "lock-refresh-tokens", "commit"]),
    );
    for (const statement of statements) {
      expect(statement).toMatchObject({ kind: CLIENT, attributes: { "db.system.name": "postgresql" } });
      expect(Object.keys(statement.attributes).sort()).toEqual(["db.query.summary", "db.system.name"]);
    }
    const trace = receiver.spans.filter((span) => span.traceId === request.traceId);
    expect(trace).toEqual(expect.arrayContaining([request, call, arrival, batch, ...statements]));
  });

  test("log lines of a call carry its trace and span", async () => {
    await refresh("no-token");
    const failed = /^\{.*"code":"FailedPrecondition".*"rpc failed".*\}$/m;
    await expect.poll(() => failed.test(platform.service.printed())).toBe(true);
    const line = JSON.parse(failed.exec(platform.service.printed())![0]);
    const arrival = await find(({ spanId }) => spanId === line.span_id);
    expect(arrival).toMatchObject({ role: "core", traceId: line.trace_id, isError: true });
    expect(arrival.attributes["error.type"]).toBe("failed_precondition");
  });

  test("a call of a service of the platform continues the trace of that service", async () => {
    const { traceId, spanId, traceparent } = newTraceparent();
    const { access_token: token } = await pairOf();
    const headers = { traceparent, tracestate: "platform=1" };
    await platform.service.core.tokens.introspect({ token }, { headers });
    const arrival = await find(({ parentId }) => parentId === spanId);
    expect(arrival).toMatchObject({ name: "latchkey.v1.TokenService/Introspect", traceId, kind: SERVER });
    expect(arrival.traceState).toBe("platform=1");
    const batch = await find(({ parentId, name }) => parentId === arrival.spanId && name === "introspect");
    await find(({ parentId, name }) => parentId === batch.spanId && name === "introspect-access");
  });

  test("statements of pages and management have names without values", async () => {
    await fetch(`${platform.service.origin}/sign-in`, { method: "POST", redirect: "manual" });
    await platform.service.core.apps.listApps({});
    const arrival = await find(({ name }) => name === "latchkey.v1.AppService/ListApps");
    await expect.poll(() => childrenOf(arrival).length).toBeGreaterThan(0);
    for (const { name } of receiver.spans.filter(({ attributes }) => "db.system.name" in attributes))
      expect(name).toMatch(/^[a-z][a-z-]*$/);
  });

  test("requests that share a transaction share its span: one is the parent, the others are linked", async () => {
    const pairs = await Promise.all(Array.from({ length: 12 }, pairOf));
    await Promise.all(pairs.map(({ refresh_token }) => refresh(refresh_token)));
    const batch = await find(({ name, links }) => name === "refresh" && links.length > 0);
    expect(batch.links).toHaveLength(Number(batch.attributes["latchkey.batch.size"]) - 1);
    for (const { spanId } of batch.links) {
      const other = await find((span) => span.spanId === spanId);
      expect(other.name).toBe("latchkey.v1.TokenService/Refresh");
      expect(other.links).toContainEqual({ traceId: batch.traceId, spanId: batch.spanId, traceState: "" });
    }
  });

  test("background work makes no traces", async () => {
    const roots = receiver.spans.filter(({ parentId }) => parentId === "");
    expect(roots.filter(({ kind }) => kind !== SERVER)).toEqual([]);
  });

  test("the exported metrics are those of /metrics, of both processes", async () => {
    await expect.poll(() => new Set(receiver.metrics.map(({ role }) => role))).toEqual(new Set(["core", "gateway"]));
    const page = parseExposition(await (await fetch(`${platform.service.connectUrl}/metrics`)).text());
    const ofCore = receiver.metrics.filter(({ role }) => role === "core");
    expect(new Set(ofCore.map(({ name }) => name))).toEqual(new Set(page.keys()));
    const kinds = { counter: "sum", gauge: "gauge", histogram: "histogram" } as Record<string, string>;
    for (const { name, kind } of ofCore) expect([name, kind]).toEqual([name, kinds[page.get(name)!.type]]);
    const refreshes = () =>
      receiver.metrics
        .findLast(({ name }) => name === "latchkey_batch_size")!
        .points.find(({ attributes }) => attributes.operation === "refresh");
    await expect.poll(() => refreshes()?.value).toBeGreaterThanOrEqual(13);
    const point = refreshes()!;
    expect(point.buckets!.counts).toHaveLength(point.buckets!.bounds.length + 1);
    expect(ofCore.find(({ name }) => name === "latchkey_service_key_expiry_timestamp_seconds")!.points).toEqual([]);
    const requests = receiver.metrics.findLast(({ name }) => name === "latchkey_http_requests_total")!;
    expect(requests.role).toBe("gateway");
    expect(requests.points.map(({ attributes }) => attributes.route)).toContain("/oauth/token");
  });
});

describe("behind a trusted proxy, with CONTINUE_TRACES=1", () => {
  beforeAll(async () => {
    receiver = await startReceiver();
    platform = await startPlatform("all", {
      ...settingsFor(receiver),
      TRUSTED_PROXIES: "loopback",
      CONTINUE_TRACES: "1",
    });
  });
  afterAll(() => platform?.stop());

  test("the proxy's trace continues; a receiver that is away delays neither requests nor the stop", async () => {
    const { traceId, spanId, traceparent } = newTraceparent();
    await refresh("no-token", { traceparent });
    const request = await find(({ parentId }) => parentId === spanId);
    expect(request).toMatchObject({ name: "POST /oauth/token", traceId, links: [] });
    const call = await find(({ parentId }) => parentId === request.spanId);
    expect(call).toMatchObject({ name: "latchkey.v1.TokenService/Refresh", kind: INTERNAL });
    await receiver.close();
    await refresh("no-token");
    await expect.poll(() => platform.service.printed()).toContain("telemetry was not exported");
    await platform.service.stopCore();
    expect(platform.service.printed()).toContain('"msg":"closed"');
  });
});
