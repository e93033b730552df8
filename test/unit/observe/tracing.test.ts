import { expect, it } from "vitest";
import { createSampler } from "../../../src/observe/telemetry/sampler.ts";
import { SAMPLERS } from "../../../src/observe/telemetry-options.ts";
import {
  captureTrace,
  nameStatement,
  runBatch,
  startCallSpan,
  startClientSpan,
  traceFields,
  traceStatement,
} from "../../../src/observe/tracing.ts";

it("without a tracer, work runs as it is: no spans, headers, contexts or fields of log lines", async () => {
  expect(startCallSpan("a/B", { transport: "grpc", metadata: () => "00-0-0-01" })).toBeNull();
  expect(startClientSpan("a/B")).toBeNull();
  expect(captureTrace()).toBeUndefined();
  expect(traceFields()).toEqual({});
  const result = Promise.resolve(1);
  expect(traceStatement("begin", () => result)).toBe(result);
  expect(nameStatement("begin", () => result)).toBe(result);
  expect(runBatch("refresh", [undefined], () => result)).toBe(result);
});

it.each(SAMPLERS)("OTEL_TRACES_SAMPLER=%s has the sampler of this name", (name) => {
  const text = createSampler(name, 0.25).toString();
  const [root = ""] = /AlwaysOn|AlwaysOff|TraceIdRatioBased\{0.25\}/.exec(text) ?? [];
  const expected = { on: "AlwaysOn", off: "AlwaysOff", traceidratio: "TraceIdRatioBased{0.25}" };
  expect(root).toBe(expected[name.split("_").at(-1) as keyof typeof expected]);
  expect(text.startsWith("ParentBased")).toBe(name.startsWith("parentbased_"));
});
