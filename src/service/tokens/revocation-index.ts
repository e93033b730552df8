import type { EventSubject } from "../../model/revocation-event.ts";
import type { RecordedEvent } from "../../store/feed/feed-page.ts";
import type { FeedSubscriber } from "../../store/feed/feed-reader.ts";
import type { Introspection } from "./introspection.ts";

type IndexedSubject = Exclude<EventSubject, "EVERYTHING">;
type Subjects = Pick<
  Extract<Introspection, { active: true }>,
  "tokenId" | "familyId" | "installationId" | "clientId" | "merchantId"
>;

/** The newest event about each subject. Time is counted in ticks, one for each event. */
export interface RevocationIndex extends FeedSubscriber {
  /** The current tick. A select sent now sees every event so far. */
  tick(): number;
  /** True if no event since `tick` concerns the token. */
  isUnchangedSince(tick: number, token: Subjects): boolean;
}

const MAX_SUBJECTS = 200_000;

/**
 * Creates an empty index. Beyond `maxSubjects` the older half of the subjects is dropped, and every token that was read before the newest
 * dropped event counts as changed.
 */
export function createRevocationIndex(maxSubjects = MAX_SUBJECTS): RevocationIndex {
  let tick = 0;
  // Every token that was read before this tick counts as changed.
  let floor = 0;
  let young = emptyIndex();
  let old = emptyIndex();
  let youngCount = 0;
  let newestOld = 0;

  const isChanged = (subject: IndexedSubject, id: string, since: number): boolean =>
    (young[subject].get(id) ?? 0) > since || (old[subject].get(id) ?? 0) > since;

  const dropOlderHalf = () => {
    floor = Math.max(floor, newestOld);
    newestOld = tick;
    old = young;
    young = emptyIndex();
    youngCount = 0;
  };

  return {
    tick: () => tick,
    isUnchangedSince(since, { tokenId, familyId, installationId, clientId, merchantId }) {
      if (since === tick) return true;
      return (
        since >= floor &&
        !isChanged("TOKEN", tokenId, since) &&
        !isChanged("FAMILY", familyId, since) &&
        !isChanged("INSTALLATION", installationId, since) &&
        !isChanged("APP", clientId, since) &&
        !isChanged("MERCHANT", merchantId, since)
      );
    },
    event({ subject, subjectId }: RecordedEvent) {
      tick++;
      if (subject === "EVERYTHING") {
        floor = tick;
        return;
      }
      if (youngCount >= maxSubjects / 2) dropOlderHalf();
      youngCount++;
      young[subject].set(subjectId, tick);
    },
    reset() {
      floor = ++tick;
      young = emptyIndex();
      old = emptyIndex();
      youngCount = 0;
    },
  };
}

function emptyIndex(): Record<IndexedSubject, Map<string, number>> {
  return { TOKEN: new Map(), FAMILY: new Map(), INSTALLATION: new Map(), APP: new Map(), MERCHANT: new Map() };
}
