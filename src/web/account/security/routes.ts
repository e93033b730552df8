import type { FastifyInstance } from "fastify";
import { errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { notice, statusMessage } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import { confirmPath } from "../../http/next-path.ts";
import type { Messages } from "../../messages.en.ts";
import type { Web } from "../../request-context.ts";
import { createPageRouter, type Page, type PageContext } from "../../router/page-router.ts";
import { ACCOUNT } from "../section.ts";
import { settingsCard } from "../setting.ts";
import { readEvents } from "./activity-list.ts";
import { addActivityRoutes } from "./activity-routes.ts";
import { addConfirmRoutes } from "./confirm-routes.ts";
import { overviewCard } from "./overview.ts";
import { addPasskeyRoutes } from "./passkey-routes.ts";
import { passkeysSetting } from "./passkeys.ts";
import { passwordSetting } from "./password.ts";
import { isChangeable } from "./password-risk.ts";
import { addPasswordRoutes } from "./password-routes.ts";
import { PATH } from "./paths.ts";
import { codesSetting } from "./recovery-codes.ts";
import { addRemoveRoutes } from "./remove-routes.ts";
import { addRenameRoutes } from "./rename-routes.ts";
import { addSessionRoutes } from "./sessions-routes.ts";
import { nextOf } from "./set-up.ts";
import { securityStatus } from "./status.ts";
import { hasSecondFactor, twoStepSetting } from "./two-step.ts";
import { addTwoStepRoutes } from "./two-step-routes.ts";

/** `/account/security`, `/account/devices` and `/account/activity`: how the account signs in, where it is signed in, and what happened. */
export function addSecurityRoutes(app: FastifyInstance, web: Web): void {
  const router = createPageRouter(app, web, ACCOUNT);
  router.page(PATH, (context) => securityPage(context, []));
  addPasswordRoutes(app, web, { router, redisplay: (context, errors) => securityPage(context, errors) });
  addTwoStepRoutes(router);
  addPasskeyRoutes(router);
  addRenameRoutes(router);
  addRemoveRoutes(router);
  addConfirmRoutes(router);
  addSessionRoutes(router);
  addActivityRoutes(app, router, web);
}

/** The steps whose success the page confirms. Each is also the name of the text. */
const DONE = [
  "added",
  "codesCreated",
  "removed",
  "moved",
  "passkeyAdded",
  "passkeyRenamed",
  "passkeyRemoved",
  "passkeyGone",
  "passwordChanged",
] as const satisfies (keyof Messages["security"])[];

/** So many events suffice to find the last change of the password in most accounts. */
const EVENTS = 50;

/** @param errors errors of the form for a new password */
async function securityPage(context: PageContext, errors: readonly FieldError[]): Promise<Page> {
  const { t, web, call, csrfToken, query, account } = context;
  const { accounts } = web.clients;
  const [{ sessions }, factors, { mail, externalLabel }, { events }] = await Promise.all([
    accounts.listSessions({}, call),
    accounts.getSecondFactors({}, call),
    accounts.getSignInOptions({}, call),
    readEvents(context, { pageSize: EVENTS }),
  ]);
  const done = DONE.find((name) => name === query.one("done"));
  const required = query.one("required") !== null;
  const locked = hasSecondFactor(factors) && factors.verificationRequired;
  const next = nextOf(query);
  const view = { factors, csrfToken, externalLabel, next };
  const password = isChangeable(account) && passwordSetting(context, { csrfToken, errors, locked, mail, events });
  const ways = [!factors.external && passkeysSetting(context, view), twoStepSetting(context, view)];
  const body = html`${pageHeader(context, { title: t.security.title, lead: t.security.lead })}
${errorSummary(t, errors)}
${done !== undefined && statusMessage(html`${t.security[done]}${done === "added" && account.operator && html` <a href="/console">${t.security.toConsole}</a>`}`)}
${required && hasSecondFactor(factors) && confirmNotice(context, next)}
${securityStatus(context, { factors, required, locked, events, codesShown: query.one("codes") === "shown" })}
${settingsCard(hasSecondFactor(factors) ? [password, ...ways, codesSetting(context, view)] : [...ways, password])}
${overviewCard(context, { sessions, events })}`;
  return { title: t.security.title, body };
}

/** An operator has not used the second factor in this session. */
function confirmNotice({ t }: PageContext, next: string | null): Html {
  const link = html`<a href="${confirmPath(next ?? "/console")}">${t.security.confirmSubmit}</a>`;
  return notice("warn", html`${t.security.requiredNow} ${link}`);
}
