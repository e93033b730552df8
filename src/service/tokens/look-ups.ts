import { StorageFault } from "../../observe/storage-fault.ts";
import type { IntrospectionRow } from "../../store/introspection.ts";
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
}

/** Selects under way at most: beyond, who comes waits for the next one to be free, and shares it. */
const SELECTS = 2;
/** Ids of one select; a request with more of its own has one to itself. */
const IDS = 1_000;
/** Ids that may wait: more come only while the database does not answer. */
const WAITING_IDS = 100_000;
/** Milliseconds after which one that waits hears that the database does not answer. */
const WAIT_MS = 1_000;

interface Waiting {
  ids: readonly string[];
  settle: (looked: Looked) => void;
  fail: (fault: unknown) => void;
}

/** A select that is on its way is joined by nobody, so what a look-up sees is never older than the look-up. */
export function createLookUp({ read, sending }: LookUpOptions): LookUp {
  let waiting: Waiting[] = [];
  let waitingIds = 0;
  let underWay = 0;
  const patience = createPatience(giveUp);

  async function run(): Promise<void> {
    const { group, rest, ids } = divide(waiting);
    waiting = rest;
    waitingIds -= ids.length;
    patience.end();
    underWay++;
    try {
      const sent = sending();
      const found = await read([...new Set(ids)]);
      const rows = new Map(found.map((row) => [row.id, row]));
      for (const { settle } of group) settle({ rows, sent });
    } catch (fault) {
      for (const { fail } of group) fail(fault);
    }
    underWay--;
    next();
  }

  function next(): void {
    while (underWay < SELECTS && waiting.length > 0) void run();
    if (waiting.length > 0) patience.begin();
  }

  /** Nobody's select has ended for so long that the database must be away. */
  function giveUp(): void {
    const group = waiting;
    waiting = [];
    waitingIds = 0;
    for (const { fail } of group) fail(new StorageFault("waited too long for the database"));
  }

  return (ids) =>
    new Promise((settle, fail) => {
      if (waitingIds + ids.length > WAITING_IDS) {
        fail(new StorageFault("too many wait for the database"));
        return;
      }
      waiting.push({ ids, settle, fail });
      waitingIds += ids.length;
      next();
    });
}

/** Calls `giveUp` once it has begun and nothing has ended it for `WAIT_MS`. */
function createPatience(giveUp: () => void) {
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
      }, WAIT_MS);
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
