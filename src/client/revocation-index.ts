import { type RevocationEvent, RevocationKind } from "../../gen/latchkey/v1/token_service_pb.ts";
import type { Grant } from "./grant.ts";

interface Revocation {
  /** The newest installation version that the event affects; Infinity for all. */
  version: number;
  position: number;
}

/** The maximum number of subjects per generation. The index keeps two generations. */
const MAX_SUBJECTS = 10_000;

/**
 * The position of the latest revocation of each subject in the feed. A cached grant stays valid while no later event names its token,
 * family, installation, app or merchant. Old subjects are evicted in bulk; a grant older than the evicted generation counts as affected.
 */
export class RevocationIndex {
  /** Number of events so far. Read it before a call to the core, whose answer may not reflect later events. */
  position = 0;
  #recent = new Map<string, Revocation[]>();
  #recentSince = 0;
  #older = new Map<string, Revocation[]>();
  /** Events up to this position are evicted. */
  #evicted = 0;
  readonly #maxSubjects: number;

  constructor(maxSubjects = MAX_SUBJECTS) {
    this.#maxSubjects = maxSubjects;
  }

  /** Adds an event. Ignores RESUMED: the suspension has already invalidated the grants. */
  add({ subject, kind, installationVersion }: RevocationEvent): void {
    if (kind === RevocationKind.RESUMED) return;
    // A subject of a newer core, unknown to this client, may affect any grant.
    if (subject.case === undefined || subject.case === "everything") this.invalidateAll();
    else if (subject.case === "installationId") this.#record(subject.value, installationVersion || Infinity);
    else this.#record(subject.value, Infinity);
  }

  /** Invalidates every grant. */
  invalidateAll(): void {
    this.#evicted = ++this.position;
    this.#recentSince = this.position;
    this.#recent.clear();
    this.#older.clear();
  }

  /** Whether an event after `position` affects the grant. */
  affects(grant: Grant, position: number): boolean {
    if (position === this.position) return false;
    if (position < this.#evicted) return true;
    const { tokenId, familyId, installationId, installationVersion, clientId, merchantId } = grant;
    return (
      this.#isLater(tokenId, position, 0) ||
      this.#isLater(familyId, position, 0) ||
      this.#isLater(installationId, position, installationVersion) ||
      this.#isLater(clientId, position, 0) ||
      this.#isLater(merchantId, position, 0)
    );
  }

  /** All subject types share one key space: a collision costs one lookup. */
  #record(id: string, version: number): void {
    const others = this.#recent.get(id)?.filter((entry) => entry.version > version) ?? [];
    this.#recent.set(id, [...others, { version, position: ++this.position }]);
    if (this.#recent.size >= this.#maxSubjects) this.#rotate();
  }

  #isLater(id: string, position: number, version: number): boolean {
    const isLater = (entry: Revocation) => entry.position > position && entry.version >= version;
    return (this.#recent.get(id)?.some(isLater) ?? false) || (this.#older.get(id)?.some(isLater) ?? false);
  }

  #rotate(): void {
    this.#older = this.#recent;
    this.#evicted = this.#recentSince;
    this.#recent = new Map();
    this.#recentSince = this.position;
  }
}
