import { Code, ConnectError } from "@connectrpc/connect";
import { html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { Fields } from "../../http/fields.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError, type RejectedForm } from "../../router/rejected-form.ts";
import { confirmPage, requireConfirmed } from "../confirm.ts";
import { type SearchMatch, searchApp, searchMerchant } from "../search.ts";
import { USAGE_MAX } from "../usage-max.ts";
import { choicePage, PATH, SUBJECTS, type Subject, severalPage } from "./view.ts";

/** `/console/tokens`: revokes all tokens of an app, of a merchant or of all apps. */
export function addTokenRoutes(router: PageRouter): void {
  router.page(PATH, async (context) => choicePage(context, null));
  router.page(`${PATH}/end`, (context) => confirmationPage(context, subjectIn(context.query), null));
  router.form(`${PATH}/end`, {
    basePath: (_params, fields) =>
      pathWith(`${PATH}/end`, { subject: subjectIn(fields).kind, id: subjectIn(fields).id }),
    async handle(context, fields) {
      requireConfirmed(context, fields);
      await context.web.clients.tokens.revokeBefore({ subject: messageOf(context, subjectIn(fields)) }, context.call);
      return "/console/audit?action=token.revoke_before";
    },
    done: ({ t }) => t.console.tokens.done,
    redisplay: (context, rejected) => confirmationPage(context, subjectIn(rejected.fields), rejected),
  });
}

/** The subject in a link or a form (`id`), or in the choice, where each kind has its own field. */
function subjectIn(fields: Fields): Subject {
  const kind = SUBJECTS.find((one) => one === fields.one("subject")) ?? "app";
  return { kind, id: kind === "everything" ? "" : (fields.one("id") ?? fields.one(kind) ?? "").trim() };
}

function messageOf({ t }: PageContext, { kind, id }: Subject) {
  if (kind === "everything") return { case: "everything", value: true } as const;
  if (id === "") throw new FormError([{ field: "id", text: t.console.tokens.missing }]);
  return kind === "app" ? ({ case: "clientId", value: id } as const) : ({ case: "merchantId", value: id } as const);
}

export async function confirmationPage(
  context: PageContext,
  subject: Subject,
  rejected: RejectedForm | null,
): Promise<Page> {
  const { tokens: texts } = context.t.console;
  const found = await findSubject(context, subject);
  if (found.kind === "several") return severalPage(context, subject, found);
  const id = found.kind === "one" ? found.id : "";
  const confirmation = await confirmationOf(context, { ...subject, id });
  if (confirmation === null) {
    return choicePage(context, { subject, text: subject.id === "" ? texts.missing : texts.unknown });
  }
  const { kind } = subject;
  const confirmPageOptions = {
    ...confirmation,
    effects: [...confirmation.effects, texts.effects[kind], texts.effect],
    action: `${PATH}/end`,
    fields: html`<input type="hidden" name="subject" value="${kind}"><input type="hidden" name="id" value="${id}">`,
    checkbox: texts.confirm,
    submit: texts.submit,
    cancel: texts.cancel,
    back: PATH,
  };
  return confirmPage(context, confirmPageOptions, rejected);
}

/** Accepts names as well as ids, because this page is for emergencies. */
async function findSubject(context: PageContext, { kind, id }: Subject): Promise<SearchMatch> {
  if (kind === "everything") return { kind: "any" };
  return kind === "app" ? searchApp(context, id) : searchMerchant(context, id);
}

/** The title and effects of the confirmation; null if the app or merchant does not exist. */
async function confirmationOf(
  context: PageContext,
  subject: Subject,
): Promise<{ title: string; effects: string[] } | null> {
  const { tokens: texts } = context.t.console;
  const { apps, accounts } = context.web.clients;
  const { kind, id } = subject;
  if (kind === "everything") return { title: texts.everythingTitle, effects: [] };
  if (id === "") return null;
  try {
    if (kind === "app") {
      const { app, installationCount } = await apps.getApp({ clientId: id }, context.call);
      return { title: texts.appTitle(app?.profile?.name || id), effects: [texts.installationCount(installationCount)] };
    }
    const request = { merchantId: id, withoutMembers: true, withUsage: true };
    const { merchant } = await accounts.getMerchant(request, context.call);
    const count = merchant?.usage?.installationCount;
    const effects = count === undefined ? [] : [texts.installationCount(count, count >= USAGE_MAX)];
    return { title: texts.merchantTitle(merchant?.name ?? id), effects };
  } catch (failure) {
    if (failure instanceof ConnectError && failure.code === Code.NotFound) return null;
    throw failure;
  }
}
