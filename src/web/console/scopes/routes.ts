import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { valueNamed } from "../../components/enum-names.ts";
import { pathWith } from "../../components/list.ts";
import { withStoredChoices } from "../../components/other-change.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import { isLanguage, LANGUAGES } from "../../http/language.ts";
import type { PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError } from "../../router/rejected-form.ts";
import { isConflict, openedIn } from "../conflict.ts";
import { listPage, mergedScopePage, PATH, scopePage } from "./view.ts";

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
    async handle(context, sent) {
      const fields = withStoredChoices(sent);
      const name = (fields.one("name") ?? "").trim();
      const fresh = fields.one("fresh") === "yes";
      if (fresh && (await findScope(context, name)) !== null) {
        throw existing(context);
      }
      const before = fresh ? null : await findScope(context, name);
      const texts = textsIn(context, fields, before);
      const revision = fresh ? 0 : openedIn(fields).revision;
      const scope = { name, ...writtenIn(fields), texts, ...(revision !== undefined && { revision }) };
      await context.web.clients.apps.upsertScope({ scope }, context.call).catch((failure) => {
        throw fresh && isConflict(failure) ? existing(context) : failure;
      });
      return { to: pathWith(PATH, { name }), flash: { done: doneText(context, before, scope.retired) } };
    },
    async redisplay(context, refused) {
      const rejected = { ...refused, fields: withStoredChoices(refused.fields) };
      const fresh = rejected.fields.one("fresh") === "yes";
      const scope = fresh ? null : await findScope(context, rejected.fields.one("name") ?? "");
      if (scope !== null && rejected.stale) return mergedScopePage(context, { scope, rejected });
      return scopePage(context, { scope, rejected });
    },
  });
}

/** The effect of a saved scope. */
function doneText({ t }: PageContext, before: Scope | null, retired: boolean): string {
  const { scopes } = t.console;
  const wasRetired = before?.retired ?? false;
  if (retired === wasRetired) return scopes.saved;
  return retired ? scopes.savedRetired : scopes.savedActive;
}

function existing({ t }: PageContext): FormError {
  return new FormError([{ field: "name", text: t.console.scopes.exists }]);
}

async function findScope(context: PageContext, name: string): Promise<Scope | null> {
  // The form has the texts of all languages.
  const { scopes } = await context.web.clients.apps.listScopes(
    { includeRetired: true, untranslated: true },
    context.call,
  );
  return scopes.find((scope) => scope.name === name) ?? null;
}

/** The texts of the form, together with the stored texts in languages that the form does not have. @throws FormError */
function textsIn({ t }: PageContext, fields: Fields, scope: Scope | null) {
  const kept = (scope?.texts ?? []).filter(({ language }) => !isLanguage(language));
  const written = LANGUAGES.map((language) => ({
    language,
    title: (fields.one(`title_${language}`) ?? "").trim(),
    description: (fields.one(`description_${language}`) ?? "").trim(),
  }));
  const untitled = written.filter(({ title, description }) => title === "" && description !== "");
  if (untitled.length > 0) {
    const text = t.console.scopes.titleMissing;
    throw new FormError(untitled.map(({ language }) => ({ field: `title_${language}`, text })));
  }
  return [...kept, ...written.filter(({ title }) => title !== "")];
}

function writtenIn(fields: Fields) {
  return {
    title: (fields.one("title") ?? "").trim(),
    description: (fields.one("description") ?? "").trim(),
    sensitivity: valueNamed(ScopeSensitivity, fields.one("sensitivity")) ?? ScopeSensitivity.NORMAL,
    retired: fields.one("retired") === "yes",
  };
}
