import type { SecurityEvent } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { actionRow } from "../../components/action-row.ts";
import { badge } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import type { IconName } from "../../components/icon.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { addressRange, deviceName } from "./device.ts";
import { logCard, logFacts } from "./log-card.ts";

/**
 * The last events of the account's security; null if none is known, as with a core of the previous release.
 * @param password the id of the element that the link for a new password opens; null for an account without a password
 */
export function activitySection(
  frame: Frame,
  { events, password }: { events: readonly SecurityEvent[]; password: string | null },
): Html | null {
  const { activity } = frame.t.security;
  const rows = events.flatMap((event) => eventRow(frame, event) ?? []);
  if (rows.length === 0) return null;
  const [to, label] = password === null ? ["sessions", activity.endSessions] : [password, activity.changePassword];
  return logCard({
    id: "activity",
    title: activity.title,
    text: activity.lead,
    rows,
    end: html`<p class="not-you"><strong>${activity.notYou}</strong> <a href="${`#${to}`}">${label}</a></p>`,
  });
}

function eventRow(frame: Frame, event: SecurityEvent): Html | null {
  const { activity } = frame.t.security;
  const shown = lookOf(frame, event);
  if (shown === null) return null;
  const { icon, title, fact, failed } = shown;
  const { endedSessions, byOther } = event;
  const range = addressRange(event.network);
  const notes = [
    fact,
    endedSessions > 0 && event.action !== "session.end" && activity.signedOut(endedSessions),
    byOther && event.action !== "account.release_email" && activity.byPlatform,
  ].filter(Boolean);
  return actionRow({
    icon,
    title,
    badges: failed && badge("warn", activity.failed),
    details: logFacts([
      notes.join(", "),
      deviceName(frame, event),
      range !== null && html`<span class="sr">${frame.t.security.address}</span> ${range}`,
    ]),
    action: html`<span class="row-time">${formatTimestamp(frame, event.at)}</span>`,
  });
}

interface EventLook {
  icon: IconName;
  title: string;
  fact?: string | null;
  failed?: true;
}

/** The look of an event; null for an action that this release does not know. */
function lookOf({ t }: Frame, { action, method, endedSessions }: SecurityEvent): EventLook | null {
  const { activity } = t.security;
  switch (action) {
    case "session.start":
      return { icon: "person", title: activity.signIn, fact: textIn(activity.signIns, method) };
    case "session.refuse":
      return { icon: "warning", title: activity.signIn, fact: activity.refused, failed: true };
    case "account.lock_out":
      return { icon: "warning", title: activity.signIn, fact: activity.lockedOut, failed: true };
    case "session.end":
      return { icon: "person", title: endedSessions > 0 ? activity.signedOut(endedSessions) : activity.signOut };
    case "account.add_second_factor":
      return factorLook(method, { passkey: activity.passkeyAdded, app: activity.appAdded });
    case "account.remove_second_factor":
      return factorLook(method, { passkey: activity.passkeyRemoved, app: activity.appRemoved });
    default: {
      const title = textIn(activity.actions, action);
      return title === null ? null : { icon: ICONS[action] ?? "shield", title };
    }
  }
}

function factorLook(method: string, titles: { passkey: string; app: string }): EventLook {
  return method === "passkey" ? { icon: "key", title: titles.passkey } : { icon: "phone", title: titles.app };
}

const ICONS: Readonly<Record<string, IconName>> = {
  "account.change_email": "mail",
  "account.change_password": "lock",
  "account.create_recovery_codes": "audit",
  "account.create_reset_link": "link",
  "account.release_email": "mail",
  "account.rename_passkey": "key",
  "account.reset_password": "lock",
  "account.sign_up": "person",
  "account.verify_email": "mail",
};

function textIn(texts: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(texts, key) ? texts[key]! : null;
}
