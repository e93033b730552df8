import { setImmediate as nextTurn } from "node:timers/promises";

export interface BatchLimits {
  /** The maximum size of a batch: the number of its items, or the sum of their `sizeOf`. An item above the maximum runs alone. */
  size: number;
  /** The maximum number of batches that run at the same time. */
  concurrency: number;
  /** The maximum size of the queue. An item that does not fit is rejected at once. */
  queueLimit: number;
  /** The longest wait of an item in the queue, in milliseconds. Then the item is rejected. */
  queueTimeoutMs: number;
}

/** The result of one item. A `failure` is the exception or rejection that this item got. */
export type BatchResult<D> = { kind: "decided"; decision: D } | { kind: "failure"; failure: unknown };

/** Why an item was removed from the queue without being run. */
export type RejectionReason = "queue_full" | "queue_timeout" | "cancelled";

/** How a batch runs. `C` is a resource, such as a connection, that each batch has to itself. */
export interface BatchSteps<C, I, D> {
  acquire(): Promise<C>;
  /** Converts an error of `acquire` to the failure that each queued item gets. */
  toFailure(error: unknown): unknown;
  /** Converts the reason of a rejection to the failure that the item gets. */
  toRejection(reason: RejectionReason): unknown;
  /** Releases a resource that no item needs, because all items were cancelled or rejected. Otherwise `run` releases it. */
  release(resource: C): void;
  /** Runs the items and returns one result each, in their order. An exception is a failure of every item. */
  run(resource: C, items: readonly I[]): Promise<BatchResult<D>[]>;
  /** True if the caller no longer waits for the result. */
  isCancelled(item: I): boolean;
}

export interface BatchObserver {
  /** A batch starts; `waited` is the queue time of its first item, in seconds. */
  onBatch(batch: { size: number; waited: number }): void;
  onRejected(reason: RejectionReason): void;
}

export interface BatcherOptions<C, I, D> {
  steps: BatchSteps<C, I, D>;
  limits: BatchLimits;
  /** Default: 1. */
  sizeOf?(item: I): number;
  observer?: BatchObserver;
}

interface Queued<I, D> {
  item: I;
  size: number;
  since: number;
  resolve(result: BatchResult<D>): void;
}

const NO_OBSERVER: BatchObserver = { onBatch() {}, onRejected() {} };

/**
 * Runs queued items in batches, in order of arrival. While fewer than `concurrency` batches run, an item starts one at once; under
 * concurrent load it first waits for the items that have already arrived. A batch takes its items only after it has its resource.
 */
export class Batcher<C, I, D> {
  readonly #steps: BatchSteps<C, I, D>;
  readonly #limits: BatchLimits;
  readonly #sizeOf: (item: I) => number;
  readonly #observer: BatchObserver;
  readonly #delay = new AdaptiveDelay();
  readonly #drained = Promise.withResolvers<void>();
  #queue: Queued<I, D>[] = [];
  #queuedSize = 0;
  #running = 0;
  #acquiring = 0;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor({ steps, limits, sizeOf = () => 1, observer = NO_OBSERVER }: BatcherOptions<C, I, D>) {
    this.#steps = steps;
    this.#limits = limits;
    this.#sizeOf = sizeOf;
    this.#observer = observer;
  }

  /** The item's result; never rejects. */
  add(item: I): Promise<BatchResult<D>> {
    return new Promise((resolve) => {
      const { concurrency, queueLimit } = this.#limits;
      const size = this.#sizeOf(item);
      const isFull = () => this.#queuedSize + size > queueLimit;
      if (isFull()) this.#rejectAll("cancelled", (one) => this.#steps.isCancelled(one.item));
      if (this.#closed || isFull()) return this.#reject({ resolve }, "queue_full");
      this.#queue.push({ item, size, since: performance.now(), resolve });
      this.#queuedSize += size;
      if (this.#running < concurrency && this.#queuedSize > this.#acquiring * this.#limits.size) void this.#work();
      this.#startTimer();
    });
  }

  /** Rejects new items; resolves when all queued items have a result. */
  drain(): Promise<void> {
    this.#closed = true;
    this.#resolveIfDrained();
    return this.#drained.promise;
  }

  async #work(): Promise<void> {
    this.#running++;
    while (this.#queue.length > 0) await this.#runBatch();
    this.#running--;
    this.#resolveIfDrained();
  }

  #resolveIfDrained(): void {
    if (this.#closed && this.#running === 0) this.#drained.resolve();
  }

  async #runBatch(): Promise<void> {
    const resource = await this.#acquire();
    if (resource === null) return;
    const batch = this.#takeBatch();
    if (batch.length === 0) return this.#steps.release(resource);
    // Starts another worker for the rest of the queue.
    if (this.#queue.length > 0 && this.#running < this.#limits.concurrency) void this.#work();
    this.#delay.record(batch.length);
    this.#observer.onBatch({ size: batch.length, waited: (performance.now() - batch[0]!.since) / 1_000 });
    const results = await this.#run(resource, batch);
    for (const [at, one] of batch.entries()) one.resolve(results[at]!);
  }

  /** Null if `acquire` fails. Then the items that were queued before the attempt fail too. */
  async #acquire(): Promise<C | null> {
    this.#acquiring++;
    if (this.#delay.isNeeded) await this.#delay.wait(() => this.#queuedSize, this.#limits.size);
    const started = performance.now();
    try {
      return await this.#steps.acquire();
    } catch (error) {
      const failure = this.#steps.toFailure(error);
      for (const one of this.#remove(({ since }) => since <= started)) one.resolve({ kind: "failure", failure });
      return null;
    } finally {
      this.#acquiring--;
    }
  }

  async #run(resource: C, batch: readonly Queued<I, D>[]): Promise<BatchResult<D>[]> {
    const items = batch.map(({ item }) => item);
    try {
      return await this.#steps.run(resource, items);
    } catch (failure) {
      return items.map(() => ({ kind: "failure", failure }));
    }
  }

  /** Removes the next items from the queue, in order of arrival. Rejects those that were cancelled. */
  #takeBatch(): Queued<I, D>[] {
    const batch: Queued<I, D>[] = [];
    let free = this.#limits.size;
    let taken = 0;
    for (; taken < this.#queue.length; taken++) {
      const one = this.#queue[taken]!;
      if (this.#steps.isCancelled(one.item)) {
        this.#reject(one, "cancelled");
      } else {
        if (batch.length > 0 && one.size > free) break;
        batch.push(one);
        free -= one.size;
      }
      this.#queuedSize -= one.size;
    }
    this.#queue.splice(0, taken);
    return batch;
  }

  /** One timer serves the whole queue; a batch never waits for it. */
  #startTimer(): void {
    const first = this.#queue[0];
    if (this.#timer !== null || first === undefined) return;
    const { queueTimeoutMs } = this.#limits;
    const expire = () => {
      this.#timer = null;
      const now = performance.now();
      this.#rejectAll("queue_timeout", ({ since }) => since + queueTimeoutMs <= now);
      this.#startTimer();
    };
    // After the event loop was blocked, timers fire before sockets are read. `setImmediate` lets a resource arrive first.
    this.#timer = setTimeout(() => setImmediate(expire), first.since + queueTimeoutMs - performance.now());
  }

  #rejectAll(reason: RejectionReason, matches: (one: Queued<I, D>) => boolean): void {
    for (const one of this.#remove(matches)) this.#reject(one, reason);
  }

  #remove(matches: (one: Queued<I, D>) => boolean): Queued<I, D>[] {
    const removed = this.#queue.filter(matches);
    if (removed.length > 0) this.#queue = this.#queue.filter((one) => !matches(one));
    for (const { size } of removed) this.#queuedSize -= size;
    return removed;
  }

  #reject({ resolve }: Pick<Queued<I, D>, "resolve">, reason: RejectionReason): void {
    this.#observer.onRejected(reason);
    resolve({ kind: "failure", failure: this.#steps.toRejection(reason) });
  }
}

/** From this recent batch size on, a batch waits for more items before it starts. */
const CONCURRENT = 2;

/**
 * Decides whether a batch waits for more items before it starts. The callers of a finished batch send their next items one after another;
 * without the delay, the next batch would hold only one item.
 */
class AdaptiveDelay {
  #recentSize = 0;

  /** False while items arrive alone: these start at once. */
  get isNeeded(): boolean {
    return this.#recentSize >= CONCURRENT;
  }

  /** Records the size of a batch that starts. The weight of earlier batches halves each time. */
  record(size: number): void {
    this.#recentSize = Math.max(size, this.#recentSize / 2);
  }

  /** Waits until an event-loop turn ends without a new item, or until `enough` items are queued. */
  async wait(queued: () => number, enough: number): Promise<void> {
    // The current turn has partly passed, so it does not count.
    await nextTurn();
    for (let before = 0; queued() > before && queued() < enough; ) {
      before = queued();
      await nextTurn();
    }
  }
}
