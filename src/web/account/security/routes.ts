import type { FastifyInstance } from "fastify";
import type { GetSecondFactorsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { notice, statusMessage } from "../../components/notice.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { confirmPath } from "../../http/next-path.ts";
import type { Messages } from "../../messages.en.ts";
import type { Web } from "../../request-context.ts";
import { createPageRouter, type Page, type PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { ACCOUNT } from "../section.ts";
import { addConfirmRoutes } from "./confirm-routes.ts";
import { addPasskeyRoutes } from "./passkey-routes.ts";
import { PATH } from "./paths.ts";
import { addRemoveRoutes } from "./remove-routes.ts";
import { sessionsSection } from "./sessions.ts";
import { hasSecondFactor, twoStepSection } from "./two-step.ts";
import { addTwoStepRoutes } from "./two-step-routes.ts";

/** `/account/security`: how the account signs in, and where it is signed in. */
export function addSecurityRoutes(app: FastifyInstance, web: Web): void {
  const router = createPageRouter(app, web, ACCOUNT);
  router.page(PATH, (context) => securityPage(context, null));
  addTwoStepRoutes(router);
  addPasskeyRoutes(router);
  addRemoveRoutes(router);
  addConfirmRoutes(router);
  router.form(`${PATH}/sessions/end`, {
    basePath: () => PATH,
    async handle({ web, call }, fields) {
      await web.clients.accounts.endSession({ sessionId: fields.one("session_id") ?? "" }, call);
      return `${PATH}?done=ended`;
    },
    redisplay: securityPage,
  });
  router.form(`${PATH}/sessions/end-others`, {
    basePath: () => PATH,
    async handle({ web, call }) {
      await web.clients.accounts.endOtherSessions({}, call);
      return `${PATH}?done=endedOthers`;
    },
  });
}

/** The steps whose success the page confirms. Each is also the name of the text. */
const DONE = [
  "ended",
  "endedOthers",
  "added",
  "removed",
  "passkeyAdded",
  "passkeyRemoved",
] as const satisfies (keyof Messages["security"])[];

async function securityPage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { t, web, call, csrfToken, query } = context;
  const [{ sessions }, factors] = await Promise.all([
    web.clients.accounts.listSessions({}, call),
    web.clients.accounts.getSecondFactors({}, call),
  ]);
  const done = DONE.find((name) => name === query.one("done"));
  const body = html`${pageHeader(context, { title: t.security.title, lead: t.security.lead })}
${rejectionNotice(context, rejected)}
${done !== undefined && statusMessage(t.security[done])}
${query.one("required") !== null && requiredNotice(context, factors)}
${context.account.hasPassword && passwordSection(context)}
${twoStepSection(context, { factors, csrfToken })}
${sessionsSection(context, { sessions, csrfToken })}`;
  return { title: t.security.title, body };
}

/** The form stands on the page of the profile, beside the e-mail address that it belongs to. */
function passwordSection({ t }: PageContext): Html {
  const { security, account } = t;
  return html`<section class="card card-row" aria-labelledby="password"><div><h2 id="password">${account.password}</h2>
<p class="muted">${security.passwordHint}</p></div>
${linkButton("/account#own-password", security.changePassword, "secondary")}</section>`;
}

/** An operator needs a second factor, or has not used it in this session. */
function requiredNotice({ t }: PageContext, factors: GetSecondFactorsResponse): Html {
  if (!hasSecondFactor(factors)) return notice("warn", t.security.required);
  const link = html`<a href="${confirmPath("/console")}">${t.security.confirmSubmit}</a>`;
  return notice("warn", html`${t.security.requiredNow} ${link}`);
}
