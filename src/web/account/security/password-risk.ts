import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Account, SecurityEvent } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { hasLostEmail } from "../../components/email-verification.ts";
import { isOlder } from "../../components/timestamp.ts";

const CHANGES = ["account.change_password", "account.reset_password"];

/** True if the account has a password and can change it. */
export function isChangeable(account: Account): boolean {
  return account.hasPassword && !hasLostEmail(account);
}

/**
 * True for a sign-in of the last week that had the correct password but a wrong second step, if the password is still the same and the
 * account has not acknowledged the sign-in. A typing error that the same browser corrected within minutes is none.
 */
export function hasRisk(events: readonly SecurityEvent[], event: SecurityEvent): boolean {
  if (event.action !== "session.refuse" || isOlder(event.at, 7) || isCorrected(events, event)) return false;
  return !laterThan(events, event).some(({ action }) => CHANGES.includes(action)) && !isAcknowledged(events, event);
}

/** The time in milliseconds in which a typing error is corrected. */
const CORRECTION_MS = 15 * 60_000;

/** True if the same browser in the same network completed the sign-in within minutes, as after a typing error. */
function isCorrected(events: readonly SecurityEvent[], event: SecurityEvent): boolean {
  return completedLater(events, event).some(({ at }) => msOf(at) - msOf(event.at) <= CORRECTION_MS);
}

function msOf(at: SecurityEvent["at"]): number {
  return at === undefined ? 0 : timestampMs(at);
}

/** True if the account acknowledged this failed sign-in or a later one of the same browser in the same network. */
function isAcknowledged(events: readonly SecurityEvent[], event: SecurityEvent): boolean {
  const acknowledged = events.map(({ acknowledgedEventId }) => acknowledgedEventId);
  return events
    .slice(0, events.indexOf(event) + 1)
    .some((one) => acknowledged.includes(one.eventId) && isSameDevice(one, event));
}

/** True if the same browser in the same network completed a sign-in later. */
export function isExplained(events: readonly SecurityEvent[], event: SecurityEvent): boolean {
  return completedLater(events, event).length > 0;
}

function completedLater(events: readonly SecurityEvent[], event: SecurityEvent): readonly SecurityEvent[] {
  return laterThan(events, event).filter(
    (later) => later.action === "session.start" && later.secondFactor !== "" && isSameDevice(later, event),
  );
}

function isSameDevice(one: SecurityEvent, other: SecurityEvent): boolean {
  return one.browser === other.browser && one.system === other.system && one.network === other.network;
}

/** The events are sorted, newest first. */
function laterThan(events: readonly SecurityEvent[], event: SecurityEvent): readonly SecurityEvent[] {
  return events.slice(0, events.indexOf(event));
}
