import { create } from "@bufbuild/protobuf";
import { type Timestamp, TimestampSchema } from "@bufbuild/protobuf/wkt";
import { RequestError } from "../../service/errors.ts";

/** The name of an enum's value, as rows and records have it; null for UNSPECIFIED. Throws a RequestError for a value of no name. */
export function nameOf<E extends Record<string, number>>(
  values: E,
  value: number,
  field: string,
): Exclude<keyof E, "UNSPECIFIED"> | null {
  const name = Object.keys(values).find((key) => values[key] === value);
  if (name === undefined) {
    throw new RequestError("invalid_argument", "INVALID", `${field} has a value that this version does not know.`, {
      violations: [{ field, description: "Send one of the values of the enum." }],
    });
  }
  return name === "UNSPECIFIED" ? null : (name as Exclude<keyof E, "UNSPECIFIED">);
}

/** An empty field of a message is an absent one. */
export function orNull(text: string): string | null {
  return text === "" ? null : text;
}

const MICROS = 1_000_000;

/** A moment in microseconds since the epoch as the contract's messages carry it; absent for null. */
export function toTimestamp(moment: number): Timestamp;
export function toTimestamp(moment: number | null): Timestamp | undefined;
export function toTimestamp(moment: number | null): Timestamp | undefined {
  if (moment === null) return undefined;
  const seconds = Math.floor(moment / MICROS);
  return create(TimestampSchema, { seconds: BigInt(seconds), nanos: Math.round(moment - seconds * MICROS) * 1000 });
}

// The year 2255: beyond it microseconds are not exact as a number, and long before the database runs out of moments.
const LAST_MOMENT = 9_000_000_000_000_000;

/**
 * The microseconds since the epoch of a message's moment, rounded down; null where it is absent. Moments before the epoch and after the
 * year 2255, which a message can hold and nothing here ever happened at, become the nearest ones between.
 */
export function fromTimestamp(timestamp: Timestamp | undefined): number | null {
  if (timestamp === undefined) return null;
  const moment = Number(timestamp.seconds) * MICROS + Math.floor(timestamp.nanos / 1000);
  return Math.max(0, Math.min(moment, LAST_MOMENT));
}
