import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { copyBox, copySecretField, copyText } from "../../components/copy.ts";
import type { FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { notice, statusMessage } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { sameNameNotice } from "../app/same-name.ts";
import { pathOf } from "../own-app.ts";
import { missingNotice } from "./missing-view.ts";

interface Created {
  app: App;
  /** Empty for a public app. */
  clientSecret: string;
  /** The errors that prevent the submission of the draft. */
  missing: readonly FieldError[];
  /** The errors of the logo or the submission, which are left after the app was created, as sentences. */
  left: readonly string[];
  /** The note to the reviewer, which is not stored with a draft; empty if there is none. */
  note: string;
  /** Another app of the team with the same name; null if there is none. */
  sameName: App | null;
}

/** Shows the first secret, once. */
export function appCreatedPage(
  context: PageContext,
  { app, clientSecret, missing, left, note, sameName }: Created,
): Page {
  const { t } = context;
  const texts = t.portal.form.created;
  const name = app.profile?.name || t.app.unnamed;
  const isDraft = app.state === AppState.DRAFT;
  const isIncomplete = missing.length > 0 || left.length > 0;
  const heading = isIncomplete ? texts.incompleteHeading : isDraft ? texts.heading : texts.submittedHeading;
  const title = heading(name);
  const formPath = `${pathOf(app)}/edit`;
  const body = html`${pageHeader(context, { crumbs: [{ href: "/portal", label: t.portal.sections.apps }], title })}
${!isIncomplete && statusMessage(isDraft ? t.portal.app.done.create : texts.submitted)}
${missingNotice({ errors: missing, formPath, lead: texts.incomplete })}
${left.length > 0 && html`<div class="notice notice-fault" role="alert"><p><strong>${t.portal.app.missing}</strong></p><ul>${left.map((text) => html`<li>${text}</li>`)}</ul><p><a href="${formPath}">${texts.backToForm}</a></p></div>`}
<section class="card question"><h2>${texts.credentials}</h2>
${copyBox(t, { id: "client-id", label: texts.clientId, value: app.clientId })}
${clientSecret && secretBox(context, clientSecret)}
${
  note !== "" &&
  html`${copyText(t, { id: "note", label: t.portal.form.noteKept, value: note })}
<p class="muted"><small>${t.portal.form.noteKeptHint}</small></p>`
}
${sameNameNotice(context, sameName)}
<p class="actions"><a class="button" href="${pathOf(app)}">${texts.continueToApp}</a> <a href="${`/docs/quickstart?app=${app.clientId}`}">${texts.quickstart}</a></p></section>`;
  return { title, body };
}

/** A secret with the notice that it is shown once. */
export function secretBox({ t }: PageContext, clientSecret: string): Html {
  const { shownOnce, shownOnceHint, secret } = t.portal.secrets;
  return html`${notice("warn", html`<strong>${shownOnce}</strong> ${shownOnceHint}`)}
${copySecretField(t, { id: "client-secret", label: secret, value: clientSecret })}`;
}
