import type { DecisionTemplate } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { areaField, inputField, selectField } from "../../components/fields.ts";
import { csrfField, ownerField } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { emptyState, listTable, pathWith } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { reasonName } from "../../components/reason.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { type Merged, mergeConflict, openedFields, openedFrom, openedIn, valuesIn, withValues } from "../conflict.ts";
import { QUEUE, queueCrumb } from "../paths.ts";
import { reasonOptions } from "../reason-fields.ts";

export const PATH = "/console/templates";

export function listPage(context: PageContext, templates: readonly DecisionTemplate[]): Page {
  const { templates: texts } = context.t.console;
  const rows = templates.map((one) => [
    html`<a href="${pathWith(`${PATH}/edit`, { id: one.templateId })}" dir="auto">${one.name}</a>`,
    reasonName(context, one.reasonCode),
    html`<span class="lines" dir="auto">${context.language === "de" ? one.textDe : one.textEn}</span>`,
    formatTimestamp(context, one.updatedAt),
  ]);
  const add = linkButton(`${PATH}/new`, texts.add);
  const none = emptyState({ icon: "book", title: texts.none, text: texts.noneText, action: add });
  const crumbs = [queueCrumb(context)];
  const header = { crumbs, title: texts.title, lead: texts.lead, actions: rows.length > 0 && add };
  const columns = [texts.name, texts.reason, { label: texts.text, phone: "bare" as const }, texts.changed];
  const body = html`${pageHeader(context, header)}
<section class="card">${listTable({ caption: texts.title, columns, rows, none, sortable: true })}</section>`;
  return { title: texts.title, body, place: QUEUE };
}

interface TemplateView {
  /** Null for a new template. */
  template: DecisionTemplate | null;
  rejected: RejectedForm | null;
  /** The change of the template after the form was opened. */
  merged?: Merged | null;
}

function valuesOf({ name, reasonCode, textEn, textDe }: DecisionTemplate) {
  return { name, reason_code: reasonCode, text_en: textEn, text_de: textDe };
}

/** The form of a template that was changed after the form was opened. */
export async function mergedTemplatePage(
  context: PageContext,
  { template, rejected }: { template: DecisionTemplate; rejected: RejectedForm },
): Promise<Page> {
  const { name, reason: reason_code, textEn: text_en, textDe: text_de } = context.t.console.templates;
  const stored = valuesOf(template);
  const merged = await mergeConflict(context, {
    opened: openedIn(rejected.fields).digests,
    input: valuesIn(rejected.fields, Object.keys(stored)),
    stored,
    labels: { name, reason_code, text_en, text_de },
    names: {
      reason_code: Object.fromEntries(reasonOptions(context, "review").map(({ value, label }) => [value, label])),
    },
    href: pathWith(`${PATH}/edit`, { id: template.templateId }),
    action: "template.upsert",
    isOwn: ({ templateId }) => templateId === template.templateId,
  });
  return templatePage(context, { template, rejected: withValues(rejected, merged), merged });
}

export function templatePage(context: PageContext, { template, rejected, merged = null }: TemplateView): Page {
  const { templates: texts } = context.t.console;
  const errors = merged?.choices ?? rejected?.errors ?? [];
  const was = (name: string, otherwise: string) => rejected?.fields.one(name) ?? otherwise;
  const title = template?.name ?? texts.addTitle;
  const crumbs = [queueCrumb(context), { href: PATH, label: texts.title }];
  const id = template && html`<input type="hidden" name="id" value="${template.templateId}">`;
  const kept = rejected !== null && merged === null ? openedIn(rejected.fields) : null;
  const opened = template && (kept ?? openedFrom(valuesOf(template), template.revision));
  const body = html`${pageHeader(context, { crumbs, title })}
<section class="card question">${merged?.notice ?? rejectionNotice(context, rejected)}
<form method="post" action="${`${PATH}/save`}" data-once novalidate>${csrfField(context.csrfToken)}${ownerField(context)}${id}${opened && openedFields(opened)}
${inputField({ name: "name", label: texts.name, hint: texts.nameHint, value: was("name", template?.name ?? "") }, errors)}
${selectField({ name: "reason_code", label: texts.reason, options: reasonOptions(context, "review"), value: was("reason_code", template?.reasonCode ?? "") }, errors)}
${areaField({ name: "text_en", label: texts.textEn, rows: 4, value: was("text_en", template?.textEn ?? "") }, errors)}
${areaField({ name: "text_de", label: texts.textDe, rows: 4, value: was("text_de", template?.textDe ?? "") }, errors)}
<div class="buttons"><button type="submit">${texts.save}</button> <a class="button secondary" href="${PATH}">${texts.cancel}</a></div>
</form></section>
${
  template &&
  html`<section class="card question" aria-labelledby="delete"><h2 id="delete">${texts.deleteTitle}</h2>
<p class="muted"><small>${texts.deleteHint}</small></p>
<details class="more more-danger"><summary>${texts.delete}</summary>
<p>${texts.deleteEffect}</p>
<form method="post" action="${`${PATH}/delete`}" data-once>${csrfField(context.csrfToken)}${id}
<button type="submit" class="danger">${texts.delete}</button></form></details></section>`
}`;
  return { title, body, place: QUEUE };
}
