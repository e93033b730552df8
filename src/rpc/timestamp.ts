import { create } from "@bufbuild/protobuf";
import { type Timestamp, TimestampSchema } from "@bufbuild/protobuf/wkt";

const MICROS = 1_000_000;

/** A moment in microseconds since the epoch as the contract's messages carry it; absent for null. */
export function toTimestamp(moment: number): Timestamp;
export function toTimestamp(moment: number | null): Timestamp | undefined;
export function toTimestamp(moment: number | null): Timestamp | undefined {
  if (moment === null) return undefined;
  const seconds = Math.floor(moment / MICROS);
  return create(TimestampSchema, { seconds: BigInt(seconds), nanos: Math.round(moment - seconds * MICROS) * 1000 });
}

/** The microseconds since the epoch of a message's moment; null where it is absent. */
export function fromTimestamp(timestamp: Timestamp | undefined): number | null {
  if (timestamp === undefined) return null;
  return Number(timestamp.seconds) * MICROS + Math.floor(timestamp.nanos / 1000);
}
