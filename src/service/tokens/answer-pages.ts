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

const PAGE_BYTES = 1 << 20;
/** Records begin at multiples of it, so that a place in all pages is one 32-bit number. */
const UNIT = 8;
const PAGE_UNITS = PAGE_BYTES / UNIT;
const WAYS = 8;
/** Bytes of pages for each slot, so that hardly a bucket is ever full. */
const BYTES_PER_SLOT = 96;
const MAX_PROFILES = 2 ** 16;
const MAX_SENT = 2 ** 32 - 1;

/** Where things lie in a record; the merchant's id is at its end. */
const AT = { merchantLength: 0, test: 1, profile: 2, sent: 4, version: 8, early: 12, digest: 40 } as const;
const MOMENTS = { endsAt: 16, issuedAt: 24, expiresAt: 32 } as const;
const IDS = { familyId: 72, installationId: 88, accountId: 104 } as const;
const MERCHANT_AT = 120;

interface Profile {
  clientId: string;
  scopes: string[];
}

/**
 * Very many answers in little memory: each a record of 128 to 184 bytes in a page outside of the garbage collector's sight, found by the
 * SHA-256 of its token. When there is no more room the oldest page goes, all of it. Equal apps with equal scopes are held once.
 */
export class AnswerPages {
  readonly #most: number;
  readonly #pages: Buffer[] = [];
  /** Places by digest, so many for each bucket; 0 is free. */
  readonly #slots: Int32Array;
  readonly #profiles: Profile[] = [];
  readonly #profileNumbers = new Map<string, number>();
  #page = 0;
  /** The next free place of the page; 0 belongs to nobody, for it means a free slot. */
  #offset = UNIT;
  #entries = 0;

  /** @param most pages of 1 MiB */
  constructor(most: number) {
    this.#most = most;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2((most * PAGE_BYTES) / BYTES_PER_SLOT)));
  }

  get size(): number {
    return this.#entries;
  }

  /** @param key the token's SHA-256, a character for each of its bytes */
  get(key: string): KeptAnswer | null {
    const slot = this.#slotOf(key);
    return slot === -1 ? null : this.#read(this.#slots[slot]!);
  }

  put(key: string, answer: KeptAnswer): void {
    if (answer.sent > MAX_SENT) return;
    const profile = this.#profileNumber(answer);
    const place = this.#reserve(sizeWith(answer.merchantId.length));
    this.#write(place, key, { answer, profile });
    const slot = this.#slotOf(key);
    if (slot === -1) this.#entries++;
    this.#slots[slot === -1 ? this.#freeSlot(key) : slot] = place;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#profiles.length = 0;
    this.#profileNumbers.clear();
    this.#pages.length = 0;
    this.#page = 0;
    this.#offset = UNIT;
    this.#entries = 0;
  }

  #slotOf(key: string): number {
    const first = this.#bucketOf(key);
    for (let slot = first; slot < first + WAYS; slot++) {
      const place = this.#slots[slot]!;
      if (place !== 0 && this.#digestAt(place) === key) return slot;
    }
    return -1;
  }

  #bucketOf(key: string): number {
    const bits = key.charCodeAt(0) | (key.charCodeAt(1) << 8) | (key.charCodeAt(2) << 16) | (key.charCodeAt(3) << 24);
    return (bits & (this.#slots.length / WAYS - 1)) * WAYS;
  }

  /** A free one of the key's bucket; where there is none, one whose answer is lost by it. */
  #freeSlot(key: string): number {
    const first = this.#bucketOf(key);
    for (let slot = first; slot < first + WAYS; slot++) if (this.#slots[slot] === 0) return slot;
    this.#entries--;
    return first + (key.charCodeAt(4) % WAYS);
  }

  /** Room for a record at the end of the newest page. */
  #reserve(size: number): number {
    if (this.#pages.length === 0) this.#pages.push(Buffer.alloc(PAGE_BYTES));
    const isFull = this.#offset + size > PAGE_BYTES;
    if (isFull) this.#turnPage();
    const place = this.#page * PAGE_UNITS + this.#offset / UNIT;
    this.#offset += size;
    return place;
  }

  #turnPage(): void {
    // The end of the records, for whoever goes through them.
    if (this.#offset < PAGE_BYTES) this.#pages[this.#page]![this.#offset] = 0;
    const oneMore = this.#pages.length < this.#most;
    if (oneMore) this.#pages.push(Buffer.alloc(PAGE_BYTES));
    // In a ring: behind the newest page comes the oldest.
    this.#page = oneMore ? this.#pages.length - 1 : (this.#page + 1) % this.#pages.length;
    if (!oneMore) this.#forgetPage(this.#page);
    this.#offset = UNIT;
  }

  #forgetPage(number: number): void {
    const page = this.#pages[number]!;
    for (let offset = UNIT; offset < PAGE_BYTES; ) {
      const merchantLength = page[offset]!;
      if (merchantLength === 0) return;
      this.#forget(number * PAGE_UNITS + offset / UNIT);
      offset += sizeWith(merchantLength);
    }
  }

  #forget(place: number): void {
    const first = this.#bucketOf(this.#digestAt(place));
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

  #at(place: number): { page: Buffer; offset: number } {
    const number = Math.floor(place / PAGE_UNITS);
    return { page: this.#pages[number]!, offset: (place - number * PAGE_UNITS) * UNIT };
  }

  #digestAt(place: number): string {
    const { page, offset } = this.#at(place);
    return page.toString("latin1", offset + AT.digest, offset + AT.digest + 32);
  }

  #write(place: number, key: string, { answer, profile }: { answer: KeptAnswer; profile: number }): void {
    const { page, offset } = this.#at(place);
    page.writeUInt8(answer.merchantId.length, offset + AT.merchantLength);
    page.writeUInt8(answer.test ? 1 : 0, offset + AT.test);
    page.writeUInt16LE(profile, offset + AT.profile);
    page.writeUInt32LE(answer.sent, offset + AT.sent);
    page.writeInt32LE(answer.installationVersion, offset + AT.version);
    // In whole seconds, rather too early than too late.
    page.writeUInt32LE(Math.ceil((answer.endsAt - answer.keptUntil) / 1_000), offset + AT.early);
    for (const name of ["endsAt", "issuedAt", "expiresAt"] as const) {
      page.writeDoubleLE(answer[name], offset + MOMENTS[name]);
    }
    page.write(key, offset + AT.digest, "latin1");
    for (const name of ["familyId", "installationId", "accountId"] as const) {
      page.write(answer[name].replaceAll("-", ""), offset + IDS[name], "hex");
    }
    page.write(answer.merchantId, offset + MERCHANT_AT, "latin1");
  }

  #read(place: number): KeptAnswer {
    const { page, offset } = this.#at(place);
    const moment = (at: number) => page.readDoubleLE(offset + at);
    const uuid = (at: number) => toUuid(page.toString("hex", offset + at, offset + at + 16));
    const merchantAt = offset + MERCHANT_AT;
    const endsAt = moment(MOMENTS.endsAt);
    return {
      ...this.#profiles[page.readUInt16LE(offset + AT.profile)]!,
      sent: page.readUInt32LE(offset + AT.sent),
      endsAt,
      keptUntil: endsAt - page.readUInt32LE(offset + AT.early) * 1_000,
      issuedAt: moment(MOMENTS.issuedAt),
      expiresAt: moment(MOMENTS.expiresAt),
      familyId: uuid(IDS.familyId),
      installationId: uuid(IDS.installationId),
      accountId: uuid(IDS.accountId),
      installationVersion: page.readInt32LE(offset + AT.version),
      test: page.readUInt8(offset + AT.test) === 1,
      merchantId: page.toString("latin1", merchantAt, merchantAt + page[offset]!),
    };
  }
}

/** The bytes of a record; every merchant's id has 1 to 64 characters. */
function sizeWith(merchantLength: number): number {
  return Math.ceil((MERCHANT_AT + merchantLength) / UNIT) * UNIT;
}

function toUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
