import type { FastifyInstance } from "fastify";
import type {
  GetSecondFactorsResponse,
  ListSecurityEventsResponse,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { isUnimplemented } from "../../../rpc/errors.ts";
import { hasLostEmail } from "../../components/email-verification.ts";
import { errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { notice, statusMessage } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import { confirmPath } from "../../http/next-path.ts";
import type { Messages } from "../../messages.en.ts";
import type { Web } from "../../request-context.ts";
import { createPageRouter, type Page, type PageContext } from "../../router/page-router.ts";
import { rejectionNotice } from "../../router/rejected-form.ts";
import { ACCOUNT } from "../section.ts";
import { settingsCard } from "../setting.ts";
import { activitySection } from "./activity.ts";
import { addConfirmRoutes } from "./confirm-routes.ts";
import { addPasskeyRoutes } from "./passkey-routes.ts";
import { passkeysSetting } from "./passkeys.ts";
import { passwordSetting } from "./password.ts";
import { addPasswordRoutes } from "./password-routes.ts";
import { PATH } from "./paths.ts";
import { codesSetting } from "./recovery-codes.ts";
import { addRemoveRoutes } from "./remove-routes.ts";
import { addRenameRoutes } from "./rename-routes.ts";
import { sessionsSection } from "./sessions.ts";
import { hasSecondFactor, twoStepSetting } from "./two-step.ts";
import { addTwoStepRoutes } from "./two-step-routes.ts";

/** `/account/security`: how the account signs in, where it is signed in, and what happened. */
export function addSecurityRoutes(app: FastifyInstance, web: Web): void {
  const router = createPageRouter(app, web, ACCOUNT);
  router.page(PATH, (context) => securityPage(context, {}));
  addPasswordRoutes(app, web, { router, redisplay: (context, errors) => securityPage(context, { errors }) });
  addTwoStepRoutes(router);
  addPasskeyRoutes(router);
  addRenameRoutes(router);
  addRemoveRoutes(router);
  addConfirmRoutes(router);
  router.form(`${PATH}/sessions/end`, {
    basePath: () => PATH,
    async handle({ web, call }, fields) {
      await web.clients.accounts.endSession({ sessionId: fields.one("session_id") ?? "" }, call);
      return `${PATH}?done=ended`;
    },
    redisplay: (context, rejected) => securityPage(context, { rejection: rejectionNotice(context, rejected) }),
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
  "passkeyRenamed",
  "passkeyRemoved",
  "passwordChanged",
] as const satisfies (keyof Messages["security"])[];

interface Rejection {
  /** Errors of the form for a new password. */
  errors?: readonly FieldError[];
  /** The errors of another form. */
  rejection?: Html | null;
}

async function securityPage(context: PageContext, { errors = [], rejection = null }: Rejection): Promise<Page> {
  const { t, web, call, csrfToken, query, account } = context;
  const { accounts } = web.clients;
  const [{ sessions }, factors, { mail }, { events }] = await Promise.all([
    accounts.listSessions({}, call),
    accounts.getSecondFactors({}, call),
    accounts.getSignInOptions({}, call),
    accounts.listSecurityEvents({}, call).catch(orNoEvents),
  ]);
  const done = DONE.find((name) => name === query.one("done"));
  const hasPassword = account.hasPassword && !hasLostEmail(account);
  const locked = hasSecondFactor(factors) && factors.verificationRequired;
  const view = { factors, csrfToken };
  const body = html`${pageHeader(context, { title: t.security.title, lead: t.security.lead })}
${rejection}${errorSummary(t, errors)}
${done !== undefined && statusMessage(t.security[done])}
${query.one("required") !== null && requiredNotice(context, factors)}
${settingsCard([
  hasPassword && passwordSetting(context, { csrfToken, errors, locked, mail, events }),
  !factors.external && passkeysSetting(context, factors),
  twoStepSetting(context, view),
  codesSetting(context, view),
])}
${sessionsSection(context, { sessions, csrfToken })}
${activitySection(context, { events, password: hasPassword ? (locked ? "password" : "current_password") : null })}`;
  return { title: t.security.title, body };
}

/** Handles a core of the previous release, which does not list events. */
function orNoEvents(failure: unknown): Pick<ListSecurityEventsResponse, "events"> {
  if (isUnimplemented(failure)) return { events: [] };
  throw failure;
}

/** An operator needs a second factor, or has not used it in this session. */
function requiredNotice({ t }: PageContext, factors: GetSecondFactorsResponse): Html {
  if (!hasSecondFactor(factors)) return notice("warn", t.security.required);
  const link = html`<a href="${confirmPath("/console")}">${t.security.confirmSubmit}</a>`;
  return notice("warn", html`${t.security.requiredNow} ${link}`);
}
