import { Counter, Gauge, type Registry } from "prom-client";

/** What there is to know of the cache of introspections and of the feed that keeps it true. */
export interface CacheFigures {
  /** Milliseconds; Infinity before the feed was read. */
  feedAgeMs: number;
  answers: number;
  hits: number;
  misses: number;
  bypassed: number;
}

/** Adds them to a registry, read at each scrape. */
export function addCacheFigures(registry: Registry, read: () => CacheFigures): void {
  const registers = [registry];
  new Gauge({
    name: "latchkey_feed_age_seconds",
    help: "Since the newest successful read of the revocation feed was sent.",
    registers,
    collect() {
      // Infinity does not travel between processes, and a feed that was never read is as old as this one.
      this.set(Math.min(read().feedAgeMs / 1_000, process.uptime()));
    },
  });
  new Gauge({
    name: "latchkey_introspection_cache_answers",
    help: "Answers that are kept.",
    registers,
    collect() {
      this.set(read().answers);
    },
  });
  new Counter({
    name: "latchkey_introspection_cache_total",
    help: "Looks into the cache: hit, miss, and bypassed because the feed was too old.",
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
