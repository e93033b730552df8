import type pg from "pg";
import { type Backoff, jitteredBackoffMs } from "../../concurrency/retry.ts";
import { StorageError } from "../../observe/storage-error.ts";

export interface HeldOptions {
  size: number;
  /** Opens a connection that is ready for use. */
  open(): Promise<pg.Client>;
  /** The longest wait of a caller for a free connection, in milliseconds. */
  timeoutMs: number;
}

interface Waiter {
  resolve(client: pg.PoolClient): void;
  reject(error: unknown): void;
}

const BACKOFF: Backoff = { firstMs: 100, longestMs: 2_000 };

/**
 * A fixed number of connections, which are opened at the start and reopened in the background when they are lost. They stay available while
 * other clients use up PostgreSQL's `max_connections`; a pool of node-postgres would open its connections on demand.
 */
export class HeldConnections {
  readonly #options: HeldOptions;
  readonly #free: pg.Client[] = [];
  readonly #used = new Set<pg.Client>();
  readonly #waiters = new Set<Waiter>();
  readonly #closed = Promise.withResolvers<void>();
  #opening = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | null = null;
  #ending = false;

  constructor(options: HeldOptions) {
    this.#options = options;
    this.#fill();
  }

  get idleCount(): number {
    return this.#free.length;
  }

  /** The number of open connections, and of those that are being opened. */
  get totalCount(): number {
    return this.#free.length + this.#used.size + this.#opening;
  }

  get waitingCount(): number {
    return this.#waiters.size;
  }

  /** Waits for a free connection. @throws the error of the last attempt if none could be opened */
  acquire(): Promise<pg.PoolClient> {
    if (this.#ending) return Promise.reject(new StorageError("the connections are closed"));
    const client = this.#free.pop();
    if (client !== undefined) return Promise.resolve(this.#lend(client));
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    const waiter = { resolve, reject };
    this.#waiters.add(waiter);
    const timeout = setTimeout(() => {
      this.#waiters.delete(waiter);
      reject(new StorageError("no database connection was free in time"));
    }, this.#options.timeoutMs);
    // Tries at once, so that the caller does not wait for the pause between two attempts.
    if (this.totalCount === 0) this.#fill();
    return promise.finally(() => clearTimeout(timeout));
  }

  /** Closes free connections now, and those in use when they are released. */
  async end(): Promise<void> {
    this.#ending = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#rejectAll(new StorageError("the connections are closed"));
    await Promise.all(this.#free.splice(0).map((client) => client.end().catch(() => {})));
    this.#resolveIfClosed();
    return this.#closed.promise;
  }

  /** Opens the missing connections. */
  #fill(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const missing = this.#options.size - this.totalCount;
    for (let index = 0; index < missing; index++) void this.#open();
  }

  async #open(): Promise<void> {
    this.#opening++;
    try {
      const client = await this.#options.open();
      this.#opening--;
      this.#failures = 0;
      if (this.#ending) return await client.end().catch(() => {});
      client.on("error", () => this.#lose(client));
      client.on("end", () => this.#lose(client));
      this.#offer(client);
    } catch (error) {
      this.#opening--;
      if (this.totalCount === 0) this.#rejectAll(error);
      this.#fillLater();
    } finally {
      this.#resolveIfClosed();
    }
  }

  #fillLater(): void {
    if (this.#ending || this.#timer !== null) return;
    const pauseMs = jitteredBackoffMs(this.#failures++, BACKOFF);
    this.#timer = setTimeout(() => this.#fill(), pauseMs).unref();
  }

  #offer(client: pg.Client): void {
    const [waiter] = this.#waiters;
    if (waiter === undefined) return void this.#free.push(client);
    this.#waiters.delete(waiter);
    waiter.resolve(this.#lend(client));
  }

  #lend(client: pg.Client): pg.PoolClient {
    this.#used.add(client);
    return Object.assign(client, { release: (destroy?: Error | boolean) => this.#release(client, destroy) });
  }

  #release(client: pg.Client, destroy: Error | boolean = false): void {
    // A connection that was lost has already been removed.
    if (!this.#used.delete(client)) return;
    if (destroy === false && !this.#ending) this.#offer(client);
    else client.end().catch(() => {});
    this.#resolveIfClosed();
    if (!this.#ending) this.#fill();
  }

  #lose(client: pg.Client): void {
    const at = this.#free.indexOf(client);
    if (at >= 0) this.#free.splice(at, 1);
    else if (!this.#used.delete(client)) return;
    client.end().catch(() => {});
    this.#resolveIfClosed();
    this.#fillLater();
  }

  #rejectAll(error: unknown): void {
    for (const waiter of this.#waiters) waiter.reject(error);
    this.#waiters.clear();
  }

  #resolveIfClosed(): void {
    if (this.#ending && this.#used.size + this.#opening === 0) this.#closed.resolve();
  }
}
