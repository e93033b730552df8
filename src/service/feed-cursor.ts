import type { FeedPosition } from "../store/feed/event-buffer.ts";

/** The cursor of a position, opaque to clients: the epoch, the number, and the id of the event if there is one. */
export function cursorOf({ epoch, cursor, eventId }: FeedPosition): string {
  return eventId === null ? `${epoch}.${cursor}` : `${epoch}.${cursor}.${eventId}`;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const CURSOR = new RegExp(`^(${UUID})\\.(\\d{1,15})(?:\\.(${UUID}))?$`);

/** The position of a cursor; null if the cursor is empty or malformed. */
export function parseCursor(text: string): FeedPosition | null {
  const [, epoch, cursor, eventId = null] = CURSOR.exec(text) ?? [];
  return epoch === undefined ? null : { epoch, cursor: Number(cursor), eventId };
}
