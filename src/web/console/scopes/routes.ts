import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { valueNamed } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { html } from "../../components/html.ts";
import { consoleList, filterForm, pathWith } from "../../components/list.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsolePage, Desk } from "../page-router.ts";
import { FormError } from "../refusal.ts";
import { PATH, scopePage, sensitivityBadge } from "./view.ts";

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
  const { scopes: texts, sensitivities } = visit.t.console;
  const { list } = visit.t;
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
