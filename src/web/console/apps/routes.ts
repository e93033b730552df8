import { type App, type ApproveAppResponse, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { PageError } from "../../errors/page-error.ts";
import { type Fields, multilineText } from "../../http/fields.ts";
import { shortened } from "../../router/flash-cookie.ts";
import type { FormResult, Page, PageContext, PageForm, PageRouter } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { withRepeated, withResumed } from "../already.ts";
import { confirmPage, requireConfirmed } from "../confirm.ts";
import { appPath } from "../paths.ts";
import { REASON_FIELDS, reasonFields } from "../reason-fields.ts";
import { withClaimant } from "../review/claim-view.ts";
import { REFUSE_UNTICKED, REPEATABLE, RESTRICTED, refusedScopes } from "../review/decision-form.ts";
import { insertCheck } from "../review/insert-check.ts";
import { insertTemplate } from "../review/template-choice.ts";
import { appPage } from "./app-view.ts";
import type { AppFacts } from "./facts.ts";
import { readApp } from "./read.ts";
import { listPage } from "./view.ts";

const PATH = "/console/apps/:clientId";

type Handler = (context: PageContext, fields: Fields, clientId: string) => Promise<unknown>;

/** `/console/apps/{client_id}`: an app, its review, suspension and archiving. */
export function addAppRoutes(router: PageRouter): void {
  router.page("/console/apps", listPage);
  router.page(PATH, async (context) => appPage(context, await readApp(context, clientIdOf(context)), null));
  const step = (name: Step, handle: Handler) =>
    router.form(`${PATH}/${name}`, { ...stepForm(name, handle), done: done(name) });
  step("start-review", ({ web, call }, _fields, clientId) => web.clients.apps.startReview({ clientId }, call));
  step("claim", ({ web, call }, _fields, clientId) => web.clients.reviews.claimReview({ clientId }, call));
  step("take-over", ({ web, call }, fields, clientId) =>
    web.clients.reviews.claimReview({ clientId, takeOver: true, takeOverFrom: fields.one("from") ?? "" }, call),
  );
  step("release", ({ web, call }, _fields, clientId) => web.clients.reviews.releaseReview({ clientId }, call));
  step("approve", ({ web, call }, fields, clientId) => {
    const restrictedScopesAllowed = fields.all(RESTRICTED);
    return web.clients.apps.approveApp({ clientId, revision: revisionOf(fields), restrictedScopesAllowed }, call);
  });
  step("request-changes", ({ web, call }, fields, clientId) =>
    web.clients.apps.requestChanges({ clientId, ...returnOf(fields) }, call),
  );
  step("reject", ({ web, call }, fields, clientId) =>
    web.clients.apps.rejectApp({ clientId, ...returnOf(fields) }, call),
  );
  step("resume", ({ web, call }, _fields, clientId) => web.clients.apps.resumeApp({ clientId }, call));
  const insert = (name: string, inserted: (context: PageContext, facts: AppFacts, fields: Fields) => RejectedForm) =>
    router.form(`${PATH}/${name}`, {
      repeatable: REPEATABLE,
      basePath: (params) => appPath(clientIdOf({ params })),
      async handle(context, fields) {
        const facts = await readApp(context, clientIdOf(context));
        return appPage(context, facts, inserted(context, facts, fields));
      },
    });
  insert("insert-template", (_context, facts, fields) => insertTemplate(facts, fields));
  insert("insert-check", insertCheck);
  addConfirmation(router, "suspend", suspendPage, ({ web, call }, fields, clientId) =>
    web.clients.apps.suspendApp({ clientId, ...reasonOf(fields) }, call),
  );
  addConfirmation(router, "archive", archivePage, ({ web, call }, _fields, clientId) =>
    web.clients.apps.archiveApp({ clientId }, call),
  );
}

/** The decisions, whose form sends the typed explanation. */
const DECISIONS: readonly Step[] = ["approve", "request-changes", "reject"];

type Step = Exclude<keyof PageContext["t"]["console"]["apps"]["done"], "approveSuspended">;

function done(step: Step) {
  return ({ t }: PageContext) => t.console.apps.done[step];
}

function clientIdOf({ params }: Pick<PageContext, "params">): string {
  return params.clientId ?? "";
}

/** The revision number of the form; -1 if it is missing, because the RPC takes 0 for the current revision. */
function revisionOf(fields: Fields): number {
  const number = Number(fields.one("revision"));
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : -1;
}

function reasonOf(fields: Fields): { reasonCode: string; reasonText: string } {
  return { reasonCode: fields.one("reason_code") ?? "", reasonText: (fields.one("reason_text") ?? "").trim() };
}

/** The decision that returns or rejects an app. */
function returnOf(fields: Fields) {
  return { revision: revisionOf(fields), ...reasonOf(fields), restrictedScopesRefused: refusedScopes(fields) };
}

function stepForm(name: Step, handle: Handler): PageForm {
  return {
    repeatable: REPEATABLE,
    ...(DECISIONS.includes(name) && { kept: [...REASON_FIELDS, RESTRICTED, REFUSE_UNTICKED] }),
    basePath: (params) => appPath(clientIdOf({ params })),
    handle: (context, fields) => take(context, fields, { name, handle }),
    async redisplay(context, rejected) {
      const facts = await readApp(context, clientIdOf(context));
      return appPage(context, facts, name === "resume" ? rejected : withClaimant(context, facts, rejected));
    },
  };
}

async function take(context: PageContext, fields: Fields, step: { name: Step; handle: Handler }): Promise<FormResult> {
  const clientId = clientIdOf(context);
  try {
    const response = await step.handle(context, fields, clientId);
    return step.name === "approve" ? approved(context, fields, response as ApproveAppResponse) : appPath(clientId);
  } catch (failure) {
    const page = requestErrorOf(failure)?.reason === "STATE" ? await takenBefore(context, fields, step.name) : null;
    if (page === null) throw failure;
    return page;
  }
}

/** The page after an approval, which sends no explanation. A typed one is shown once. */
function approved(context: PageContext, fields: Fields, { app }: ApproveAppResponse): FormResult {
  const { approve, approveSuspended } = context.t.console.apps.done;
  const done = app?.state === AppState.SUSPENDED ? approveSuspended : approve;
  const text = multilineText(fields, "reason_text");
  return { to: appPath(clientIdOf(context)), flash: { done, ...(text !== "" && { unsent: shortened(text) }) } };
}

/** The page of an app that is already suspended or resumed, as from an outdated window; null if it is not. */
async function takenBefore(context: PageContext, fields: Fields, name: Step): Promise<Page | null> {
  if (name !== "suspend" && name !== "resume") return null;
  const facts = await readApp(context, clientIdOf(context));
  const { app, suspension } = facts;
  const page = appPage(context, facts, null);
  if (name === "suspend")
    return app.state === AppState.SUSPENDED ? withRepeated(context, page, { suspension, stored: app, fields }) : null;
  const resumption = facts.history.find(({ action }) => action === "resume");
  return app.state === AppState.APPROVED && resumption ? withResumed(context, page, resumption) : null;
}

type ConfirmationPage = (context: PageContext, rejected: RejectedForm | null) => Promise<Page>;

/** Adds an action and its confirmation page at the same path. */
function addConfirmation(router: PageRouter, name: Step, showPage: ConfirmationPage, handle: Handler): void {
  router.page(`${PATH}/${name}`, (context) => showPage(context, null));
  router.form(`${PATH}/${name}`, {
    kept: REASON_FIELDS,
    basePath: (params) => `${appPath(clientIdOf({ params }))}/${name}`,
    async handle(context, fields) {
      requireConfirmed(context, fields);
      return take(context, fields, { name, handle });
    },
    done: done(name),
    redisplay: showPage,
  });
}

/** The app and the number of its installations. */
async function readInstalled(context: PageContext) {
  const { web, call } = context;
  const { app, installationCount } = await web.clients.apps.getApp({ clientId: clientIdOf(context) }, call);
  if (app === undefined) throw new PageError(404, "not_found");
  return { app, installations: installationCount };
}

/** The page of the app, from which its confirmation pages are reached. */
function placeOf({ clientId, profile }: Pick<App, "clientId" | "profile">) {
  const [back, name] = [appPath(clientId), profile?.name || clientId];
  return { back, name, crumb: { href: back, label: name } };
}

async function suspendPage(context: PageContext, rejected: RejectedForm | null) {
  const { apps } = context.t.console;
  const { app, installations } = await readInstalled(context);
  const { back, name, crumb } = placeOf(app);
  const confirmation = {
    crumb,
    title: apps.suspendTitle(name),
    effects: [apps.suspendCount(installations), apps.suspendEffect, apps.suspendShown],
    action: `${back}/suspend`,
    fields: reasonFields(context, { kind: "suspension", rejected }),
    checkbox: apps.confirm,
    submit: apps.suspendSubmit,
    cancel: apps.cancel,
    back,
  };
  return confirmPage(context, confirmation, rejected);
}

async function archivePage(context: PageContext, rejected: RejectedForm | null) {
  const { apps } = context.t.console;
  const { app, installations } = await readInstalled(context);
  const { back, name, crumb } = placeOf(app);
  const confirmation = {
    crumb,
    title: apps.archiveTitle(name),
    effects: [apps.archiveCount(installations), apps.archiveNotice(installations), apps.archiveEffect],
    action: `${back}/archive`,
    checkbox: apps.confirm,
    submit: apps.archiveSubmit,
    cancel: apps.cancel,
    back,
  };
  return confirmPage(context, confirmation, rejected);
}
