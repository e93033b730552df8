import { inputField, selectField } from "../../components/fields.ts";
import { html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { sectionCrumb } from "../paths.ts";
import type { Named } from "../search.ts";

export const PATH = "/console/tokens";

export const SUBJECTS = ["app", "merchant", "everything"] as const;

/** The owner of the tokens to revoke. */
export interface Subject {
  kind: (typeof SUBJECTS)[number];
  id: string;
}

export function choicePage(context: PageContext, wrong: { subject: Subject; text: string } | null): Page {
  const { tokens: texts } = context.t.console;
  const errors = wrong === null ? [] : [{ field: "id", text: wrong.text }];
  const options = SUBJECTS.map((value) => ({ value, label: texts[value] }));
  const body = html`${pageHeader(context, { title: texts.title, lead: texts.lead })}
<section class="card question">
<form method="get" action="${`${PATH}/end`}">
${selectField({ name: "subject", label: texts.subject, options, value: wrong?.subject.kind ?? "app" })}
${inputField({ name: "id", label: texts.id, hint: texts.idHint, value: wrong?.subject.id ?? "", optional: true }, errors)}
<button type="submit">${texts.continue}</button></form></section>`;
  return { title: texts.title, body };
}

export function severalPage(
  context: PageContext,
  { kind }: Subject,
  { typed, some }: { typed: string; some: readonly Named[] },
): Page {
  const { tokens: texts } = context.t.console;
  const links = some.map(
    ({ id, name }) =>
      html`<li><a href="${pathWith(`${PATH}/end`, { subject: kind, id })}" dir="auto">${name || id}</a> <code>${id}</code></li>`,
  );
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title: texts.title })}
<section class="card question"><p>${texts.severalMatches(typed)}</p>
<ul>${links}</ul><p><a href="${PATH}">${texts.cancel}</a></p></section>`;
  return { title: texts.title, body };
}
