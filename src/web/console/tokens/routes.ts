import { Code, ConnectError } from "@connectrpc/connect";
import { html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { Fields } from "../../http/fields.ts";
import { confirmPage, requireConfirmed } from "../confirm.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsolePage, Desk } from "../page-router.ts";
import { FormError, type Refused } from "../refusal.ts";
import { type Sought, soughtApp, soughtMerchant } from "../search.ts";
import { choicePage, PATH, SUBJECTS, type Subject, severalPage } from "./view.ts";

/** `/console/tokens`: the way to end everything of an app, a merchant or everybody, when there is no time to lose. */
export function addTokenRoutes(desk: Desk): void {
  desk.page(PATH, async (visit) => choicePage(visit, null));
  desk.page(`${PATH}/end`, (visit) => question(visit, subjectIn(visit.query), null));
  desk.form(`${PATH}/end`, {
    home: (_params, fields) => pathWith(`${PATH}/end`, { subject: subjectIn(fields).kind, id: subjectIn(fields).id }),
    async act(visit, fields) {
      requireConfirmed(visit, fields);
      await visit.web.clients.tokens.revokeBefore({ subject: messageOf(visit, subjectIn(fields)) }, visit.call);
      return "/console/audit?action=token.revoke_before";
    },
    again: (visit, refused) => question(visit, subjectIn(refused.fields), refused),
  });
}

function subjectIn(fields: Fields): Subject {
  const kind = SUBJECTS.find((one) => one === fields.one("subject")) ?? "app";
  return { kind, id: kind === "everything" ? "" : (fields.one("id") ?? "").trim() };
}

function messageOf({ t }: ConsoleVisit, { kind, id }: Subject) {
  if (kind === "everything") return { case: "everything", value: true } as const;
  if (id === "") throw new FormError([{ field: "id", text: t.console.tokens.missing }]);
  return kind === "app" ? ({ case: "clientId", value: id } as const) : ({ case: "merchantId", value: id } as const);
}

export async function question(visit: ConsoleVisit, subject: Subject, refused: Refused | null): Promise<ConsolePage> {
  const { tokens: texts } = visit.t.console;
  const found = await findSubject(visit, subject);
  if (found.kind === "several") return severalPage(visit, subject, found);
  const id = found.kind === "one" ? found.id : "";
  const told = await tell(visit, { ...subject, id });
  if (told === null) {
    return choicePage(visit, { subject, text: subject.id === "" ? texts.missing : texts.unknown });
  }
  const { kind } = subject;
  const asked = {
    ...told,
    effects: [...told.effects, texts.lead, texts.effect],
    action: `${PATH}/end`,
    fields: html`<input type="hidden" name="subject" value="${kind}"><input type="hidden" name="id" value="${id}">`,
    box: texts.confirm,
    submit: texts.submit,
    keep: texts.keep,
    back: PATH,
  };
  return confirmPage(visit, asked, refused);
}

/** In an emergency nobody should have to look an id up first. */
async function findSubject(visit: ConsoleVisit, { kind, id }: Subject): Promise<Sought> {
  if (kind === "everything") return { kind: "any" };
  return kind === "app" ? soughtApp(visit, id) : soughtMerchant(visit, id);
}

/** Who it is and what it will do; null if there is no such app or merchant. */
async function tell(visit: ConsoleVisit, subject: Subject): Promise<{ title: string; effects: string[] } | null> {
  const { tokens: texts } = visit.t.console;
  const { apps, accounts } = visit.web.clients;
  const { kind, id } = subject;
  if (kind === "everything") return { title: texts.everythingTitle, effects: [texts.everythingHits] };
  if (id === "") return null;
  try {
    if (kind === "app") {
      const { app, installationCount } = await apps.getApp({ clientId: id }, visit.call);
      return { title: texts.appTitle(app?.profile?.name || id), effects: [texts.hits(installationCount)] };
    }
    const { merchant } = await accounts.getMerchant({ merchantId: id }, visit.call);
    return { title: texts.merchantTitle(merchant?.name ?? id), effects: [] };
  } catch (failure) {
    if (failure instanceof ConnectError && failure.code === Code.NotFound) return null;
    throw failure;
  }
}
