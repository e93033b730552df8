import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { badge, sensitivityMark } from "../../components/badges.ts";
import { wordOf } from "../../components/enum-names.ts";
import { areaField, checkField, inputField, selectField } from "../../components/fields.ts";
import { csrfField, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { type Column, countedList, pathWith } from "../../components/list.ts";
import { listFilter } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { LANGUAGES } from "../../http/language.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import {
  type Merged,
  mergeConflict,
  openedFields,
  openedFrom,
  openedIn,
  type Values,
  valuesIn,
  withValues,
} from "../conflict.ts";
import { sectionCrumb } from "../paths.ts";

export const PATH = "/console/scopes";

function sensitivityOf(texts: Record<string, string>, { sensitivity }: Scope): Html {
  const word = wordOf(ScopeSensitivity, sensitivity);
  return sensitivityMark(sensitivity, texts[word] ?? word);
}

interface ScopeView {
  /** Null for a new scope. */
  scope: Scope | null;
  rejected: RejectedForm | null;
  /** The change of the scope after the form was opened. */
  merged?: Merged | null;
}

export function scopePage(context: PageContext, { scope, rejected, merged = null }: ScopeView): Page {
  const { scopes: texts, sensitivities } = context.t.console;
  const errors = merged?.choices ?? rejected?.errors ?? [];
  const was = (name: string, otherwise: string) => rejected?.fields.one(name) ?? otherwise;
  const title = scope === null ? texts.addTitle : texts.editTitle(scope.name);
  const sensitivityHint = html`${texts.sensitivityHints.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}`;
  const options = Object.entries(sensitivities).map(([value, label]) => ({ value, label }));
  const sensitivity = was("sensitivity", wordOf(ScopeSensitivity, scope?.sensitivity ?? ScopeSensitivity.NORMAL));
  const retired = rejected === null ? scope?.retired === true : rejected.fields.one("retired") === "yes";
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title })}
<section class="card question">${merged?.notice ?? rejectionNotice(context, rejected)}
<form method="post" action="${`${PATH}/save`}" data-once novalidate>${csrfField(context.csrfToken)}
${
  scope === null
    ? html`<input type="hidden" name="fresh" value="yes">${inputField({ name: "name", label: texts.name, hint: texts.nameHint, value: was("name", "") }, errors)}`
    : html`<input type="hidden" name="name" value="${scope.name}">${openedFields(rejected !== null && merged === null ? openedIn(rejected.fields) : openedFrom(valuesOf(scope), scope.revision))}`
}
${inputField({ name: "title", label: texts.titleField, hint: texts.titleHint, value: was("title", scope?.title ?? "") }, errors)}
${areaField({ name: "description", label: texts.description, value: was("description", scope?.description ?? ""), optional: true }, errors)}
${translations(context, { scope, rejected }, errors)}
${selectField({ name: "sensitivity", label: texts.sensitivity, hint: sensitivityHint, options, value: sensitivity }, errors)}
${scope !== null && checkField({ id: "retired", name: "retired", label: texts.retired, hint: texts.retiredHint, checked: retired })}
${scope && html`<p class="muted"><small>${texts.saveHint}</small></p>`}
<div class="buttons"><button type="submit">${texts.save}</button> <a class="button secondary" href="${PATH}">${texts.cancel}</a></div>
</form></section>`;
  return { title, body };
}

/** The stored values of the fields. */
function valuesOf({ title, description, sensitivity, retired, texts }: Scope): Values {
  const translated = LANGUAGES.flatMap((language) => {
    const text = texts.find((one) => one.language === language);
    return [
      [`title_${language}`, text?.title ?? ""],
      [`description_${language}`, text?.description ?? ""],
    ];
  });
  return {
    ...{ title, description, ...Object.fromEntries(translated) },
    ...{ sensitivity: wordOf(ScopeSensitivity, sensitivity), retired: retired ? "yes" : "" },
  };
}

/** The form of a scope that was changed after the form was opened. */
export async function mergedScopePage(
  context: PageContext,
  { scope, rejected }: { scope: Scope; rejected: RejectedForm },
): Promise<Page> {
  const { scopes: texts, sensitivities } = context.t.console;
  const translated = LANGUAGES.flatMap((language) => {
    const name = texts.languages[language];
    return [
      [`title_${language}`, texts.titleIn(name)],
      [`description_${language}`, texts.descriptionIn(name)],
    ];
  });
  const { titleField: title, description, sensitivity, retired } = texts;
  const stored = valuesOf(scope);
  const merged = await mergeConflict(context, {
    opened: openedIn(rejected.fields).digests,
    input: valuesIn(rejected.fields, Object.keys(stored)),
    stored,
    labels: { title, description, ...Object.fromEntries(translated), sensitivity, retired },
    names: { sensitivity: sensitivities },
    href: pathWith(`${PATH}/edit`, { name: scope.name }),
    action: "scope.upsert",
    isOwn: ({ name }) => name === scope.name,
  });
  return scopePage(context, { scope, rejected: withValues(rejected, merged), merged });
}

/** The texts in the languages of the pages, folded unless one of them is filled in. */
function translations({ t }: PageContext, { scope, rejected }: ScopeView, errors: readonly FieldError[]): Html {
  const { scopes: texts } = t.console;
  const fields = LANGUAGES.map((language) => {
    const text = scope?.texts.find((one) => one.language === language);
    const was = (name: string, otherwise = "") => rejected?.fields.one(name) ?? otherwise;
    const [title, description] = [`title_${language}`, `description_${language}`];
    const name = texts.languages[language];
    return html`<fieldset><legend>${name}</legend>
${inputField({ name: title, label: texts.titleIn(name), value: was(title, text?.title), optional: true }, errors)}
${areaField({ name: description, label: texts.descriptionIn(name), value: was(description, text?.description), optional: true }, errors)}
</fieldset>`;
  });
  const isUsed = rejected !== null || (scope?.texts.length ?? 0) > 0;
  return html`<details ${isUsed && "open"}><summary>${texts.translations}</summary><p class="muted"><small>${texts.translationsHint}</small></p>${fields}</details>`;
}

const PAGE_SIZE = 50;
/** The core counts apps up to here. */
const MAX_COUNTED = 100;

/** The number of apps that may request a scope, with a link to their list. A core of the previous release does not count them. */
function appsOf({ t }: PageContext, { name }: Scope, count: number | undefined): Html | string {
  if (count === undefined || count === 0) return count === undefined ? "–" : "0";
  const text = count >= MAX_COUNTED ? `${MAX_COUNTED}+` : `${count}`;
  return html`<a href="${pathWith("/console/apps", { scope: name })}" aria-label="${t.console.scopes.appsWith(name, text)}">${text}</a>`;
}

/** The whole catalogue, ordered by name. It is small enough for one page. */

export async function listPage(context: PageContext): Promise<Page> {
  const { scopes: texts, sensitivities } = context.t.console;
  const { list } = context.t;
  const { query } = context;
  const [name, token] = [query.one("name") ?? "", query.one("page") ?? ""];
  const after = Buffer.from(token, "base64url").toString();
  const retired = (["no", "yes"] as const).find((one) => one === query.one("retired")) ?? "";
  const wanted = name.trim().toLowerCase();
  const request = { includeRetired: true, withAppCounts: true };
  const { scopes, appCounts } = await context.web.clients.apps.listScopes(request, context.call);
  const apps = new Map(appCounts.map((one) => [one.scope, one.apps]));
  const found = scopes.filter((scope) => `${scope.name}\n${scope.title}`.toLowerCase().includes(wanted));
  const isIn = (tab: string, scope: Scope) => tab === "" || scope.retired === (tab === "yes");
  const matching = found.filter((scope) => scope.name > after && isIn(retired, scope));
  const shown = matching.slice(0, PAGE_SIZE);
  const next = matching.length > PAGE_SIZE ? Buffer.from(shown.at(-1)!.name).toString("base64url") : "";
  const rows = shown.map((scope) => [
    html`<a href="${pathWith(`${PATH}/edit`, { name: scope.name })}"><code>${scope.name}</code></a>`,
    html`<span dir="auto">${scope.title}</span> ${scope.retired && badge("plain", texts.retired)}${scope.description && html`<small class="below muted" dir="auto">${scope.description}</small>`}`,
    sensitivityOf(sensitivities, scope),
    appsOf(context, scope, apps.get(scope.name)),
  ]);
  const columns = [
    texts.name,
    { label: texts.titleField, phone: "bare" },
    { label: texts.sensitivity, phone: "corner" },
    { label: texts.apps, number: true },
  ] satisfies Column[];
  const tabs = (
    [
      ["", list.all],
      ["no", texts.notRetired],
      ["yes", texts.retired],
    ] as const
  ).map(([tab, label]) => ({
    label,
    set: { retired: tab },
    current: tab === retired,
    count: found.filter((scope) => isIn(tab, scope)).length,
  }));
  const filters = { search: { name: "name", label: texts.search, value: name }, tabs: { label: texts.state, tabs } };
  const body = html`${pageHeader(context, { title: texts.title, lead: texts.lead, actions: linkButton(`${PATH}/new`, texts.add) })}
<section class="card">
${listFilter(context, { path: PATH, filter: { name, retired }, ...filters })}
${countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter: { name, retired }, search: name, findsParts: true, noMatch: context.t.console.noMatch.scope, reset: PATH, token, next, total: found.filter((scope) => isIn(retired, scope)).length })}</section>`;
  return { title: texts.title, body };
}
