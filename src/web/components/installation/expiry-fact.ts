import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { Frame } from "../../layout/frame.ts";
import type { HtmlValue } from "../html.ts";
import { formatDayAndDistance } from "../timestamp.ts";

/**
 * The time in days before an expiry from which lists and merchants see it. An app with the default lifetime that is used renews its access
 * before.
 */
export const EXPIRY_SHOWN_DAYS = 30;

/** When the tokens expire, or when they expired, as a name and a time. */
export function expiryFact(frame: Frame, { tokensExpireAt: at }: Installation): readonly [string, HtmlValue] {
  const { installation: texts } = frame.t;
  const isPast = at !== undefined && timestampMs(at) < Date.now();
  return [isPast ? texts.accessExpired : texts.accessExpires, formatDayAndDistance(frame, at)];
}
