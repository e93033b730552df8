import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { addCacheMetrics } from "../../../src/observe/cache-metrics.ts";

it("reads the cache's counters at each scrape and does not add them up", async () => {
  const registry = new Registry();
  const now = { feedAgeMs: Number.POSITIVE_INFINITY, answers: 0, hits: 0, misses: 1, bypassed: 2 };
  addCacheMetrics(registry, () => now);
  const age = /^latchkey_feed_age_seconds ([\d.]+)$/m.exec(await registry.metrics())?.[1];
  expect(Number(age)).toBeGreaterThan(0);
  Object.assign(now, { feedAgeMs: 25, answers: 3, hits: 40 });
  await registry.metrics();
  const lines = (await registry.metrics()).split("\n").filter((line) => line.startsWith("latchkey"));
  expect(lines).toEqual([
    "latchkey_feed_age_seconds 0.025",
    "latchkey_introspection_cache_answers 3",
    'latchkey_introspection_cache_total{outcome="hit"} 40',
    'latchkey_introspection_cache_total{outcome="miss"} 1',
    'latchkey_introspection_cache_total{outcome="bypassed"} 2',
  ]);
});
