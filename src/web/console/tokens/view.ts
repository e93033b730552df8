import { inputField } from "../../components/fields.ts";
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
  const chosen = wrong?.subject.kind ?? "app";
  const errors = wrong === null ? [] : [{ field: chosen, text: wrong.text }];
  const fieldOf = (kind: Exclude<Subject["kind"], "everything">) =>
    inputField(
      {
        name: kind,
        label: texts.fields[kind],
        value: kind === chosen ? (wrong?.subject.id ?? "") : "",
        optional: true,
      },
      errors,
    );
  const choices = SUBJECTS.map(
    (kind) => html`<div class="subject-choice"><div class="check choice">
<input type="radio" id="${`subject-${kind}`}" name="subject" value="${kind}" ${kind === chosen && "checked"} aria-describedby="${`subject-${kind}-hint`}">
<div><label for="${`subject-${kind}`}">${texts[kind]}</label> <small id="${`subject-${kind}-hint`}">${texts.hints[kind]}</small></div></div>
${kind !== "everything" && fieldOf(kind)}</div>`,
  );
  const body = html`${pageHeader(context, { title: texts.title, lead: texts.lead })}
<section class="card question">
<form method="get" action="${`${PATH}/end`}">
<fieldset><legend>${texts.subject}</legend>${choices}</fieldset>
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
