import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import type { Installation } from "../../../gen/latchkey/v1/installation_service_pb.ts";

const HOUR = 3600_000;

/**
 * The time of the last use. The exchange of the code that connected the app is a use, which the core records a moment later.
 * @returns undefined for an app that was never connected
 */
export function lastUseOf({ connectedAt, lastUsedAt }: LastUsed): Timestamp | undefined {
  if (lastUsedAt === undefined || connectedAt === undefined) return lastUsedAt ?? connectedAt;
  return timestampMs(connectedAt) > timestampMs(lastUsedAt) ? connectedAt : lastUsedAt;
}

type LastUsed = Pick<Installation, "connectedAt" | "lastUsedAt">;

/**
 * The time of the last refresh or failure since the app was connected; undefined if it belongs to an earlier install. Times are stored
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
