import type { OutboxFilter, RecordedOutboxEvent } from "../../store/outbox/read.ts";
import { RequestError } from "../errors.ts";
import { cursorOf, parseCursor } from "../feed-cursor.ts";
import { type PageRequest, readPageRequest } from "../page.ts";
import type { EventDependencies } from "./dependencies.ts";
import { toStorable } from "./filter.ts";

export interface ListEventsRequest extends OutboxFilter {
  page: PageRequest;
}

/** An event, and the cursor from which a reader continues after it. */
export interface ListedEvent {
  cursor: string;
  event: RecordedOutboxEvent;
}

export interface EventPage {
  items: ListedEvent[];
  /** Empty on the last page. */
  nextPageToken: string;
  /** The cursor from which a reader continues after this page. */
  cursor: string;
}

/** Events in commit order. @throws RequestError PAGE_SIZE, PAGE_TOKEN; CURSOR_EXPIRED if events may be missing */
export async function listEvents(
  { outbox }: EventDependencies,
  { page, ...filter }: ListEventsRequest,
): Promise<EventPage> {
  const { limit } = readPageRequest({ ...page, pageToken: "" }, []);
  const after = parseCursor(page.pageToken);
  if (after === null && page.pageToken !== "") {
    throw new RequestError("invalid_argument", "PAGE_TOKEN", "page_token must be a next_page_token or a cursor.");
  }
  const read = await outbox.read({ ...toStorable(filter), after, limit });
  if (read.kind === "gap") {
    throw new RequestError(
      "failed_precondition",
      "CURSOR_EXPIRED",
      "Events after this cursor may be missing. Start again without page_token, and read the installations anew.",
    );
  }
  const { epoch, events, hasMore } = read;
  const cursor = cursorOf(read.position);
  const items = events.map((event) => ({
    cursor: cursorOf({ epoch, cursor: event.cursor, eventId: event.id }),
    event,
  }));
  return { items, nextPageToken: hasMore ? cursor : "", cursor };
}
