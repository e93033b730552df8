import { hash } from "node:crypto";
import type { Grant } from "./grant.ts";
import type { Marks } from "./revocation-index.ts";

/** A grant that is kept. */
interface Entry {
  grant: Grant;
  /** The grant as introspect answers it: a promise made once, not once for each hit. */
  answer: Promise<Grant>;
  /** Where in the feed it was known to be true. */
  position: number;
  /** When it ends, by the monotonic clock in milliseconds. */
  until: number;
}

/** A grant as the core told it. */
export interface Found {
  grant: Grant;
  /** `marks.position` before the core was asked. */
  position: number;
  /** When it ends or is to be looked up anew, by the monotonic clock in milliseconds. */
  until: number;
}

/** How a token is called in memory: who reads it there has no token. */
export type TokenDigest = string;

export function digestOf(token: string): TokenDigest {
  return hash("sha256", token, "latin1");
}

/**
 * Grants by the SHA-256 of their tokens. At most `maxEntries`: those that were not asked for while half as many others were go, in bulk.
 * An entry is given only while nothing that the feed told concerns it; how fresh the feed is, is for the asker to know.
 */
export class GrantCache {
  readonly #marks: Marks;
  readonly #half: number;
  #recent = new Map<TokenDigest, Entry>();
  #older = new Map<TokenDigest, Entry>();
  /** Entries that an event ended. */
  dropped = 0;

  constructor(marks: Marks, maxEntries: number) {
    this.#marks = marks;
    this.#half = Math.max(1, Math.floor(maxEntries / 2));
  }

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** The grant that stands at `now`, as a promise; undefined if there is none. */
  find(digest: TokenDigest, now: number): Entry | undefined {
    let entry = this.#recent.get(digest);
    if (entry === undefined) {
      entry = this.#older.get(digest);
      if (entry === undefined) return undefined;
      this.#older.delete(digest);
      this.#put(digest, entry);
    }
    if (now < entry.until && this.#stands(entry)) return entry;
    this.#recent.delete(digest);
    return undefined;
  }

  /** Keeps a grant, unless something that happened since the core was asked concerns it. Says whether it did. */
  keep(digest: TokenDigest, { grant, position, until }: Found): boolean {
    this.drop(digest);
    if (this.#marks.concern(grant, position)) return false;
    this.#put(digest, { grant, answer: Promise.resolve(grant), position: this.#marks.position, until });
    return true;
  }

  drop(digest: TokenDigest): void {
    this.#recent.delete(digest);
    this.#older.delete(digest);
  }

  clear(): void {
    this.#recent.clear();
    this.#older.clear();
  }

  /** Remembers how far it was compared, so that the next hit compares nothing unless something came in between. */
  #stands(entry: Entry): boolean {
    const { position } = this.#marks;
    if (entry.position === position) return true;
    if (this.#marks.concern(entry.grant, entry.position)) {
      this.dropped++;
      return false;
    }
    entry.position = position;
    return true;
  }

  #put(digest: TokenDigest, entry: Entry): void {
    if (this.#recent.size >= this.#half) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(digest, entry);
  }
}
