import { hash } from "node:crypto";
import type { TokenFormat } from "../../credential/token.ts";
import type { Feed } from "../../store/feed/feed-reader.ts";
import { AnswerPages } from "./answer-pages.ts";
import type { ActiveToken, KeptAnswer } from "./answer-records.ts";
import { createHotAnswers, HotAnswer } from "./hot-answers.ts";
import { createRevocationMarks, type RevocationMarks } from "./revocation-index.ts";

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
  /** The cached answer, the same object each time; null: ask the database. Without `seesTest` a test merchant's token is a miss. */
  find(token: string, seesTest: boolean): ActiveToken | null;
  /** What is known of all of them; null, and nothing counted, where one is not: whoever asks about each by `find` then has each counted once. */
  findAll(tokens: readonly string[], seesTest: boolean): ActiveToken[] | null;
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
  /** The id in the text of an access token that is one. */
  idOf(token: string): string;
  /** Mebibytes of answers at most. */
  pages?: number;
  /** Default: marks that follow the feed. */
  marks?: RevocationMarks;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** A million answers where merchants' ids have 36 characters and no two tokens are of one installation; more where many are. */
const PAGES = 153;
/** The feed tells what ends and narrows, not what widens, and last uses are noted when the database is asked: both are late by this at most. */
const KEPT_MS = 300_000;

/** An empty cache that follows the feed. */
export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { feed, maxAgeMs, issuer, idOf, now = () => performance.now() } = options;
  const marks = options.marks ?? createRevocationMarks();
  const pages = new AnswerPages(options.pages ?? PAGES);
  const counts: CacheCounts = { hits: 0, misses: 0, bypassed: 0 };
  const hot = createHotAnswers();
  feed.subscribe(marks);

  function look(key: string, token: string): HotAnswer | null {
    const ready = hot.get(key);
    if (ready !== undefined) return ready;
    const kept = pages.get(key);
    if (kept === null) return null;
    const answer = new HotAnswer(kept, { tokenId: idOf(token), issuer, now });
    hot.put(key, answer);
    return answer;
  }

  function lookStanding(token: string, seesTest: boolean): HotAnswer | null {
    const answer = look(keyOf(token), token);
    if (answer === null || (answer.test && !seesTest)) return null;
    return answer.isKept(now()) && answer.stands(marks) ? answer : null;
  }

  return {
    find(token, seesTest) {
      if (feed.ageMs() > maxAgeMs) {
        counts.bypassed++;
        return null;
      }
      const answer = lookStanding(token, seesTest);
      counts[answer === null ? "misses" : "hits"]++;
      return answer;
    },
    findAll(tokens, seesTest) {
      if (feed.ageMs() > maxAgeMs) return null;
      const answers: ActiveToken[] = [];
      for (const token of tokens) {
        const answer = lookStanding(token, seesTest);
        if (answer === null) return null;
        answers.push(answer);
      }
      counts.hits += answers.length;
      return answers;
    },
    sending: () => ({ tick: marks.now(), at: now() }),
    keep(token, answer, { tick, at }) {
      if (answer.tokenKind !== "access" || !marks.standsSince(tick, answer)) return;
      const endsAt = at + answer.validFor / 1_000;
      const kept: KeptAnswer = { ...answer, sent: tick, endsAt, keptUntil: Math.min(endsAt, at + KEPT_MS) };
      const key = keyOf(token);
      hot.drop(key);
      pages.put(key, kept);
    },
    get size() {
      return pages.size;
    },
    counts,
  };
}

/** Reads the id of texts that were found to be access tokens. */
export function idReader(format: TokenFormat): (token: string) => string {
  return (text) => {
    const token = format.parse(text, "at");
    if (token.kind !== "token") throw new TypeError("what is kept was a token");
    return token.id;
  };
}

/** The SHA-256 of a token, a character for each byte: no cache holds a usable token. */
function keyOf(token: string): string {
  return hash("sha256", token, "latin1");
}
