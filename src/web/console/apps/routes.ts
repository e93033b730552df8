import type { Fields } from "../../http/fields.ts";
import { confirmPage, requireConfirmed } from "../confirm.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsoleForm, Desk } from "../page-router.ts";
import { reasonFields } from "../reason-fields.ts";
import type { Refused } from "../refusal.ts";
import { appPage } from "./app-view.ts";
import { readApp } from "./read.ts";

const PATH = "/console/apps/:clientId";

type Act = (visit: ConsoleVisit, fields: Fields, clientId: string) => Promise<unknown>;

/** `/console/apps/{client_id}`: the page, the steps of the review, and what stops and ends an app. */
export function addAppRoutes(desk: Desk): void {
  desk.page(PATH, async (visit) => appPage(visit, await readApp(visit, clientIdOf(visit)), null));
  const step = (name: string, act: Act) => desk.form(`${PATH}/${name}`, stepForm(act));
  step("start-review", ({ web, call }, _fields, clientId) => web.clients.apps.startReview({ clientId }, call));
  step("approve", ({ web, call }, fields, clientId) => {
    const restrictedScopesAllowed = fields.all("restricted");
    return web.clients.apps.approveApp({ clientId, revision: revisionOf(fields), restrictedScopesAllowed }, call);
  });
  step("request-changes", ({ web, call }, fields, clientId) =>
    web.clients.apps.requestChanges({ clientId, revision: revisionOf(fields), ...reasonOf(fields) }, call),
  );
  step("reject", ({ web, call }, fields, clientId) =>
    web.clients.apps.rejectApp({ clientId, revision: revisionOf(fields), ...reasonOf(fields) }, call),
  );
  step("resume", ({ web, call }, _fields, clientId) => web.clients.apps.resumeApp({ clientId }, call));
  addQuestion(desk, "suspend", suspendPage, ({ web, call }, fields, clientId) =>
    web.clients.apps.suspendApp({ clientId, ...reasonOf(fields) }, call),
  );
  addQuestion(desk, "archive", archivePage, ({ web, call }, _fields, clientId) =>
    web.clients.apps.archiveApp({ clientId }, call),
  );
}

function clientIdOf({ params }: Pick<ConsoleVisit, "params">): string {
  return params.clientId ?? "";
}

/** 0 would mean whichever is in review, so a form without its number names one that never is. */
function revisionOf(fields: Fields): number {
  const number = Number(fields.one("revision"));
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : -1;
}

function reasonOf(fields: Fields): { reasonCode: string; reasonText: string } {
  return { reasonCode: fields.one("reason_code") ?? "", reasonText: (fields.one("reason_text") ?? "").trim() };
}

function stepForm(act: Act): ConsoleForm {
  const home = (params: Readonly<Record<string, string>>) => `/console/apps/${params.clientId}`;
  return {
    repeatable: ["restricted"],
    home,
    async act(visit, fields) {
      await act(visit, fields, clientIdOf(visit));
      return home(visit.params);
    },
    again: async (visit, refused) => appPage(visit, await readApp(visit, clientIdOf(visit)), refused),
  };
}

type QuestionPage = (visit: ConsoleVisit, refused: Refused | null) => ReturnType<ConsoleForm["again"]>;

/** A step that asks first: the same address shows the question and takes the answer. */
function addQuestion(desk: Desk, name: string, ask: QuestionPage, act: Act): void {
  desk.page(`${PATH}/${name}`, (visit) => ask(visit, null));
  desk.form(`${PATH}/${name}`, {
    home: (params) => `/console/apps/${params.clientId}/${name}`,
    async act(visit, fields) {
      requireConfirmed(visit, fields);
      await act(visit, fields, clientIdOf(visit));
      return `/console/apps/${clientIdOf(visit)}`;
    },
    again: ask,
  });
}

async function suspendPage(visit: ConsoleVisit, refused: Refused | null) {
  const { apps } = visit.t.console;
  const { app, installations } = await readApp(visit, clientIdOf(visit));
  const back = `/console/apps/${app.clientId}`;
  const question = {
    title: apps.suspendTitle(app.profile?.name ?? app.clientId),
    effects: [apps.suspendHits(installations), apps.suspendEffect],
    action: `${back}/suspend`,
    fields: reasonFields(visit, { kind: "suspension", refused }),
    box: apps.confirm,
    submit: apps.suspendSubmit,
    keep: apps.keep,
    back,
  };
  return confirmPage(visit, question, refused);
}

async function archivePage(visit: ConsoleVisit, refused: Refused | null) {
  const { apps } = visit.t.console;
  const { app, installations } = await readApp(visit, clientIdOf(visit));
  const back = `/console/apps/${app.clientId}`;
  const question = {
    title: apps.archiveTitle(app.profile?.name ?? app.clientId),
    effects: [apps.archiveHits(installations), apps.archiveEffect],
    action: `${back}/archive`,
    box: apps.confirm,
    submit: apps.archiveSubmit,
    keep: apps.keep,
    back,
  };
  return confirmPage(visit, question, refused);
}
