import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import type { Installation } from "../../../gen/latchkey/v1/installation_service_pb.ts";

const HOUR = 3600_000;

/**
 * When an installation was last used since it was connected. Uses are kept to the hour, so one within the first hour seems to lie before the
 * beginning, where it is shown; one that is older belongs to an earlier install.
 *
 * @returns undefined where it was not used yet
 */
export function lastUseOf({
  lastUsedAt,
  connectedAt,
}: Pick<Installation, "lastUsedAt" | "connectedAt">): Timestamp | undefined {
  if (lastUsedAt === undefined || connectedAt === undefined) return lastUsedAt;
  const before = timestampMs(connectedAt) - timestampMs(lastUsedAt);
  if (before <= 0) return lastUsedAt;
  return before < HOUR ? connectedAt : undefined;
}
