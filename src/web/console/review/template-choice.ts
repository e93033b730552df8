import { selectField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import { MESSAGES } from "../../http/language.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { AppFacts } from "../apps/facts.ts";

/** The reason that a template fills in. */
export interface ChosenReason {
  code: string;
  text: string;
}

/** The reason of the template that the page's query names, in the developer's language; null if it names none. */
export function chosenReason({ query }: PageContext, { templates, review }: AppFacts): ChosenReason | null {
  const chosen = templates.find(({ templateId }) => templateId === query.one("template"));
  if (chosen === undefined) return null;
  return { code: chosen.reasonCode, text: review.developerLanguage === "de" ? chosen.textDe : chosen.textEn };
}

/** The form that inserts a template into the fields of a decision; without templates, a link to create some. */
export function templateChoice(context: PageContext, { app, templates, review }: AppFacts): Html {
  const { review: texts } = context.t.console;
  if (templates.length === 0) return html`<p><a href="/console/templates">${texts.templates}</a></p>`;
  const options = templates.map(({ templateId, name }) => ({ value: templateId, label: name }));
  const { languageName } = MESSAGES[review.developerLanguage === "de" ? "de" : "en"].layout;
  return html`<form method="get" action="${`/console/apps/${app.clientId}#decision`}" class="inline-field">
${selectField({
  name: "template",
  label: texts.template,
  hint: texts.templateHint(languageName),
  options: [{ value: "", label: texts.chooseTemplate }, ...options],
  value: context.query.one("template") ?? "",
})}
<button type="submit" class="secondary">${texts.insert}</button></form>`;
}
