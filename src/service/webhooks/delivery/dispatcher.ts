import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createSemaphore } from "../../../concurrency/semaphore.ts";
import { createRepeatFilter } from "../../../observe/repeat-filter.ts";
import { distributeEvents } from "../../../store/webhooks/fan-out.ts";
import { claimLanes, extendLanes, findWork } from "../../../store/webhooks/lanes.ts";
import { readQueueState } from "../../../store/webhooks/queue-state.ts";
import type { DeliveryDependencies } from "./dependencies.ts";
import { type Lane, startLane } from "./lane.ts";

const EVERY_MS = 250;
/** Longer than a request, so that no other process takes over the deliveries of a busy process. */
const LEASE_SECONDS = 20;
const EXTEND_EVERY_MS = 5_000;
const MEASURE_EVERY_MS = 15_000;
/**
 * The maximum number of lanes that one process holds (`MAX_LANES`) and claims in one step (`CLAIM`). A lane is the queue of one endpoint.
 */
const MAX_LANES = 500;
const CLAIM = 50;
/** The maximum number of lanes that use the database at the same time. It leaves connections for the pages. */
const DATABASE_CONCURRENCY = 2;

export interface WebhookDispatcherOptions extends DeliveryDependencies {
  /** Milliseconds between two searches for due deliveries; default 250. */
  everyMs?: number;
  /** Seconds after which the lanes of a stopped process are taken over; default 20. */
  leaseSeconds?: number;
}

export interface WebhookDispatcher {
  /** Gives all lanes up; resolves when no attempt is in progress. */
  stop(): Promise<void>;
}

/**
 * Queues and sends the deliveries for the events of the outbox. Any number of processes may run it. One process at a time delivers to an
 * endpoint; when a process stops, others take over its endpoints after the end of the lease.
 */
export function startWebhookDispatcher(options: WebhookDispatcherOptions): WebhookDispatcher {
  const dispatcher = new Dispatcher(options);
  const done = dispatcher.run();
  return {
    async stop() {
      await dispatcher.stop();
      await done;
    },
  };
}

class Dispatcher {
  readonly #options: WebhookDispatcherOptions;
  readonly #holder = randomUUID();
  readonly #lanes = new Map<string, Lane>();
  readonly #failures = createRepeatFilter();
  readonly #inTurn = createSemaphore(DATABASE_CONCURRENCY);
  readonly #stopping = new AbortController();
  readonly #leaseSeconds: number;
  #extendedAt = performance.now();
  #measuredAt = Number.NEGATIVE_INFINITY;

  constructor(options: WebhookDispatcherOptions) {
    this.#options = options;
    this.#leaseSeconds = options.leaseSeconds ?? LEASE_SECONDS;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#lanes.values()].map((lane) => lane.stop()));
  }

  async run(): Promise<void> {
    const { everyMs = EVERY_MS } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const isBusy = await this.#step().catch((err) => {
        this.#warn(err, "could not look for webhooks to deliver");
        return false;
      });
      if (!isBusy) await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
    // A lane may have started after `stop` was called.
    await Promise.all([...this.#lanes.values()].map((lane) => lane.stop()));
  }

  /** Logs each message at most once a minute: while the database is down, every lane fails twice a second. */
  #warn(err: unknown, message: string): void {
    const repeated = this.#failures.report(message);
    if (repeated !== null) this.#options.log.warn({ err, repeated }, message);
  }

  /** True if there may be more to do at once. */
  async #step(): Promise<boolean> {
    const { management } = this.#options;
    await this.#extend();
    await this.#measure();
    const work = await management.read((_em, query) => findWork(query, this.#holder));
    const distributed =
      work.eventsBehind > 0 ? await management.transactional(({ query }) => distributeEvents(query)) : null;
    for (const endpointId of work.due) this.#lanes.get(endpointId)?.nudge();
    if (work.hasFreeLane || (distributed?.deliveries ?? 0) > 0) await this.#claim();
    return distributed?.hasMore ?? false;
  }

  async #claim(): Promise<void> {
    const { management } = this.#options;
    const limit = Math.min(CLAIM, MAX_LANES - this.#lanes.size);
    if (limit === 0 || this.#stopping.signal.aborted) return;
    const claim = { holder: this.#holder, limit, leaseSeconds: this.#leaseSeconds };
    for (const endpointId of await management.transactional(({ query }) => claimLanes(query, claim))) {
      this.#start(endpointId);
    }
  }

  #start(endpointId: string): void {
    const holder = this.#holder;
    // After a pause, this process may claim a lane that it still holds, because its lease has expired.
    const held = this.#lanes.get(endpointId);
    if (held !== undefined) {
      held.nudge();
      return;
    }
    const warn = this.#warn.bind(this);
    const lane = startLane({ ...this.#options, endpointId, holder, warn, inTurn: this.#inTurn });
    this.#lanes.set(endpointId, lane);
    void lane.done.then(() => this.#lanes.delete(endpointId));
  }

  async #extend(): Promise<void> {
    const everyMs = Math.min(EXTEND_EVERY_MS, (this.#leaseSeconds * 1_000) / 4);
    if (this.#lanes.size === 0 || performance.now() < this.#extendedAt + everyMs) return;
    const lease = { holder: this.#holder, endpointIds: [...this.#lanes.keys()], leaseSeconds: this.#leaseSeconds };
    await this.#options.management.transactional(({ query }) => extendLanes(query, lease));
    this.#extendedAt = performance.now();
  }

  async #measure(): Promise<void> {
    const { management, metrics } = this.#options;
    if (performance.now() < this.#measuredAt + MEASURE_EVERY_MS) return;
    this.#measuredAt = performance.now();
    metrics.setQueue(await management.read((_em, query) => readQueueState(query)));
  }
}
