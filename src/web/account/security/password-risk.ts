import type { Account, SecurityEvent } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { hasLostEmail } from "../../components/email-verification.ts";
import { isOlder } from "../../components/timestamp.ts";

const CHANGES = ["account.change_password", "account.reset_password"];

/** True if the account has a password and can change it. */
export function isChangeable(account: Account): boolean {
  return account.hasPassword && !hasLostEmail(account);
}

/** True for a sign-in of the last week that had the correct password but a wrong second step, if the password is still the same. */
export function hasRisk(events: readonly SecurityEvent[], event: SecurityEvent): boolean {
  if (event.action !== "session.refuse" || isOlder(event.at, 7)) return false;
  return !laterThan(events, event).some(({ action }) => CHANGES.includes(action));
}

/** True if the same browser in the same network completed a sign-in later, as after a typing error. */
export function isExplained(events: readonly SecurityEvent[], event: SecurityEvent): boolean {
  const { browser, system, network } = event;
  return laterThan(events, event).some(
    (later) =>
      later.action === "session.start" &&
      later.secondFactor !== "" &&
      later.browser === browser &&
      later.system === system &&
      later.network === network,
  );
}

/** The events are sorted, newest first. */
function laterThan(events: readonly SecurityEvent[], event: SecurityEvent): readonly SecurityEvent[] {
  return events.slice(0, events.indexOf(event));
}
