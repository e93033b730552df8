import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import type { Installation } from "../../../gen/latchkey/v1/installation_service_pb.ts";

const HOUR = 3600_000;

/**
 * The time of the last use, refresh or failure since the app was connected; undefined if it belongs to an earlier install. Times are stored
 * to the hour, so a time within the first hour is shown as the time of connection.
 */
export function sinceConnected(
  { connectedAt }: Pick<Installation, "connectedAt">,
  at: Timestamp | undefined,
): Timestamp | undefined {
  if (at === undefined || connectedAt === undefined) return at;
  const before = timestampMs(connectedAt) - timestampMs(at);
  if (before <= 0) return at;
  return before < HOUR ? connectedAt : undefined;
}
