import type { EventSubject } from "../../model/revocation-event.ts";
import type { RecordedEvent } from "../../store/feed/feed-page.ts";
import type { FeedSubscriber } from "../../store/feed/feed-reader.ts";
import type { ActiveToken } from "./answer-records.ts";

type Marked = Exclude<EventSubject, "EVERYTHING">;
type Concerned = Pick<ActiveToken, "tokenId" | "familyId" | "installationId" | "clientId" | "merchantId">;

/** When the last event on each subject was taken in, in ticks: every event is one. */
export interface RevocationMarks extends FeedSubscriber {
  /** The tick now; what is asked for from here on has seen every event so far. */
  now(): number;
  /** True if nothing happened to the token since the tick `sent`, at which it was asked for. */
  standsSince(sent: number, token: Concerned): boolean;
}

/** Marks at most, until those of the older half are given up together with every answer that they could concern. */
const MOST = 200_000;

export function createRevocationMarks(most = MOST): RevocationMarks {
  let tick = 0;
  // What was asked for before this tick is good for nothing.
  let floor = 0;
  let young = emptyMarks();
  let old = emptyMarks();
  let count = 0;
  let youngestOld = 0;

  const isMarked = (subject: Marked, id: string, sent: number): boolean =>
    (young[subject].get(id) ?? 0) > sent || (old[subject].get(id) ?? 0) > sent;

  const age = () => {
    floor = Math.max(floor, youngestOld);
    youngestOld = tick;
    old = young;
    young = emptyMarks();
    count = 0;
  };

  return {
    now: () => tick,
    standsSince(sent, { tokenId, familyId, installationId, clientId, merchantId }) {
      if (sent === tick) return true;
      return (
        sent >= floor &&
        !isMarked("TOKEN", tokenId, sent) &&
        !isMarked("FAMILY", familyId, sent) &&
        !isMarked("INSTALLATION", installationId, sent) &&
        !isMarked("APP", clientId, sent) &&
        !isMarked("MERCHANT", merchantId, sent)
      );
    },
    event({ subject, subjectId }: RecordedEvent) {
      tick++;
      if (subject === "EVERYTHING") {
        floor = tick;
        return;
      }
      if (count >= most / 2) age();
      count++;
      young[subject].set(subjectId, tick);
    },
    reset() {
      floor = ++tick;
      young = emptyMarks();
      old = emptyMarks();
      count = 0;
    },
  };
}

function emptyMarks(): Record<Marked, Map<string, number>> {
  return { TOKEN: new Map(), FAMILY: new Map(), INSTALLATION: new Map(), APP: new Map(), MERCHANT: new Map() };
}
