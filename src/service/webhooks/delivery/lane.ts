import { setTimeout as sleep } from "node:timers/promises";
import type { DueDelivery } from "../../../store/webhooks/lane-steps.ts";
import { advanceLane, type EndedAttempt, freeSlots, type LaneResult } from "./advance-lane.ts";
import { decideNext } from "./decide-next.ts";
import type { DeliveryDependencies } from "./dependencies.ts";
import type { WebhookResponse } from "./http-sender.ts";
import { createSigningSecrets } from "./signing-secrets.ts";

/** The pause after a database error. The lease is longer than several pauses. */
const RETRY_MS = 500;
/** The longest time after the stop of a lane in which ended attempts are still stored. */
const STOP_WITHIN_MS = 3_000;

/** The result of a delivery that is not sent, because it cannot be signed. */
const UNSIGNED: WebhookResponse = { result: "SECRET", status: null, body: null };

/** Makes the deliveries of one endpoint while this process has the lease of its lane. */
export interface Lane {
  /** Makes the lane look for due deliveries. */
  nudge(): void;
  /** Starts no further attempt, aborts attempts that do not end within three seconds, and gives the lane up. */
  stop(): Promise<void>;
  /** Resolves when the lane was given up or lost. */
  done: Promise<void>;
}

interface LaneOptions extends DeliveryDependencies {
  endpointId: string;
  holder: string;
  /** Logs a database error, once a minute for all lanes. */
  warn(err: unknown, message: string): void;
  /** Limits the lanes that use the database at the same time. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Delivers until nothing is due. */
export function startLane(options: LaneOptions): Lane {
  const lane = new LaneRun(options);
  return { nudge: () => lane.wake(), stop: () => lane.stop(), done: lane.run() };
}

class LaneRun {
  readonly #options: LaneOptions;
  readonly #secrets;
  readonly #aborts = new AbortController();
  readonly #inFlight = new Set<string>();
  #ended: EndedAttempt[] = [];
  #failing = false;
  #stopping = false;
  #lost = false;
  #nudged = false;
  #wakeUp = Promise.withResolvers<void>();
  #done: Promise<void> | null = null;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#secrets = createSigningSecrets(options);
  }

  wake(): void {
    this.#nudged = true;
    this.#wakeUp.resolve();
  }

  run(): Promise<void> {
    this.#done = this.#deliver();
    return this.#done;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const timer = setTimeout(() => this.#aborts.abort(), STOP_WITHIN_MS);
    this.wake();
    await this.#done;
    clearTimeout(timer);
  }

  async #deliver(): Promise<void> {
    for (;;) {
      const result = await this.#advance();
      if (result?.kind === "lost") this.#lost = true;
      if (result?.kind === "lost" || result?.kind === "released") return;
      if (result !== null) this.#failing = result.failing;
      for (const delivery of result?.due ?? []) void this.#attempt(delivery);
      // While the database is unreachable, a process that stops leaves its lease to expire.
      if (result === null && this.#stopping) return;
      if (result === null) await sleep(RETRY_MS, undefined, { ref: false });
      await this.#somethingToDo();
    }
  }

  /** Waits until an attempt ends, or until a nudge at a time when a further attempt may start. */
  async #somethingToDo(): Promise<void> {
    while (this.#ended.length === 0 && !(this.#nudged && (this.#free() > 0 || this.#mayRelease()))) {
      this.#wakeUp = Promise.withResolvers<void>();
      this.#nudged = false;
      await this.#wakeUp.promise;
    }
    // Attempts that end at about the same time share a transaction.
    await new Promise((resolve) => setImmediate(resolve));
  }

  #mayRelease(): boolean {
    return this.#stopping && this.#inFlight.size === 0;
  }

  #free(): number {
    if (this.#stopping) return 0;
    return freeSlots({
      concurrency: this.#options.concurrency,
      failing: this.#failing,
      inFlight: this.#inFlight.size,
    });
  }

  /** Stores the ended attempts and loads due deliveries. Null after a database error. */
  async #advance(): Promise<LaneResult | null> {
    const { management, endpointId, holder, concurrency, warn } = this.#options;
    const ended = this.#ended;
    this.#ended = [];
    this.#nudged = false;
    const step = {
      endpointId,
      holder,
      ended,
      inFlight: [...this.#inFlight],
      concurrency: this.#stopping ? 0 : concurrency,
      stop: this.#mayRelease(),
    };
    try {
      return await this.#options.inTurn(() =>
        management.transactional(async (tx) => {
          const result = await advanceLane(tx, step);
          const [first] = result.kind === "due" ? result.due : [];
          if (first !== undefined) await this.#secrets.refresh(tx.query, first.endpointVersion);
          return result;
        }),
      );
    } catch (err) {
      warn(err, "the results of webhook deliveries were not stored; trying again");
      this.#ended = [...ended, ...this.#ended];
      this.#nudged = true;
      return null;
    }
  }

  async #attempt(delivery: DueDelivery): Promise<void> {
    const { sender, metrics, backoff } = this.#options;
    const { id, eventId, payload, url, test, clientId } = delivery;
    this.#inFlight.add(id);
    const at = new Date();
    const began = performance.now();
    const headers = this.#secrets.headersOf({ id: eventId, payload, at });
    const { body, ...response } =
      headers === null ? UNSIGNED : await sender.send({ url, headers, body: payload }, this.#aborts.signal);
    this.#inFlight.delete(id);
    if (this.#lost) return;
    if (!this.#aborts.signal.aborted) {
      const durationMs = Math.round(performance.now() - began);
      metrics.attempted(response.result, durationMs / 1_000);
      const step = decideNext(response, delivery, { backoff });
      this.#ended.push({
        deliveryId: id,
        test,
        clientId,
        url,
        at: at.getTime() * 1_000,
        durationMs,
        ...response,
        responseBody: body,
        next: step.next,
        delayMs: step.next === "PENDING" ? step.delayMs : 0,
        disables: step.next === "FAILED" && step.disables,
      });
    }
    this.wake();
  }
}
