import { Batcher, type RejectionReason } from "../../concurrency/batcher.ts";
import { StorageError } from "../../observe/storage-error.ts";
import { captureTrace, runBatch } from "../../observe/tracing.ts";
import type { IntrospectionRow } from "../../store/tokens/introspection.ts";
import type { TokenDependencies } from "./dependencies.ts";
import type { ReadStart } from "./introspection-cache.ts";

/** The rows of the requested tokens by id, and the state before their select was sent. */
export interface LoadedTokens {
  rows: ReadonlyMap<string, IntrospectionRow>;
  start: ReadStart;
}

export type TokenKind = "access" | "refresh";

/** Loads tokens of one kind by id. Queued loads share one select. */
export type IntrospectionLoader = (ids: readonly string[]) => Promise<LoadedTokens>;

export interface IntrospectionLoaderOptions {
  read(ids: readonly string[]): Promise<IntrospectionRow[]>;
  /** Called before each select is sent. */
  startRead(): ReadStart;
  /** The longest wait of a load for its select to start, in milliseconds; default 1000. */
  timeoutMs?: number | undefined;
}

/** The maximum number of concurrent selects. */
const SELECTS = 2;
/** The maximum number of ids in one select. */
const SELECT_IDS = 1_000;
const QUEUED_IDS = 100_000;
const TIMEOUT_MS = 1_000;

const REJECTIONS: Record<RejectionReason, string> = {
  queue_full: "too many introspections wait for the database",
  queue_timeout: "the introspection waited too long for the database",
  cancelled: "the introspection was cancelled",
};

interface Load {
  ids: readonly string[];
  trace: ReturnType<typeof captureTrace>;
}

/** Creates a loader that batches loads. A load never joins a select that was already sent, whose rows might predate the load. */
export function createIntrospectionLoader(options: IntrospectionLoaderOptions): IntrospectionLoader {
  const { read, startRead, timeoutMs = TIMEOUT_MS } = options;
  const batcher = new Batcher<void, Load, LoadedTokens>({
    steps: {
      acquire: async () => {},
      release() {},
      async run(_, loads) {
        const start = startRead();
        const ids = [...new Set(loads.flatMap((load) => load.ids))];
        const traces = loads.map(({ trace }) => trace);
        const rows = new Map((await runBatch("introspect", traces, () => read(ids))).map((row) => [row.id, row]));
        return loads.map(() => ({ kind: "decided", decision: { rows, start } }));
      },
      isCancelled: () => false,
      toFailure: (error) => error,
      toRejection: (reason) => new StorageError(REJECTIONS[reason]),
    },
    limits: { size: SELECT_IDS, concurrency: SELECTS, queueLimit: QUEUED_IDS, queueTimeoutMs: timeoutMs },
    sizeOf: ({ ids }) => ids.length,
  });
  return async (ids) => {
    const result = await batcher.add({ ids, trace: captureTrace() });
    if (result.kind === "failure") throw result.failure;
    return result.decision;
  };
}

const loaders = new WeakMap<TokenDependencies, Record<TokenKind, IntrospectionLoader>>();

/** The loader of these dependencies for tokens of `kind`. All calls share it. */
export function loaderOf(deps: TokenDependencies, kind: TokenKind): IntrospectionLoader {
  let byKind = loaders.get(deps);
  if (byKind === undefined) {
    const create = (of: TokenKind) =>
      createIntrospectionLoader({
        read: (ids) => deps.store.readTokens(of, ids),
        startRead: () => deps.cache?.startRead() ?? { tick: 0, at: 0 },
        timeoutMs: deps.loadTimeoutMs,
      });
    byKind = { access: create("access"), refresh: create("refresh") };
    loaders.set(deps, byKind);
  }
  return byKind[kind];
}
