import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { ScopeSensitivity } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { valueNamed } from "../../components/enum-names.ts";
import { pathWith } from "../../components/list.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import type { PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError } from "../../router/rejected-form.ts";
import { listPage, PATH, readScopes, scopePage } from "./view.ts";

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
    done: ({ t }) => t.console.scopes.saved,
    async redisplay(context, rejected) {
      const fresh = rejected.fields.one("fresh") === "yes";
      const scope = fresh ? null : await findScope(context, rejected.fields.one("name") ?? "");
      return scopePage(context, { scope, rejected });
    },
  });
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
