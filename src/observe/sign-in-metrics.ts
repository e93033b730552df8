import { Counter, Gauge, type Registry } from "prom-client";

/** Counts of sign-in failures and password work since the process started. */
export interface SignInStats {
  failures: number;
  /** Lockouts by the exhausted limit. */
  lockouts: { client: number; account: number };
  /** Password work that never ran, by reason. */
  rejected: Readonly<Record<string, number>>;
  /** The password work that waits in the queue. */
  readonly queued: number;
}

/** Registers the sign-in metrics; each scrape reads them. */
export function addSignInMetrics(registry: Registry, stats: SignInStats): void {
  const registers = [registry];
  new Counter({
    name: "latchkey_sign_in_failures_total",
    help: "Failed sign-ins: wrong passwords, second factors and passkeys, including those for unknown accounts.",
    registers,
    collect() {
      this.reset();
      this.inc(stats.failures);
    },
  });
  new Counter({
    name: "latchkey_sign_in_lockouts_total",
    help: "Exhausted limits of failed sign-ins: client (one address or browser), account (all addresses).",
    labelNames: ["scope"],
    registers,
    collect() {
      this.reset();
      for (const [scope, count] of Object.entries(stats.lockouts)) this.inc({ scope }, count);
    },
  });
  new Counter({
    name: "latchkey_password_queue_turned_away_total",
    help: "Password work that never ran, by reason: queue_full, queue_timeout, cancelled (connection closed).",
    labelNames: ["reason"],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(stats.rejected)) this.inc({ reason }, count);
    },
  });
  new Gauge({
    name: "latchkey_password_queue_waiting",
    help: "Queued password work.",
    registers,
    collect() {
      this.set(stats.queued);
    },
  });
}
