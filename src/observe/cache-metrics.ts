import { Counter, Gauge, type Registry } from "prom-client";

/** Size and counters of the introspection cache, and the age of the feed that invalidates it. */
export interface CacheStats {
  /** Milliseconds; Infinity before the first read. */
  feedAgeMs: number;
  answers: number;
  hits: number;
  misses: number;
  bypassed: number;
}

/** Registers the cache metrics; each scrape reads them. */
export function addCacheMetrics(registry: Registry, read: () => CacheStats): void {
  const registers = [registry];
  new Gauge({
    name: "latchkey_feed_age_seconds",
    help: "Seconds since the latest successful read of the revocation feed was sent.",
    registers,
    collect() {
      // Limits the age to that of the process: JSON cannot carry Infinity between processes.
      this.set(Math.min(read().feedAgeMs / 1_000, process.uptime()));
    },
  });
  new Gauge({
    name: "latchkey_introspection_cache_answers",
    help: "Cached answers.",
    registers,
    collect() {
      this.set(read().answers);
    },
  });
  new Counter({
    name: "latchkey_introspection_cache_total",
    help: "Cache lookups by outcome: hit, miss, bypassed (the feed was too old).",
    labelNames: ["outcome"],
    registers,
    collect() {
      const { hits, misses, bypassed } = read();
      this.reset();
      for (const [outcome, count] of Object.entries({ hit: hits, miss: misses, bypassed }))
        this.inc({ outcome }, count);
    },
  });
}
