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

/** When the tokens expire, expired or were revoked, as a name and a time. */
export function expiryFact(frame: Frame, one: Installation): readonly [string, HtmlValue] {
  const { tokensExpireAt: at } = one;
  const isPast = at !== undefined && timestampMs(at) < Date.now();
  const name = isPast ? accessEnd(frame, one) : frame.t.installation.accessExpires;
  return [name, formatDayAndDistance(frame, at)];
}

/** How the access of an installation ended. */
export function accessEnd({ t }: Pick<Frame, "t">, { tokensRevoked }: Installation): string {
  return tokensRevoked ? t.installation.accessRevoked : t.installation.accessExpired;
}
