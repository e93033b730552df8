import type { SecurityEvent } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { actionRow } from "../../components/action-row.ts";
import { badge } from "../../components/badges.ts";
import { daysOf } from "../../components/days.ts";
import { withEmailAddresses } from "../../components/email-address.ts";
import { type Html, html } from "../../components/html.ts";
import type { IconName } from "../../components/icon.ts";
import { formatClock, formatTimestamp, isOlder, weekdayText } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import type { PageContext } from "../../router/page-router.ts";
import { addressRange, deviceName } from "./device.ts";
import { logFacts } from "./log-facts.ts";
import { hasRisk, isChangeable } from "./password-risk.ts";
import { CHANGE_PASSWORD } from "./paths.ts";
import { loginName } from "./two-step.ts";

/** @param externalLabel the label of the external login's button; absent if it is not shown */
type ActivityFrame = Frame & { externalLabel?: string };

/** The events of a page, newest first, each day below its heading: in UTC, or by the script of the page in the reader's own time. */
export function activityDays(frame: PageContext & ActivityFrame, events: readonly SecurityEvent[]): Html | null {
  const risks = isChangeable(frame.account) ? events.filter((event) => hasRisk(events, event)) : [];
  const days = daysOf(events.filter((event) => lookOf(frame, event) !== null));
  if (days.length === 0) return null;
  const sections = days.map(
    ({ day, events: rows }, at) => html`<section class="log-day" aria-labelledby="${`day-${at}`}">
<h2 id="${`day-${at}`}"><span>${weekdayText(frame, day)}</span> <small>UTC</small></h2>
<ul class="rows log">${rows.map((event) => html`<li>${eventRow(frame, event, risks.includes(event))}</li>`)}</ul></section>`,
  );
  return html`<div data-days>${sections}</div>`;
}

/** The newest event in one line, such as "Sign-in, Firefox on Linux, 2 hours ago"; null if none is known. */
export function newestEvent(frame: Frame, events: readonly SecurityEvent[]): Html | null {
  for (const event of events) {
    const look = lookOf(frame, event);
    if (look === null) continue;
    const device = deviceName(frame, event);
    return html`${look.title}${device !== null && `, ${device}`}, ${formatTimestamp(frame, event.at)}`;
  }
  return null;
}

/** The number of failed sign-ins of the last week. */
export function countFailures(events: readonly SecurityEvent[]): number {
  return events.filter(({ action, at }) => FAILURES.includes(action) && !isOlder(at, 7)).length;
}

const FAILURES = ["account.lock_out", "session.refuse"];

/** @param risk true if the event may mean that the password is known */
function eventRow(frame: ActivityFrame, event: SecurityEvent, risk: boolean): Html | null {
  const { activity } = frame.t.security;
  const shown = lookOf(frame, event);
  if (shown === null) return null;
  const { icon, title, fact, failed } = shown;
  const { endedSessions, byOther } = event;
  const range = addressRange(event.network);
  const notes = [
    fact,
    endedSessions > 0 &&
      event.action !== "session.end" &&
      (byOther ? activity.signedOutAll(endedSessions) : activity.signedOut(endedSessions)),
  ].filter(Boolean);
  if (byOther && event.action !== "account.release_email")
    notes.push(activity.byPlatform(frame.platformName, notes.length === 0));
  return actionRow({
    icon,
    title,
    badges: failed ? badge("warn", activity.failed) : event.newDevice && badge("label", activity.newDevice),
    details: logFacts([
      risk
        ? html`${notes.join(", ")}. ${activity.refusedRisk} <a href="${CHANGE_PASSWORD}">${activity.changePassword}</a>`
        : withEmailAddresses(notes.join(", ")),
      deviceName(frame, event),
      range !== null && html`<span class="sr">${frame.t.security.address}</span> ${range}`,
    ]),
    action: html`<span class="row-time">${formatClock(frame, event.at)}</span>`,
  });
}

interface EventLook {
  icon: IconName;
  title: string;
  fact?: string | null;
  failed?: true;
}

/** The look of an event; null for an action that this release does not know. */
function lookOf(frame: ActivityFrame, event: SecurityEvent): EventLook | null {
  const { t } = frame;
  const { activity } = t.security;
  const { action, passkeyName } = event;
  switch (action) {
    case "session.start":
      return { icon: "enter", title: activity.signIn, fact: signInText(frame, event) };
    case "session.refuse":
      return { icon: "warning", title: activity.signIn, fact: activity.refused, failed: true };
    case "account.lock_out":
      return { icon: "warning", title: activity.signIn, fact: activity.lockedOut, failed: true };
    case "session.acknowledge":
      return { icon: "check", title: activity.acknowledged };
    case "session.end":
      return { icon: "exit", title: signOutTitle(t, event) };
    case "account.add_second_factor":
      return factorLook(t, event, { passkey: activity.passkeyAdded, app: activity.appAdded });
    case "account.remove_second_factor":
      return factorLook(t, event, { passkey: activity.passkeyRemoved, app: activity.appRemoved });
    case "account.replace_second_factor":
      return { icon: "phone", title: activity.appMoved };
    case "account.rename_passkey": {
      const fact = passkeyName === "" ? null : activity.renamedTo(passkeyName);
      return { icon: "key", title: activity.passkeyRenamed, fact };
    }
    case "account.change_email": {
      const { formerEmail, newEmail } = event;
      const fact = newEmail === "" ? null : activity.emailChange(formerEmail, newEmail);
      return { icon: "mail", title: activity.emailChanged, fact };
    }
    default: {
      const title = textIn(activity.actions, action);
      return title === null ? null : { icon: ICONS[action] ?? "shield", title };
    }
  }
}

/** Names the device that was signed out, if it is another one than that of the event. */
function signOutTitle(t: Frame["t"], { endedSessions, endedBrowser, endedSystem }: SecurityEvent): string {
  const { activity } = t.security;
  if (endedSessions === 0) return activity.signOut;
  const device = deviceName({ t }, { browser: endedBrowser, system: endedSystem });
  return device === null ? activity.signedOut(endedSessions) : activity.signedOutDevice(device);
}

const AFTER_PASSWORD: Readonly<Record<string, string>> = {
  passkey: "passkeyAfterPassword",
  recovery_code: "recoveryCodeAfterPassword",
  totp: "totpAfterPassword",
};

/** The steps of a sign-in; null for a method that this release does not know. */
function signInText(frame: ActivityFrame, { method, secondFactor }: SecurityEvent): string | null {
  const { activity } = frame.t.security;
  if (method === "external") return activity.byLogin(loginName(frame, frame.externalLabel ?? ""));
  return textIn(activity.signIns, (method === "password" && AFTER_PASSWORD[secondFactor]) || method);
}

function factorLook(
  { security: { activity } }: Frame["t"],
  { method, passkeyName }: SecurityEvent,
  titles: { passkey: string; app: string },
): EventLook {
  if (method !== "passkey") return { icon: "phone", title: titles.app };
  return { icon: "key", title: titles.passkey, fact: passkeyName === "" ? null : activity.passkeyName(passkeyName) };
}

const ICONS: Readonly<Record<string, IconName>> = {
  "account.change_password": "lock",
  "account.create_recovery_codes": "audit",
  "account.create_reset_link": "link",
  "account.release_email": "mail",
  "account.reset_password": "lock",
  "account.sign_up": "person",
  "account.verify_email": "mail",
};

function textIn(texts: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(texts, key) ? texts[key]! : null;
}
