import { create } from "@bufbuild/protobuf";
import { type Timestamp, TimestampSchema } from "@bufbuild/protobuf/wkt";
import { RequestError } from "../../service/errors.ts";

/** The name of an enum value; null for UNSPECIFIED. @throws RequestError for an unknown value */
export function nameOf<E extends Record<string, number>>(
  values: E,
  value: number,
  field: string,
): Exclude<keyof E, "UNSPECIFIED"> | null {
  const name = Object.keys(values).find((key) => values[key] === value);
  if (name === undefined) {
    throw new RequestError("invalid_argument", "INVALID", `${field} has an unknown enum value.`, {
      violations: [{ field, description: "Send one of the values of the enum." }],
    });
  }
  return name === "UNSPECIFIED" ? null : (name as Exclude<keyof E, "UNSPECIFIED">);
}

/** The text, direction and page of a list request. The caller adds `sort`, whose enum differs for each list. */
export function searchOf<R extends { search: string; descending: boolean }>(request: R) {
  return { search: orNull(request.search.trim()), descending: request.descending, page: request };
}

/** Null for an empty field: Protobuf strings have no null. */
export function orNull(text: string): string | null {
  return text === "" ? null : text;
}

const MICROS = 1_000_000;

/** Converts a Date, or microseconds since the epoch, to a Timestamp; undefined if there is none. */
export function toTimestamp(at: Date | number): Timestamp;
export function toTimestamp(at: Date | number | null | undefined): Timestamp | undefined;
export function toTimestamp(at: Date | number | null | undefined): Timestamp | undefined {
  if (at == null) return undefined;
  const micros = typeof at === "number" ? at : at.getTime() * 1000;
  const seconds = Math.floor(micros / MICROS);
  return create(TimestampSchema, { seconds: BigInt(seconds), nanos: Math.round(micros - seconds * MICROS) * 1000 });
}

// The year 2255: later microseconds exceed the safe integers.
const MAX_MICROS = 9_000_000_000_000_000;

/**
 * Converts a Timestamp to microseconds since the epoch, rounded down and clamped to the years 1970 to 2255; null if absent.
 */
export function fromTimestamp(timestamp: Timestamp | undefined): number | null {
  if (timestamp === undefined) return null;
  const micros = Number(timestamp.seconds) * MICROS + Math.floor(timestamp.nanos / 1000);
  return Math.max(0, Math.min(micros, MAX_MICROS));
}
