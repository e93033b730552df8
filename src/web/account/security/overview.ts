import type { SecurityEvent, SessionInfo } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type IconName, rowIcon } from "../../components/icon.ts";
import type { Frame } from "../../layout/frame.ts";
import { countFailures, newestEvent } from "./activity.ts";
import { ACTIVITY, DEVICES } from "./paths.ts";
import { sessionsSummary } from "./sessions.ts";

interface Overview {
  sessions: readonly SessionInfo[];
  /** The newest events of the account. */
  events: readonly SecurityEvent[];
}

/** Links to the pages of devices and events, each with its newest entry. */
export function overviewCard(frame: Frame, { sessions, events }: Overview): Html {
  const { security } = frame.t;
  const failures = countFailures(events);
  const devices = { id: "sessions", href: DEVICES, icon: "monitor", title: security.sessions } as const;
  const activity = { id: "activity", href: ACTIVITY, icon: "audit", title: security.activity.title } as const;
  return html`<div class="card overview"><ul class="rows">
${linkRow({ ...devices, text: sessionsSummary(frame, sessions) })}
${linkRow({
  ...activity,
  text: newestEvent(frame, events) ?? security.activity.lead,
  state: failures > 0 && badge("warn", security.activity.failures(failures)),
})}</ul></div>`;
}

interface LinkRow {
  /** The id of the heading. */
  id: string;
  href: string;
  icon: IconName;
  title: string;
  text: HtmlValue;
  state?: HtmlValue;
}

function linkRow({ id, href, icon, title, text, state }: LinkRow): Html {
  return html`<li class="row-link">${rowIcon(icon)}<div><h2 id="${id}"><a href="${href}">${title}</a> ${state}</h2><small>${text}</small></div></li>`;
}
