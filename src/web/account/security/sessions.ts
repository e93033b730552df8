import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { SessionInfo } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { parseUserAgent } from "../../../observe/user-agent.ts";
import { actionRow } from "../../components/action-row.ts";
import { badge } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { sentenceList } from "../../components/sentence-list.ts";
import { formatTimestamp, formatZoned, formatZonedSeconds } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import { addressRange, deviceNameOf } from "./device.ts";
import { logFacts, logHeads } from "./log-facts.ts";
import { PATH } from "./paths.ts";

export interface SessionsView {
  sessions: readonly SessionInfo[];
  csrfToken: string;
}

/** The devices on which the account is signed in, this device first. */
export function sessionsCard(frame: Frame, { sessions, csrfToken }: SessionsView): Html {
  const { security } = frame.t;
  const rows = sessions.map((session) => {
    const signedIn = (hasTwin(frame, sessions, session) ? formatZonedSeconds : formatZoned)(frame, session.createdAt);
    return html`<li>${sessionRow(frame, session, { signedIn, csrfToken })}</li>`;
  });
  return html`<section class="card devices" aria-label="${security.sessions}">${logHeads(security.device, [security.lastActive, security.signedIn, security.address])}
<ul class="rows log">${rows}</ul></section>`;
}

/** True if another session has the same name and the same minute of its sign-in. */
function hasTwin(frame: Frame, sessions: readonly SessionInfo[], session: SessionInfo): boolean {
  const shownOf = ({ userAgent, createdAt }: SessionInfo) =>
    `${deviceNameOf(frame, userAgent)} ${createdAt && Math.floor(timestampMs(createdAt) / 60_000)}`;
  return sessions.some((other) => other !== session && shownOf(other) === shownOf(session));
}

function labelled(label: string, value: HtmlValue): Html {
  return html`<span class="log-label">${label}</span> ${value}`;
}

/** The maximum number of other devices that the line of devices names. */
const NAMED_MAX = 2;

/** The devices in one line: this one, the names of the last used others, and the number of further ones. */
export function sessionsSummary(frame: Frame, sessions: readonly SessionInfo[]): string {
  const { security } = frame.t;
  const others = sessions.filter(({ current }) => !current);
  if (others.length === 0) return security.oneSession;
  const names = new Set(others.map(({ userAgent }) => deviceNameOf(frame, userAgent) ?? security.unknownDevice));
  const named = [...names].slice(0, NAMED_MAX);
  const more = others.length - named.length;
  return sentenceList(frame.language, [
    security.thisDevice,
    ...named,
    ...(more > 0 ? [security.moreDevices(more)] : []),
  ]);
}

function sessionRow(
  frame: Frame,
  session: SessionInfo,
  { signedIn, csrfToken }: { signedIn: HtmlValue; csrfToken: string },
): Html {
  const { security } = frame.t;
  const device = deviceNameOf(frame, session.userAgent) ?? security.unknownDevice;
  const network = addressRange(session.network);
  return actionRow({
    icon: isPhone(session) ? "phone" : "monitor",
    title: device,
    badges: session.current && badge("good", security.thisDevice),
    details: logFacts([
      lastActive(frame, session),
      labelled(security.signedIn, signedIn),
      network !== null && labelled(security.address, network),
    ]),
    action: !session.current && endForm(frame, { session, device, csrfToken }),
  });
}

/** The core records the use of a session to ten minutes, so shorter times would be wrong. */
const RECENT_MS = 15 * 60_000;
const NOW_MS = 60_000;

function lastActive(frame: Frame, { current, lastUsedAt }: SessionInfo): HtmlValue {
  const { security } = frame.t;
  const age = lastUsedAt === undefined ? Number.POSITIVE_INFINITY : Date.now() - timestampMs(lastUsedAt);
  if (current || age < NOW_MS) return security.activeNow;
  return age < RECENT_MS ? security.activeRecently : labelled(security.lastActive, formatTimestamp(frame, lastUsedAt));
}

function endForm({ t }: Frame, of: { session: SessionInfo; device: string; csrfToken: string }): Html {
  return html`<form method="post" action="${`${PATH}/sessions/end`}" data-once>${csrfField(of.csrfToken)}
<input type="hidden" name="session_id" value="${of.session.sessionId}">
<button type="submit" class="secondary button-small" aria-label="${t.security.endLabel(of.device)}">${t.security.end}</button></form>`;
}

function isPhone({ userAgent }: SessionInfo): boolean {
  return ["iPhone", "iPad", "Android"].includes(parseUserAgent(userAgent).system ?? "");
}
