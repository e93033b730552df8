import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export interface WebhookQueueState {
  /** The number of events whose deliveries are not queued yet. */
  eventsBehind: number;
  /** How many seconds ago the oldest due lane became due. A lane is the queue of one endpoint. */
  overdueSeconds: number;
  /** The number of deliveries that have not ended, counted up to 100,000. */
  queued: number;
}

export interface WebhookMetrics {
  attempted(result: string, seconds: number): void;
  setQueue(state: WebhookQueueState): void;
}

const RESULTS = ["OK", "STATUS", "TIMEOUT", "NAME", "ADDRESS", "CONNECTION", "TLS", "SECRET"];

export function addWebhookMetrics(registry: Registry): WebhookMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: "latchkey_webhook_attempts_total",
    help: "Attempts of this process to deliver a webhook, by result.",
    labelNames: ["result"],
    registers,
  });
  for (const result of RESULTS) attempts.labels(result).inc(0);
  const duration = new Histogram({
    name: "latchkey_webhook_attempt_seconds",
    help: "Duration of the attempts.",
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 15],
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const behind = gauge("latchkey_webhook_events_behind", "Events of the outbox whose deliveries are not queued yet.");
  const overdue = gauge(
    "latchkey_webhook_overdue_seconds",
    "For how long the oldest endpoint with due deliveries has waited for a process.",
  );
  const queued = gauge(
    "latchkey_webhook_queued",
    "Deliveries that have not ended, retries included, counted up to 100,000.",
  );
  return {
    attempted(result, seconds) {
      attempts.labels(result).inc();
      duration.observe(seconds);
    },
    setQueue(state) {
      behind.set(state.eventsBehind);
      overdue.set(state.overdueSeconds);
      queued.set(state.queued);
    },
  };
}
