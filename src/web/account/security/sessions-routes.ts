import { hasLostEmail } from "../../components/email-verification.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { statusMessage } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { rejectionNotice } from "../../router/rejected-form.ts";
import { unlessGone } from "../../router/unless-gone.ts";
import { DEVICES, PATH } from "./paths.ts";
import { sessionsCard } from "./sessions.ts";

/** The page of the devices on which the account is signed in, and the forms that sign them out. */
export function addSessionRoutes(router: PageRouter): void {
  router.page(DEVICES, (context) => devicesPage(context, null));
  router.form(`${PATH}/sessions/end`, {
    basePath: () => DEVICES,
    async handle({ web, call }, fields) {
      const request = { sessionId: fields.one("session_id") ?? "" };
      const ended = await unlessGone(web.clients.accounts.endSession(request, call));
      return `${DEVICES}?done=${ended ? "ended" : "endedBefore"}`;
    },
    redisplay: (context, rejected) => devicesPage(context, rejectionNotice(context, rejected)),
  });
  router.form(`${PATH}/sessions/end-others`, {
    basePath: () => DEVICES,
    async handle({ web, call }) {
      await web.clients.accounts.endOtherSessions({}, call);
      return `${DEVICES}?done=endedOthers`;
    },
  });
}

async function devicesPage(context: PageContext, rejection: Html | null): Promise<Page> {
  const { t, web, call, csrfToken, query, account } = context;
  const { security } = t;
  const { sessions } = await web.clients.accounts.listSessions({}, call);
  const done = (["ended", "endedBefore", "endedOthers"] as const).find((name) => name === query.one("done"));
  const others = sessions.length > 1;
  const hasPassword = account.hasPassword && !hasLostEmail(account);
  const header = {
    title: security.sessions,
    lead: others ? `${security.sessionsHint} ${security.endOthersEffect(sessions.length - 1)}` : security.oneSession,
    actions: others && endOthersForm(context),
  };
  const body = html`${pageHeader(context, header)}${rejection}
${done !== undefined && statusMessage(security[done])}
${others && hasPassword && html`<p>${security.unknownSession} <a href="${`${PATH}#current_password`}">${security.thenChangePassword}</a>.</p>`}
${sessionsCard(context, { sessions, csrfToken })}
<p class="muted"><small>${security.activity.note}</small></p>`;
  return { title: security.sessions, body };
}

function endOthersForm({ t, csrfToken }: PageContext): Html {
  return html`<form method="post" action="${`${PATH}/sessions/end-others`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="danger outline">${t.security.endOthers}</button></form>`;
}
