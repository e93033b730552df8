import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { addHttpMetrics } from "../../../src/observe/http-metrics.ts";

it("counts responses by route pattern and class of status; unmatched paths share one series", async () => {
  const registry = new Registry();
  const count = addHttpMetrics(registry);
  for (const status of [200, 204, 400]) count({ method: "POST", route: "/oauth/token", status, seconds: 0.002 });
  for (const method of ["GET", "PROPFIND"]) count({ method, route: undefined, status: 404, seconds: 0.002 });
  const text = await registry.metrics();
  expect(text.split("\n").filter((line) => line.startsWith("latchkey_http_requests_total"))).toEqual([
    'latchkey_http_requests_total{method="POST",route="/oauth/token",status="2xx"} 2',
    'latchkey_http_requests_total{method="POST",route="/oauth/token",status="4xx"} 1',
    'latchkey_http_requests_total{method="any",route="unmatched",status="4xx"} 2',
  ]);
  expect(text).toContain('latchkey_http_request_seconds_bucket{le="0.0025",method="POST",route="/oauth/token"} 3');
});
