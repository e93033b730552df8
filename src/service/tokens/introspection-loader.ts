import { AdaptiveDelay } from "../../concurrency/adaptive-delay.ts";
import { StorageError } from "../../observe/storage-error.ts";
import type { IntrospectionRow } from "../../store/tokens/introspection.ts";
import type { Sent } from "./answer-cache.ts";

/** The rows of the tokens that were asked for, by id, and when the select was sent. */
export interface Looked {
  rows: ReadonlyMap<string, IntrospectionRow>;
  sent: Sent;
}

/** Looks tokens of one kind up by id. All that wait share one select; who finds a free place waits for nobody. */
export type LookUp = (ids: readonly string[]) => Promise<Looked>;

export interface LookUpOptions {
  read(ids: readonly string[]): Promise<IntrospectionRow[]>;
  /** Called before each select is sent. */
  sending(): Sent;
  /** Milliseconds after which a look-up that waits hears that the database does not answer; default 1000. */
  timeoutMs?: number | undefined;
}

/** Selects under way at most: beyond, who comes waits for the next one to be free, and shares it. */
const SELECTS = 2;
/** Ids of one select; a request with more of its own has one to itself. */
const IDS = 1_000;
/** Ids that may wait: more come only while the database does not answer. */
const WAITING_IDS = 100_000;
const TIMEOUT_MS = 1_000;

interface Waiting {
  ids: readonly string[];
  settle: (looked: Looked) => void;
  fail: (fault: unknown) => void;
}

/** A select that is on its way is joined by nobody, so what a look-up sees is never older than the look-up. */
export function createLookUp(options: LookUpOptions): LookUp {
  const selects = new Selects(options);
  return (ids) => selects.join(ids);
}

class Selects {
  readonly #options: LookUpOptions;
  readonly #delay = new AdaptiveDelay();
  readonly #patience: Patience;
  #waiting: Waiting[] = [];
  #waitingIds = 0;
  #underWay = 0;
  #isGathering = false;

  constructor(options: LookUpOptions) {
    this.#options = options;
    this.#patience = createPatience(() => this.#giveUp(), options.timeoutMs ?? TIMEOUT_MS);
  }

  join(ids: readonly string[]): Promise<Looked> {
    return new Promise((settle, fail) => {
      if (this.#waitingIds + ids.length > WAITING_IDS) {
        fail(new StorageError("too many wait for the database"));
        return;
      }
      this.#waiting.push({ ids, settle, fail });
      this.#waitingIds += ids.length;
      this.#next();
    });
  }

  #next(): void {
    while (this.#underWay < SELECTS && this.#waiting.length > 0 && !this.#isGathering) void this.#run();
    if (this.#waiting.length > 0) this.#patience.begin();
  }

  async #run(): Promise<void> {
    this.#underWay++;
    if (this.#delay.isNeeded) await this.#gather();
    // Who was gathered may have heard meanwhile that it took too long.
    if (this.#waiting.length > 0) await this.#select();
    this.#underWay--;
    this.#next();
  }

  async #select(): Promise<void> {
    const { group, rest, ids } = divide(this.#waiting);
    this.#waiting = rest;
    this.#waitingIds -= ids.length;
    this.#delay.record(group.length);
    this.#patience.end();
    try {
      const sent = this.#options.sending();
      const reading = this.#options.read([...new Set(ids)]);
      // Whoever came past the end of this select, or while its members were gathered, may have the next.
      this.#next();
      const rows = new Map((await reading).map((row) => [row.id, row]));
      for (const { settle } of group) settle({ rows, sent });
    } catch (fault) {
      for (const { fail } of group) fail(fault);
    }
  }

  /** Meanwhile nobody else takes from those who wait. */
  async #gather(): Promise<void> {
    this.#isGathering = true;
    await this.#delay.wait(() => this.#waitingIds, IDS);
    this.#isGathering = false;
  }

  /** Nobody's select has ended for so long that the database must be away. */
  #giveUp(): void {
    const group = this.#waiting;
    this.#waiting = [];
    this.#waitingIds = 0;
    for (const { fail } of group) fail(new StorageError("waited too long for the database"));
  }
}

type Patience = ReturnType<typeof createPatience>;

/** Calls `giveUp` once it has begun and nothing has ended it for `timeoutMs`. */
function createPatience(giveUp: () => void, timeoutMs: number) {
  let timer: NodeJS.Timeout | null = null;
  let last: NodeJS.Immediate | undefined;
  return {
    begin() {
      // A process that was held up sees its timers before what the database has sent meanwhile.
      timer ??= setTimeout(() => {
        last = setImmediate(() => {
          timer = null;
          giveUp();
        });
      }, timeoutMs);
    },
    end() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      clearImmediate(last);
    },
  };
}

/** Those who wait, in order, as many as one select takes, and who waits on. */
function divide(waiting: readonly Waiting[]) {
  let count = 0;
  const end = waiting.findIndex(({ ids }, at) => {
    count += ids.length;
    return at > 0 && count > IDS;
  });
  const group = end === -1 ? waiting.slice() : waiting.slice(0, end);
  return { group, rest: end === -1 ? [] : waiting.slice(end), ids: group.flatMap(({ ids }) => ids) };
}
