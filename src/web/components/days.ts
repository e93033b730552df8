import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";

export interface Day<Event> {
  /** In UTC, such as "2026-11-24"; empty for events without a time. */
  day: string;
  events: Event[];
}

/** Groups events, which are in the order of their times, by day. */
export function daysOf<Event extends { at?: Timestamp }>(events: readonly Event[]): Day<Event>[] {
  const days: Day<Event>[] = [];
  for (const event of events) {
    const day = event.at === undefined ? "" : timestampDate(event.at).toISOString().slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}
