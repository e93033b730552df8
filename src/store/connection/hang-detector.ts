import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../../observe/log.ts";
import { StorageError } from "../../observe/storage-error.ts";
import { DatabaseClient } from "./client.ts";
import { isOutOfConnections } from "./errors.ts";
import { HeldConnections } from "./held-connections.ts";

export interface HangDetectorOptions {
  /** The PostgreSQL URL to which the detector opens a connection of its own. */
  url: string;
  /** DATABASE_TIMEOUT in milliseconds. A hang is detected after 1.0 to 1.2 times this value. */
  timeoutMs: number;
  log: Pick<Log, "error" | "info">;
}

/** When the database stops responding, fails all requests at once, and further requests until it responds again. */
export interface HangDetector {
  /** Calls `acquire`, unless the database hangs. Rejects if the database starts to hang while the caller waits. */
  guard(acquire: () => Promise<pg.PoolClient>): Promise<pg.PoolClient>;
  /** Closes this connection when the database hangs. */
  track(client: pg.ClientBase): void;
  stop(): Promise<void>;
}

/** The use of a connection, from the request for it to its release. */
interface Checkout {
  since: number;
  abandon: (() => void) | null;
}

const TICKS_PER_TIMEOUT = 10;
/** A use of a connection that takes longer than this number of ticks starts a probe. */
const SUSPECT_TICKS = 4;
/** A probe that has no answer after this number of ticks means that the database hangs. */
const PROBE_TICKS = 6;

/** Creates a detector and starts it. */
export function createHangDetector(options: HangDetectorOptions): HangDetector {
  return new ProbingDetector(options);
}

/**
 * Sends `select 1` on its own connection if another connection is in use for longer than 0.4 times the timeout. The probe needs no lock and
 * no disk, so lock waits and slow commits are no hangs. It counts ticks of a timer, which pause with the process.
 */
class ProbingDetector implements HangDetector {
  readonly #options: HangDetectorOptions;
  readonly #tickMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #probes: HeldConnections;
  readonly #clients = new Set<pg.ClientBase>();
  /** The checkouts in the order of their start. */
  readonly #checkouts = new Set<Checkout>();
  readonly #held = new WeakMap<pg.ClientBase, Checkout>();
  #probing = false;
  #ticks = 0;
  #hangs = false;
  #stopped = false;

  constructor(options: HangDetectorOptions) {
    this.#options = options;
    this.#tickMs = options.timeoutMs / TICKS_PER_TIMEOUT;
    this.#probes = new HeldConnections({ size: 1, timeoutMs: options.timeoutMs, open: () => this.#open() });
    this.#timer = setInterval(() => this.#tick(), this.#tickMs).unref();
  }

  guard(acquire: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    if (this.#hangs) return Promise.reject(unresponsive());
    return new Promise((resolve, reject) => {
      const checkout: Checkout = { since: performance.now(), abandon: () => reject(unresponsive()) };
      this.#checkouts.add(checkout);
      acquire().then(
        (client) => {
          if (this.#checkouts.has(checkout)) resolve(this.#lend(client, checkout));
          else client.release(true);
        },
        (error: unknown) => {
          this.#checkouts.delete(checkout);
          reject(error);
        },
      );
    });
  }

  track(client: pg.ClientBase): void {
    this.#clients.add(client);
    client.once("end", () => {
      this.#clients.delete(client);
      this.#checkouts.delete(this.#held.get(client)!);
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#probes.end();
  }

  /** Ends the checkout when the client is released. */
  #lend(client: pg.PoolClient, checkout: Checkout): pg.PoolClient {
    checkout.abandon = null;
    this.#held.set(client, checkout);
    const { release } = client;
    client.release = (destroy) => {
      this.#checkouts.delete(checkout);
      release.call(client, destroy);
    };
    return client;
  }

  #tick(): void {
    if (this.#hangs) return;
    const [oldest] = this.#checkouts;
    const isLate = oldest !== undefined && performance.now() - oldest.since > SUSPECT_TICKS * this.#tickMs;
    if (!isLate) this.#ticks = 0;
    else if (!this.#probing) this.#startProbe();
    else if (++this.#ticks >= PROBE_TICKS) void this.#failUntilAnswered();
  }

  /** Starts a probe. An error, such as too many connections, also counts as an answer. */
  #startProbe(): void {
    this.#ticks = 0;
    this.#probing = true;
    const settle = () => {
      this.#probing = false;
    };
    this.#probe().then(settle, settle);
  }

  async #probe(): Promise<void> {
    const client = await this.#probes.acquire();
    try {
      await client.query("select 1");
      client.release();
    } catch (error) {
      // Closes the connection: the network may have lost it, and later probes would wait behind the current probe.
      client.release(true);
      destroy(client);
      throw error;
    }
  }

  async #open(): Promise<DatabaseClient> {
    const { url, timeoutMs } = this.#options;
    const client = new DatabaseClient({
      connectionString: url,
      application_name: "latchkey probe",
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    await client.connect();
    this.track(client);
    return client;
  }

  async #failUntilAnswered(): Promise<void> {
    const { log } = this.#options;
    this.#hangs = true;
    log.error("the database does not respond; requests fail until it does");
    for (const { abandon } of this.#checkouts) abandon?.();
    this.#checkouts.clear();
    for (const client of this.#clients) destroy(client);
    while (!this.#stopped && !(await this.#isAnswered())) await delay(this.#tickMs, undefined, { ref: false });
    this.#hangs = false;
    if (!this.#stopped) log.info("the database responds again");
  }

  /** True if the probe is answered, and also if the server has no connection left for it. */
  #isAnswered(): Promise<boolean> {
    return this.#probe().then(() => true, isOutOfConnections);
  }
}

/** Detects nothing. */
export const NO_DETECTOR: HangDetector = { guard: (acquire) => acquire(), track() {}, async stop() {} };

/** Applies the detector to a pool from which MikroORM acquires connections by promise. */
export function guardPool(pool: pg.Pool, detector: HangDetector): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (() => detector.guard(connect)) as typeof pool.connect;
  pool.on("connect", (client) => void detector.track(client));
}

/** Closes the socket without waiting for statements in progress, which then fail. */
function destroy(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

function unresponsive(): StorageError {
  return new StorageError("the database does not respond");
}
