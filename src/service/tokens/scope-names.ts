/** The names of the scope catalogue, retired scopes included. */
export interface ScopeNames {
  /** The first of `names` that is not in the catalogue, or null. Throws storage errors. */
  findUnknown(names: readonly string[]): Promise<string | null>;
}

export interface ScopeNamesOptions {
  list(): Promise<readonly { name: string }[]>;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/** How long a name counts as unknown without another select, in milliseconds. */
const MAX_AGE_MS = 2_000;

/** Caches the names. Scopes are never deleted, so only an unknown name needs a newer list. */
export function createScopeNames({ list, now = () => performance.now() }: ScopeNamesOptions): ScopeNames {
  let known: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    async findUnknown(names) {
      const isUnknown = (name: string) => !known.has(name);
      if (names.some(isUnknown) && now() - readAt > MAX_AGE_MS) {
        const startedAt = now();
        known = new Set((await list()).map(({ name }) => name));
        readAt = startedAt;
      }
      return names.find(isUnknown) ?? null;
    },
  };
}
