import { Counter, Gauge, type Registry } from "prom-client";

/** What happened to attempts at passwords since the process started. */
export interface SignInFigures {
  failures: number;
  /** By the limit that was used up. */
  lockouts: { client: number; account: number };
  /** Attempts that were never tried, by reason. */
  turnedAway: Readonly<Record<string, number>>;
  /** Attempts that wait now. */
  readonly waiting: number;
}

/** Adds them to a registry, read at each scrape. */
export function addSignInFigures(registry: Registry, figures: SignInFigures): void {
  const registers = [registry];
  new Counter({
    name: "latchkey_sign_in_failures_total",
    help: "Wrong passwords, of unknown accounts too.",
    registers,
    collect() {
      this.reset();
      this.inc(figures.failures);
    },
  });
  new Counter({
    name: "latchkey_sign_in_lockouts_total",
    help: "Limits on failed sign-ins that were used up: client (one account from one address or browser), account.",
    labelNames: ["scope"],
    registers,
    collect() {
      this.reset();
      for (const [scope, count] of Object.entries(figures.lockouts)) this.inc({ scope }, count);
    },
  });
  new Counter({
    name: "latchkey_password_queue_turned_away_total",
    help: "Password work that never ran: full (too much waits), late (waited too long), left (the caller has gone).",
    labelNames: ["why"],
    registers,
    collect() {
      this.reset();
      for (const [why, count] of Object.entries(figures.turnedAway)) this.inc({ why }, count);
    },
  });
  new Gauge({
    name: "latchkey_password_queue_waiting",
    help: "Password work that waits for its turn.",
    registers,
    collect() {
      this.set(figures.waiting);
    },
  });
}
