import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { valueNamed } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { html } from "../../components/html.ts";
import { countedList, filterForm, pathWith } from "../../components/list.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError } from "../../router/rejected-form.ts";
import { PATH, scopePage, sensitivityBadge } from "./view.ts";

const PAGE_SIZE = 50;

/** `/console/scopes`: the scope catalogue. Scopes are retired, never deleted. */
export function addScopeRoutes(router: PageRouter): void {
  router.page(PATH, listPage);
  router.page(`${PATH}/new`, async (context) => scopePage(context, { scope: null, rejected: null }));
  router.page(`${PATH}/edit`, async (context) => {
    const scope = await findScope(context, context.query.one("name") ?? "");
    if (scope === null) throw new PageError(404, "not_found");
    return scopePage(context, { scope, rejected: null });
  });
  router.form(`${PATH}/save`, {
    basePath: () => PATH,
    async handle(context, fields) {
      const name = (fields.one("name") ?? "").trim();
      const fresh = fields.one("fresh") === "yes";
      if (fresh && (await findScope(context, name)) !== null) {
        throw new FormError([{ field: "name", text: context.t.console.scopes.exists }]);
      }
      await context.web.clients.apps.upsertScope({ scope: { name, ...writtenIn(fields) } }, context.call);
      return pathWith(PATH, { name });
    },
    async redisplay(context, rejected) {
      const fresh = rejected.fields.one("fresh") === "yes";
      const scope = fresh ? null : await findScope(context, rejected.fields.one("name") ?? "");
      return scopePage(context, { scope, rejected });
    },
  });
}

/** The whole catalogue by name: it is small. */
async function readScopes({ web, call }: PageContext): Promise<readonly Scope[]> {
  return (await web.clients.apps.listScopes({ includeRetired: true }, call)).scopes;
}

async function findScope(context: PageContext, name: string): Promise<Scope | null> {
  return (await readScopes(context)).find((scope) => scope.name === name) ?? null;
}

function writtenIn(fields: Fields) {
  return {
    title: (fields.one("title") ?? "").trim(),
    description: (fields.one("description") ?? "").trim(),
    sensitivity: valueNamed(ScopeSensitivity, fields.one("sensitivity")) ?? ScopeSensitivity.NORMAL,
    retired: fields.one("retired") === "yes",
  };
}

async function listPage(context: PageContext): Promise<Page> {
  const { scopes: texts, sensitivities } = context.t.console;
  const { list } = context.t;
  const { query } = context;
  const [name, after] = [query.one("name") ?? "", query.one("page") ?? ""];
  const retired = query.one("retired") === "no" ? "no" : "";
  const wanted = name.trim().toLowerCase();
  const matching = (await readScopes(context)).filter(
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
${filterForm(context, PATH, [
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
${countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter: { name, retired }, token: after, next })}</article>`;
  return { title: texts.title, body };
}
