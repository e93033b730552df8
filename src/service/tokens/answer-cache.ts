import { hash } from "node:crypto";
import type { Feed } from "../../store/feed-reader.ts";
import { type ActiveToken, AnswerPages, type KeptAnswer } from "./answer-pages.ts";
import { createRevocationMarks, type RevocationMarks } from "./revocation-marks.ts";

/** When a select was sent. */
export interface Sent {
  tick: number;
  /** Milliseconds of the monotonic clock. */
  at: number;
}

/** How often an answer was at hand, was not, or was passed over because the feed was too old. */
export interface CacheCounts {
  hits: number;
  misses: number;
  bypassed: number;
}

/** Answers about good access tokens, as true as the revocation feed is fresh. */
export interface AnswerCache {
  /** What is known of a token; null: ask the database. The same answer is the same object. */
  find(token: string): ActiveToken | null;
  /** To be called before a select is sent. */
  sending(): Sent;
  /** Keeps what a select said of a token, unless something happened to the token since it was sent. */
  keep(token: string, answer: ActiveToken, sent: Sent): void;
  readonly size: number;
  readonly counts: Readonly<CacheCounts>;
}

export interface AnswerCacheOptions {
  feed: Feed;
  /** Milliseconds: past this age of the feed, nothing is answered from here. */
  maxAgeMs: number;
  issuer: string;
  /** Mebibytes of answers at most. */
  pages?: number;
  /** Default: marks that follow the feed. */
  marks?: RevocationMarks;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** A million answers where merchants' ids have 36 characters. */
const PAGES = 184;
/** The feed tells what ends and narrows, not what widens, and last uses are noted when the database is asked: both are late by this at most. */
const KEPT_MS = 300_000;
/** Answers ready to be sent, of two generations. */
const HOT = 8_192;

/** An empty cache that follows the feed. */
export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { feed, maxAgeMs, issuer, now = () => performance.now() } = options;
  const marks = options.marks ?? createRevocationMarks();
  const pages = new AnswerPages(options.pages ?? PAGES);
  const counts: CacheCounts = { hits: 0, misses: 0, bypassed: 0 };
  let hot = new Map<string, HotAnswer>();
  let cooling = new Map<string, HotAnswer>();
  feed.follow(marks);

  const warm = (key: string, answer: HotAnswer): HotAnswer => {
    if (hot.size >= HOT) {
      cooling = hot;
      hot = new Map();
    }
    hot.set(key, answer);
    return answer;
  };

  function look(key: string): HotAnswer | null {
    const ready = hot.get(key);
    if (ready !== undefined) return ready;
    const cooler = cooling.get(key);
    if (cooler !== undefined) return warm(key, cooler);
    const kept = pages.get(key);
    return kept === null ? null : warm(key, new HotAnswer(kept, { issuer, now }));
  }

  return {
    find(token) {
      if (feed.ageMs() > maxAgeMs) {
        counts.bypassed++;
        return null;
      }
      const answer = look(keyOf(token));
      if (answer === null || !answer.isKept(now()) || !answer.stands(marks)) {
        counts.misses++;
        return null;
      }
      counts.hits++;
      return answer;
    },
    sending: () => ({ tick: marks.now(), at: now() }),
    keep(token, answer, { tick, at }) {
      if (answer.tokenKind !== "access" || !marks.standsSince(tick, answer)) return;
      const endsAt = at + answer.validFor / 1_000;
      const kept: KeptAnswer = { ...answer, sent: tick, endsAt, keptUntil: Math.min(endsAt, at + KEPT_MS) };
      const key = keyOf(token);
      pages.put(key, kept);
      warm(key, new HotAnswer(kept, { issuer, now }));
    },
    get size() {
      return pages.size;
    },
    counts,
  };
}

/** The SHA-256 of a token, a character for each byte: no cache holds a usable token. */
function keyOf(token: string): string {
  return hash("sha256", token, "latin1");
}

/** An answer that counts down by itself. */
class HotAnswer implements ActiveToken {
  readonly active = true;
  readonly tokenKind = "access";
  readonly scopes: string[];
  readonly clientId: string;
  readonly merchantId: string;
  readonly installationId: string;
  readonly installationVersion: number;
  readonly accountId: string;
  readonly familyId: string;
  readonly tokenId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly issuer: string;
  readonly test: boolean;
  readonly #endsAt: number;
  readonly #keptUntil: number;
  readonly #now: () => number;
  #sent: number;

  constructor(kept: KeptAnswer, { issuer, now }: { issuer: string; now: () => number }) {
    this.scopes = kept.scopes;
    this.clientId = kept.clientId;
    this.merchantId = kept.merchantId;
    this.installationId = kept.installationId;
    this.installationVersion = kept.installationVersion;
    this.accountId = kept.accountId;
    this.familyId = kept.familyId;
    this.tokenId = kept.tokenId;
    this.issuedAt = kept.issuedAt;
    this.expiresAt = kept.expiresAt;
    this.issuer = issuer;
    this.test = kept.test;
    this.#endsAt = kept.endsAt;
    this.#keptUntil = kept.keptUntil;
    this.#now = now;
    this.#sent = kept.sent;
  }

  get validFor(): number {
    return Math.max(0, Math.floor((this.#endsAt - this.#now()) * 1_000));
  }

  isKept(now: number): boolean {
    return now < this.#keptUntil;
  }

  /** True if nothing happened to the token since it was asked for. */
  stands(marks: RevocationMarks): boolean {
    if (!marks.standsSince(this.#sent, this)) return false;
    // As good as if it had been asked for now: the next look compares one number.
    this.#sent = marks.now();
    return true;
  }
}
