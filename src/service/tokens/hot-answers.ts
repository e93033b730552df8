import type { ActiveToken, KeptAnswer } from "./answer-records.ts";
import type { RevocationMarks } from "./revocation-index.ts";

/** Answers of one generation. */
const MOST = 8_192;

/** Answers ready to be sent, of two generations: those of tokens that come again and again. */
export interface HotAnswers {
  get(key: string): HotAnswer | undefined;
  /** Keeps an answer that is asked for a second time. What is asked for once must not drive out what is asked for all the time. */
  put(key: string, answer: HotAnswer): void;
  drop(key: string): void;
}

export function createHotAnswers(most = MOST): HotAnswers {
  const comesAgain = createMemory();
  let young = new Map<string, HotAnswer>();
  let old = new Map<string, HotAnswer>();

  const warm = (key: string, answer: HotAnswer) => {
    if (young.size >= most) {
      old = young;
      young = new Map();
      comesAgain.forget();
    }
    young.set(key, answer);
  };

  return {
    get(key) {
      const answer = young.get(key);
      if (answer !== undefined) return answer;
      const aged = old.get(key);
      if (aged !== undefined) warm(key, aged);
      return aged;
    },
    put(key, answer) {
      if (comesAgain.has(key)) warm(key, answer);
    },
    drop(key) {
      young.delete(key);
      old.delete(key);
    },
  };
}

/** Tells a token's second coming from its first, now and then of one that never came. */
function createMemory() {
  const seen = new Uint8Array(2 ** 16);
  return {
    has(key: string): boolean {
      const at = key.charCodeAt(5) | (key.charCodeAt(6) << 8);
      const before = seen[at] === 1;
      seen[at] = 1;
      return before;
    },
    forget: () => void seen.fill(0),
  };
}

interface HotOptions {
  tokenId: string;
  issuer: string;
  now: () => number;
}

/** An answer that counts down by itself. */
export class HotAnswer implements ActiveToken {
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

  constructor(kept: KeptAnswer, { tokenId, issuer, now }: HotOptions) {
    this.scopes = kept.scopes;
    this.clientId = kept.clientId;
    this.merchantId = kept.merchantId;
    this.installationId = kept.installationId;
    this.installationVersion = kept.installationVersion;
    this.accountId = kept.accountId;
    this.familyId = kept.familyId;
    this.tokenId = tokenId;
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
