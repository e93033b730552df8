import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import type { Installation } from "../../../gen/latchkey/v1/installation_service_pb.ts";

const HOUR = 3600_000;

/**
 * A moment of an installation's life since it was connected. Such moments are kept to the hour, so one within the first hour seems to lie
 * before the beginning, where it is shown; one that is older belongs to an earlier install.
 *
 * @param at when it was last used or refreshed, or last failed
 * @returns undefined where that has not been since
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
