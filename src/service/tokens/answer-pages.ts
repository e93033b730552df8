import {
  createPage,
  firstWordAt,
  isAbout,
  type KeptAnswer,
  PAGE_WORDS,
  type Page,
  type Profile,
  RecordWriter,
  readRecord,
  tokensOf,
  wordOf,
} from "./answer-records.ts";

/** Slots of which a key may have any. */
const WAYS = 8;
/** Bytes of pages for each slot, so that hardly a bucket is ever full. */
const BYTES_PER_SLOT = 96;
const MAX_PROFILES = 2 ** 16;
const MAX_SENT = 2 ** 32 - 1;

/**
 * Very many answers in little memory: each a record in a page outside of the garbage collector's sight, found by the SHA-256 of its token, of
 * 84 bytes and 44 to 104 more for what the page's tokens of one installation share. When there is no more room the oldest page goes, all of
 * it. Equal apps with equal scopes are held once.
 */
export class AnswerPages {
  readonly #most: number;
  readonly #pages: Page[] = [];
  #writer = new RecordWriter();
  /** Places by digest, so many for each bucket; 0 is free. */
  readonly #slots: Int32Array;
  readonly #profiles: Profile[] = [];
  readonly #profileNumbers = new Map<string, number>();
  #page = -1;
  #entries = 0;

  /** @param most pages of 1 MiB */
  constructor(most: number) {
    this.#most = most;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2((most * PAGE_WORDS * 4) / BYTES_PER_SLOT)));
  }

  get size(): number {
    return this.#entries;
  }

  /** @param key the token's SHA-256, a character for each of its bytes */
  get(key: string): KeptAnswer | null {
    const slot = this.#slotOf(key);
    if (slot === -1) return null;
    const place = this.#slots[slot]!;
    return readRecord(this.#pageOf(place), place % PAGE_WORDS, this.#profiles);
  }

  put(key: string, answer: KeptAnswer): void {
    if (answer.sent > MAX_SENT) return;
    const profile = this.#profileNumber(answer);
    const place = this.#write(key, answer, profile);
    const slot = this.#slotOf(key);
    if (slot === -1) this.#entries++;
    this.#slots[slot === -1 ? this.#freeSlot(key) : slot] = place;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#profiles.length = 0;
    this.#profileNumbers.clear();
    this.#pages.length = 0;
    this.#writer = new RecordWriter();
    this.#page = -1;
    this.#entries = 0;
  }

  #slotOf(key: string): number {
    const first = this.#bucketOf(wordOf(key, 0));
    for (let slot = first; slot < first + WAYS; slot++) {
      const place = this.#slots[slot]!;
      if (place !== 0 && isAbout(this.#pageOf(place), place % PAGE_WORDS, key)) return slot;
    }
    return -1;
  }

  #bucketOf(firstWord: number): number {
    return (firstWord & (this.#slots.length / WAYS - 1)) * WAYS;
  }

  #pageOf(place: number): Page {
    return this.#pages[Math.floor(place / PAGE_WORDS)]!;
  }

  /** A free one of the key's bucket; where there is none, one whose answer is lost by it. */
  #freeSlot(key: string): number {
    const first = this.#bucketOf(wordOf(key, 0));
    for (let slot = first; slot < first + WAYS; slot++) if (this.#slots[slot] === 0) return slot;
    this.#entries--;
    return first + (key.charCodeAt(4) % WAYS);
  }

  /** The place of a record at the end of the newest page. */
  #write(key: string, answer: KeptAnswer, profile: number): number {
    let at = this.#writer.write(key, answer, profile);
    if (at === null) {
      this.#turnPage();
      at = this.#writer.write(key, answer, profile)!;
    }
    return this.#page * PAGE_WORDS + at;
  }

  #turnPage(): void {
    this.#writer.end();
    const oneMore = this.#pages.length < this.#most;
    if (oneMore) this.#pages.push(createPage());
    // In a ring: behind the newest page comes the oldest.
    this.#page = oneMore ? this.#pages.length - 1 : (this.#page + 1) % this.#pages.length;
    if (!oneMore) this.#forgetPage(this.#page);
    this.#writer.begin(this.#pages[this.#page]!);
  }

  #forgetPage(number: number): void {
    const page = this.#pages[number]!;
    for (const at of tokensOf(page)) this.#forget(number * PAGE_WORDS + at, firstWordAt(page, at));
  }

  #forget(place: number, firstWord: number): void {
    const first = this.#bucketOf(firstWord);
    for (let slot = first; slot < first + WAYS; slot++) {
      if (this.#slots[slot] !== place) continue;
      this.#slots[slot] = 0;
      this.#entries--;
    }
  }

  #profileNumber({ clientId, scopes }: KeptAnswer): number {
    const name = `${clientId} ${scopes.join(" ")}`;
    const known = this.#profileNumbers.get(name);
    if (known !== undefined) return known;
    // Nobody has so many in earnest; where somebody does, the cache begins again.
    if (this.#profiles.length === MAX_PROFILES) this.clear();
    this.#profileNumbers.set(name, this.#profiles.length);
    return this.#profiles.push({ clientId, scopes }) - 1;
  }
}
