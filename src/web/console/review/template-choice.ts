import { selectField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import type { Fields } from "../../http/fields.ts";
import { MESSAGES } from "../../http/language.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { type AppFacts, developerLanguageOf } from "../apps/facts.ts";
import { appPath } from "../paths.ts";
import { withInserted } from "./decision-form.ts";

/** The form of a decision with the chosen template below the typed text, in the developer's language. A chosen reason code stays. */
export function insertTemplate(facts: AppFacts, fields: Fields): RejectedForm {
  const chosen = facts.templates.find(({ templateId }) => templateId === fields.one("template"));
  const text = chosen && (developerLanguageOf(facts) === "de" ? chosen.textDe : chosen.textEn);
  return withInserted(fields, { text: text ?? null, reasonCode: chosen?.reasonCode ?? null });
}

/** The part of a decision's form that inserts a template into its fields; without templates, a link to create some. */
export function templateChoice(context: PageContext, facts: AppFacts, rejected: RejectedForm | null): Html {
  const { app, templates } = facts;
  const { review: texts } = context.t.console;
  if (templates.length === 0) return html`<p><a href="/console/templates">${texts.templates}</a></p>`;
  const options = templates.map(({ templateId, name }) => ({ value: templateId, label: name }));
  const { languageName } = MESSAGES[developerLanguageOf(facts)].layout;
  const action = `${appPath(app.clientId)}/insert-template#decision`;
  return html`<div class="inline-field">
${selectField({
  name: "template",
  label: texts.template(languageName),
  options: [{ value: "", label: texts.chooseTemplate }, ...options],
  value: rejected?.fields.one("template") ?? "",
  optional: true,
})}
<button type="submit" class="secondary" formaction="${action}">${texts.insert}</button></div>`;
}
