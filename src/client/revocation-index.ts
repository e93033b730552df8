import { type RevocationEvent, RevocationKind } from "../../gen/latchkey/v1/token_service_pb.ts";
import type { Grant } from "./grant.ts";

interface Mark {
  /** Of an installation: the newest install that is concerned; later ones are not. Infinity: whichever. */
  version: number;
  position: number;
}

/** How many subjects are remembered, twice. */
const MOST_SUBJECTS = 10_000;

/**
 * What the feed has told, as far as it matters for grants that are kept: for each subject the place of its latest event. A grant remembers
 * the place at which it was known to be true, and stands as long as nothing on its token, family, installation, app or merchant came later.
 * Old subjects are forgotten in bulk; a grant that nobody has looked at for so long is then taken for concerned, and looked up anew.
 */
export class Marks {
  /** Counts events. Whoever asks the core notes it before, and what happened after it is not in the answer. */
  position = 0;
  #recent = new Map<string, Mark[]>();
  #recentSince = 0;
  #older = new Map<string, Mark[]>();
  /** What was known to be true before this place is not known any more. */
  #forgotten = 0;
  readonly #mostSubjects: number;

  constructor(mostSubjects = MOST_SUBJECTS) {
    this.#mostSubjects = mostSubjects;
  }

  /** Takes in an event. What was resumed had been dropped when it was suspended. */
  take({ subject, kind, installationVersion }: RevocationEvent): void {
    if (kind === RevocationKind.RESUMED) return;
    // A subject that this client does not know, for the core is newer, may be anybody's.
    if (subject.case === undefined || subject.case === "everything") this.takeEverything();
    else if (subject.case === "installationId") this.#mark(subject.value, installationVersion || Infinity);
    else this.#mark(subject.value, Infinity);
  }

  /** Nothing that was known is known any more. */
  takeEverything(): void {
    this.#forgotten = ++this.position;
    this.#recentSince = this.position;
    this.#recent.clear();
    this.#older.clear();
  }

  /** Whether something that came after `position` concerns the grant. */
  concern(grant: Grant, position: number): boolean {
    if (position === this.position) return false;
    if (position < this.#forgotten) return true;
    const { tokenId, familyId, installationId, installationVersion, clientId, merchantId } = grant;
    return (
      this.#isLater(tokenId, position, 0) ||
      this.#isLater(familyId, position, 0) ||
      this.#isLater(installationId, position, installationVersion) ||
      this.#isLater(clientId, position, 0) ||
      this.#isLater(merchantId, position, 0)
    );
  }

  /** Ids are not told apart by what they are of: two that were the same would cost a look-up, and no more. */
  #mark(id: string, version: number): void {
    const others = this.#recent.get(id)?.filter((mark) => mark.version > version) ?? [];
    this.#recent.set(id, [...others, { version, position: ++this.position }]);
    if (this.#recent.size >= this.#mostSubjects) this.#turnOver();
  }

  #isLater(id: string, position: number, version: number): boolean {
    const isLater = (mark: Mark) => mark.position > position && mark.version >= version;
    return (this.#recent.get(id)?.some(isLater) ?? false) || (this.#older.get(id)?.some(isLater) ?? false);
  }

  #turnOver(): void {
    this.#older = this.#recent;
    this.#forgotten = this.#recentSince;
    this.#recent = new Map();
    this.#recentSince = this.position;
  }
}
