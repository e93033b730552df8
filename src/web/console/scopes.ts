import type { Scope } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { PageError } from "../fault/page-fault.ts";
import type { Fields } from "../http/fields.ts";
import { areaField, checkField, inputField, selectField } from "../view/fields.ts";
import { csrfField } from "../view/form-parts.ts";
import { type Html, html } from "../view/html.ts";
import { pathWith } from "../view/list.ts";
import { badge, filterForm, valueNamed, wordOf } from "./components.ts";
import type { ConsoleVisit } from "./context.ts";
import { consoleList } from "./list.ts";
import type { ConsolePage, Desk } from "./page-router.ts";
import { FormError, type Refused, refusedNotice } from "./refusal.ts";

const PATH = "/console/scopes";
const PAGE_SIZE = 50;

/** `/console/scopes`: what apps can ask for. A scope is never removed, only retired. */
export function addScopeRoutes(desk: Desk): void {
  desk.page(PATH, listPage);
  desk.page(`${PATH}/new`, async (visit) => scopePage(visit, { scope: null, refused: null }));
  desk.page(`${PATH}/edit`, async (visit) => {
    const scope = await findScope(visit, visit.query.one("name") ?? "");
    if (scope === null) throw new PageError(404, "not_found");
    return scopePage(visit, { scope, refused: null });
  });
  desk.form(`${PATH}/save`, {
    home: () => PATH,
    async act(visit, fields) {
      const name = (fields.one("name") ?? "").trim();
      const fresh = fields.one("fresh") === "yes";
      if (fresh && (await findScope(visit, name)) !== null) {
        throw new FormError([{ field: "name", text: visit.t.console.scopes.exists }]);
      }
      await visit.web.clients.apps.upsertScope({ scope: { name, ...writtenIn(fields) } }, visit.call);
      return pathWith(PATH, { name });
    },
    async again(visit, refused) {
      const fresh = refused.fields.one("fresh") === "yes";
      const scope = fresh ? null : await findScope(visit, refused.fields.one("name") ?? "");
      return scopePage(visit, { scope, refused });
    },
  });
}

/** The catalogue by name; it is small enough to be read whole. */
async function readScopes({ web, call }: ConsoleVisit): Promise<readonly Scope[]> {
  return (await web.clients.apps.listScopes({ includeRetired: true }, call)).scopes;
}

async function findScope(visit: ConsoleVisit, name: string): Promise<Scope | null> {
  return (await readScopes(visit)).find((scope) => scope.name === name) ?? null;
}

function writtenIn(fields: Fields) {
  return {
    title: (fields.one("title") ?? "").trim(),
    description: (fields.one("description") ?? "").trim(),
    sensitivity: valueNamed(ScopeSensitivity, fields.one("sensitivity")) ?? ScopeSensitivity.NORMAL,
    retired: fields.one("retired") === "yes",
  };
}

async function listPage(visit: ConsoleVisit): Promise<ConsolePage> {
  const { scopes: texts, sensitivities, list } = visit.t.console;
  const { query } = visit;
  const [name, after] = [query.one("name") ?? "", query.one("page") ?? ""];
  const retired = query.one("retired") === "no" ? "no" : "";
  const wanted = name.trim().toLowerCase();
  const matching = (await readScopes(visit)).filter(
    (scope) =>
      scope.name > after &&
      !(retired === "no" && scope.retired) &&
      `${scope.name}\n${scope.title}`.toLowerCase().includes(wanted),
  );
  const shown = matching.slice(0, PAGE_SIZE);
  const next = matching.length > PAGE_SIZE ? (shown.at(-1)?.name ?? "") : "";
  const rows = shown.map((scope) => [
    html`<a href="${pathWith(`${PATH}/edit`, { name: scope.name })}"><code>${scope.name}</code></a>`,
    html`<span dir="auto">${scope.title}</span> ${scope.retired && badge("warn", texts.retired)}`,
    sensitivityBadge(sensitivities, scope.sensitivity),
  ]);
  const columns = [texts.name, texts.titleField, texts.sensitivity];
  const body = html`<article class="card"><div class="heading"><h1>${texts.title}</h1>
<a role="button" class="button-small" href="${`${PATH}/new`}">${texts.add}</a></div>
<p class="muted">${texts.lead}</p>
${filterForm(visit, PATH, [
  inputField({ name: "name", label: texts.search, type: "search", value: name, optional: true }),
  selectField({
    name: "retired",
    label: texts.retired,
    options: [
      { value: "", label: list.all },
      { value: "no", label: texts.retiredNot },
    ],
    value: retired,
    optional: true,
  }),
])}
${consoleList(visit, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter: { name, retired }, token: after, next })}</article>`;
  return { title: texts.title, body };
}

function sensitivityBadge(texts: Record<string, string>, sensitivity: ScopeSensitivity): Html {
  const word = wordOf(ScopeSensitivity, sensitivity);
  return badge(word === "restricted" ? "bad" : word === "sensitive" ? "warn" : "plain", texts[word] ?? word);
}

interface ScopeView {
  /** Null: a new one. */
  scope: Scope | null;
  refused: Refused | null;
}

function scopePage(visit: ConsoleVisit, { scope, refused }: ScopeView): ConsolePage {
  const { scopes: texts, sensitivities } = visit.t.console;
  const faults = refused?.faults ?? [];
  const was = (name: string, otherwise: string) => refused?.fields.one(name) ?? otherwise;
  const title = scope === null ? texts.addTitle : texts.editTitle(scope.name);
  const options = Object.entries(sensitivities).map(([value, label]) => ({ value, label }));
  const sensitivity = was("sensitivity", wordOf(ScopeSensitivity, scope?.sensitivity ?? ScopeSensitivity.NORMAL));
  const retired = refused === null ? scope?.retired === true : refused.fields.one("retired") === "yes";
  const body = html`<article class="card question"><h1>${title}</h1>${refusedNotice(visit, refused)}
<form method="post" action="${`${PATH}/save`}" data-once novalidate>${csrfField(visit.csrfToken)}
${
  scope === null
    ? html`<input type="hidden" name="fresh" value="yes">${inputField({ name: "name", label: texts.name, hint: texts.nameHint, value: was("name", "") }, faults)}`
    : html`<input type="hidden" name="name" value="${scope.name}">`
}
${inputField({ name: "title", label: texts.titleField, hint: texts.titleHint, value: was("title", scope?.title ?? "") }, faults)}
${areaField({ name: "description", label: texts.description, value: was("description", scope?.description ?? ""), optional: true }, faults)}
${selectField({ name: "sensitivity", label: texts.sensitivity, hint: texts.sensitivityHint, options, value: sensitivity }, faults)}
${checkField({ id: "retired", name: "retired", label: texts.retired, hint: texts.retiredHint, checked: retired })}
<div class="buttons"><button type="submit">${texts.save}</button> <a href="${PATH}">${texts.cancel}</a></div>
</form></article>`;
  return { title, body };
}
