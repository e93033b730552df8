import type { SessionInfo } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { parseUserAgent } from "../../../observe/user-agent.ts";
import { actionRow, rowFacts } from "../../components/action-row.ts";
import { badge } from "../../components/badges.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";

export interface SessionsView {
  sessions: readonly SessionInfo[];
  csrfToken: string;
}

/** The devices on which the account is signed in. */
export function sessionsSection(frame: Frame, { sessions, csrfToken }: SessionsView): Html {
  const { security } = frame.t;
  const rows = sessions.map((session) => sessionRow(frame, session, csrfToken));
  return html`<section class="card" aria-labelledby="sessions"><h2 id="sessions">${security.sessions}</h2>
<p class="muted">${security.sessionsHint}</p>
<ul class="rows">${rows}</ul>
${
  sessions.length > 1 &&
  html`<form method="post" action="/account/security/sessions/end-others" data-once>${csrfField(csrfToken)}
<button type="submit" class="secondary">${security.endOthers}</button></form>`
}
</section>`;
}

function sessionRow(frame: Frame, session: SessionInfo, csrfToken: string): Html {
  const { security } = frame.t;
  const device = deviceOf(frame, session);
  const details = rowFacts([
    session.network !== "" && `${security.network}: ${session.network}`,
    !session.current && html`${security.lastUsed}: ${formatTimestamp(frame, session.lastUsedAt)}`,
    html`${security.signedIn}: ${formatTimestamp(frame, session.createdAt)}`,
  ]);
  const row = actionRow({
    icon: isPhone(session) ? "phone" : "monitor",
    title: device,
    badges: session.current && badge("good", security.thisDevice),
    details,
    action: !session.current && endForm(frame, { session, device, csrfToken }),
  });
  return html`<li>${row}</li>`;
}

function endForm({ t }: Frame, of: { session: SessionInfo; device: string; csrfToken: string }): Html {
  return html`<form method="post" action="/account/security/sessions/end" data-once>${csrfField(of.csrfToken)}
<input type="hidden" name="session_id" value="${of.session.sessionId}">
<button type="submit" class="secondary button-small" aria-label="${t.security.endLabel(of.device)}">${t.security.end}</button></form>`;
}

function isPhone({ userAgent }: SessionInfo): boolean {
  return ["iPhone", "iPad", "Android"].includes(parseUserAgent(userAgent).system ?? "");
}

function deviceOf({ t }: Frame, { userAgent }: SessionInfo): string {
  const { browser, system } = parseUserAgent(userAgent);
  if (browser !== null && system !== null) return t.security.browserOn(browser, system);
  return browser ?? system ?? t.security.unknownDevice;
}
