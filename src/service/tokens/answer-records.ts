import type { Introspection } from "./operations.ts";

export type ActiveToken = Extract<Introspection, { active: true }>;

/** An answer about an access token, and until when it is one. Milliseconds are the process's monotonic clock's. */
export interface KeptAnswer extends Omit<ActiveToken, "active" | "tokenKind" | "tokenId" | "validFor" | "issuer"> {
  /** The tick at which its select was sent (`RevocationMarks`). */
  sent: number;
  /** When the token ends. */
  endsAt: number;
  /** When the answer has to be asked for anew. */
  keptUntil: number;
}

/** What the tokens of one app with the same scopes have in common. */
export interface Profile {
  clientId: string;
  scopes: string[];
}

/** A mebibyte outside of the garbage collector's sight: the same memory as numbers of 32 bits and as bytes. */
export interface Page {
  readonly words: Int32Array;
  readonly bytes: Buffer;
}

export const PAGE_WORDS = 1 << 18;
/** Where the first record lies, so that no place is 0. */
const FIRST = 1;
/** A record's first byte: this for a token, for a grant the length of its merchant's id, which is 1 to 64, and 0 behind the last one. */
const TOKEN = 255;
/** Words of a token's record. Its head says where the page holds the token's grant. */
const TOKEN_AT = { sent: 1, early: 2, digest: 3, familyId: 11, issuedAt: 15, expiresAt: 17, endsAt: 19 } as const;
const TOKEN_WORDS = 21;
/** Words of a SHA-256. */
const DIGEST_WORDS = 8;
/** Words of a grant: what tokens of one installation have in common. Its head holds the profile and whether the merchant is for tests. */
const GRANT_AT = { version: 1, installationId: 2, accountId: 6, merchantId: 10 } as const;
const LONGEST_MERCHANT = 64;
const TEST = 1 << 16;

export function createPage(): Page {
  const words = new Int32Array(PAGE_WORDS);
  return { words, bytes: Buffer.from(words.buffer) };
}

/** Writes records into one page after another; the same grant is written once into a page. */
export class RecordWriter {
  #page: Page | null = null;
  #end = 0;
  readonly #grant = createScratch();
  /** Where a grant of this page lies, by its hash: the last of those with one hash. */
  readonly #known = new Int32Array(1 << 12);

  /** Whatever the page held before is written over. */
  begin(page: Page): void {
    this.#page = page;
    this.#end = FIRST;
    this.#known.fill(0);
  }

  /** Where the record lies that was written; null where there is no page yet, or no more room in it. */
  write(key: string, answer: KeptAnswer, profile: number): number | null {
    const size = encodeGrant(this.#grant, answer, profile);
    if (this.#page === null || this.#end + size + TOKEN_WORDS > PAGE_WORDS) return null;
    const { words } = this.#page;
    const grant = this.#placeGrant(words, size);
    const at = this.#end;
    this.#end += TOKEN_WORDS;
    writeToken(words, at, { key, answer, grant });
    return at;
  }

  /** Marks the end of the records, for whoever goes through them. */
  end(): void {
    if (this.#page !== null && this.#end < PAGE_WORDS) this.#page.words[this.#end] = 0;
  }

  #placeGrant(words: Int32Array, size: number): number {
    const grant = this.#grant.words;
    const hash = hashOf(grant) & (this.#known.length - 1);
    const known = this.#known[hash]!;
    if (known !== 0 && isSame(words, known, grant, size)) return known;
    const at = this.#end;
    for (let word = 0; word < size; word++) words[at + word] = grant[word]!;
    this.#end += size;
    this.#known[hash] = at;
    return at;
  }
}

/** Whether the record is about the token with this SHA-256. */
export function isAbout({ words }: Page, at: number, key: string): boolean {
  for (let word = 0; word < DIGEST_WORDS; word++)
    if (words[at + TOKEN_AT.digest + word] !== wordOf(key, word)) return false;
  return true;
}

/** Four bytes of a SHA-256, which is given as a character for each byte. */
export function wordOf(key: string, word: number): number {
  const at = word * 4;
  const low = key.charCodeAt(at) | (key.charCodeAt(at + 1) << 8);
  return low | (key.charCodeAt(at + 2) << 16) | (key.charCodeAt(at + 3) << 24);
}

/** The first four bytes of the SHA-256 of the record's token. */
export function firstWordAt({ words }: Page, at: number): number {
  return words[at + TOKEN_AT.digest]!;
}

/** Where the tokens of a page lie. */
export function* tokensOf({ words }: Page): Generator<number> {
  for (let at = FIRST; at < PAGE_WORDS; ) {
    const kind = words[at]! >>> 24;
    if (kind === 0) return;
    if (kind === TOKEN) yield at;
    at += kind === TOKEN ? TOKEN_WORDS : grantWords(kind);
  }
}

/** @param profiles by number */
export function readRecord({ words, bytes }: Page, at: number, profiles: readonly Profile[]): KeptAnswer {
  const grant = words[at]! & (PAGE_WORDS - 1);
  const head = words[grant]!;
  const { clientId, scopes } = profiles[head & (TEST - 1)]!;
  const merchantAt = (grant + GRANT_AT.merchantId) * 4;
  const endsAt = readDouble(words, at + TOKEN_AT.endsAt);
  return {
    clientId,
    scopes,
    sent: words[at + TOKEN_AT.sent]! >>> 0,
    endsAt,
    keptUntil: endsAt - (words[at + TOKEN_AT.early]! >>> 0) * 1_000,
    issuedAt: readDouble(words, at + TOKEN_AT.issuedAt),
    expiresAt: readDouble(words, at + TOKEN_AT.expiresAt),
    familyId: readUuid(words, at + TOKEN_AT.familyId),
    installationId: readUuid(words, grant + GRANT_AT.installationId),
    accountId: readUuid(words, grant + GRANT_AT.accountId),
    installationVersion: words[grant + GRANT_AT.version]!,
    test: (head & TEST) !== 0,
    merchantId: bytes.toString("latin1", merchantAt, merchantAt + (head >>> 24)),
  };
}

interface TokenParts {
  key: string;
  answer: KeptAnswer;
  /** Where it lies in the page. */
  grant: number;
}

function writeToken(words: Int32Array, at: number, { key, answer, grant }: TokenParts): void {
  words[at] = (TOKEN << 24) | grant;
  words[at + TOKEN_AT.sent] = answer.sent;
  // In whole seconds, rather too early than too late.
  words[at + TOKEN_AT.early] = Math.ceil((answer.endsAt - answer.keptUntil) / 1_000);
  for (let word = 0; word < DIGEST_WORDS; word++) words[at + TOKEN_AT.digest + word] = wordOf(key, word);
  writeUuid(words, at + TOKEN_AT.familyId, answer.familyId);
  writeDouble(words, at + TOKEN_AT.issuedAt, answer.issuedAt);
  writeDouble(words, at + TOKEN_AT.expiresAt, answer.expiresAt);
  writeDouble(words, at + TOKEN_AT.endsAt, answer.endsAt);
}

function createScratch(): Page {
  const words = new Int32Array(grantWords(LONGEST_MERCHANT));
  return { words, bytes: Buffer.from(words.buffer) };
}

/** How many words it takes. */
function encodeGrant({ words, bytes }: Page, answer: KeptAnswer, profile: number): number {
  const { merchantId } = answer;
  const size = grantWords(merchantId.length);
  // Behind the merchant's id.
  words[size - 1] = 0;
  words[0] = (merchantId.length << 24) | (answer.test ? TEST : 0) | profile;
  words[GRANT_AT.version] = answer.installationVersion;
  writeUuid(words, GRANT_AT.installationId, answer.installationId);
  writeUuid(words, GRANT_AT.accountId, answer.accountId);
  bytes.write(merchantId, GRANT_AT.merchantId * 4, "latin1");
  return size;
}

function grantWords(merchantLength: number): number {
  return GRANT_AT.merchantId + Math.ceil(merchantLength / 4);
}

/** By the ends of the ids, which are random. */
function hashOf(grant: Int32Array): number {
  const bits = grant[0]! ^ grant[GRANT_AT.installationId + 3]! ^ Math.imul(grant[GRANT_AT.accountId + 3]!, 31);
  return bits ^ (bits >>> 16);
}

function isSame(words: Int32Array, at: number, grant: Int32Array, size: number): boolean {
  for (let word = 0; word < size; word++) if (words[at + word] !== grant[word]) return false;
  return true;
}

/** A UUID's text is 36 characters; here it is four words, the first digits first. */
function writeUuid(words: Int32Array, at: number, id: string): void {
  words[at] = hexWord(id, 0, 4);
  words[at + 1] = hexWord(id, 9, 14);
  words[at + 2] = hexWord(id, 19, 24);
  words[at + 3] = hexWord(id, 28, 32);
}

/** Four digits from each of two places. */
function hexWord(id: string, high: number, low: number): number {
  let word = 0;
  for (let at = high; at < high + 4; at++) word = (word << 4) | digit(id.charCodeAt(at));
  for (let at = low; at < low + 4; at++) word = (word << 4) | digit(id.charCodeAt(at));
  return word;
}

const digit = (code: number): number => (code < 58 ? code - 48 : code - 87);

const DIGITS = Buffer.from("0123456789abcdef");
/** Of an id that is read, with its dashes. */
const text = Buffer.alloc(36, "-");

function readUuid(words: Int32Array, at: number): string {
  writeHex(words[at]!, 0, 4);
  writeHex(words[at + 1]!, 9, 14);
  writeHex(words[at + 2]!, 19, 24);
  writeHex(words[at + 3]!, 28, 32);
  return text.toString("latin1");
}

function writeHex(word: number, high: number, low: number): void {
  for (let digit = 0; digit < 4; digit++) {
    text[high + digit] = DIGITS[(word >>> (28 - 4 * digit)) & 15]!;
    text[low + digit] = DIGITS[(word >>> (12 - 4 * digit)) & 15]!;
  }
}

const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

function writeDouble(words: Int32Array, at: number, value: number): void {
  double[0] = value;
  words[at] = halves[0]!;
  words[at + 1] = halves[1]!;
}

function readDouble(words: Int32Array, at: number): number {
  halves[0] = words[at]!;
  halves[1] = words[at + 1]!;
  return double[0]!;
}
