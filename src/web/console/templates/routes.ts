import type { DecisionTemplate } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { STORED, withStoredChoices } from "../../components/other-change.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import type { PageContext, PageRouter } from "../../router/page-router.ts";
import { openedIn } from "../conflict.ts";
import { listPage, mergedTemplatePage, PATH, templatePage } from "./view.ts";

const TEXTS = ["name", "reason_code", "text_en", "text_de"];

/** `/console/templates`: reasons that reviewers insert into decisions. */
export function addTemplateRoutes(router: PageRouter): void {
  router.page(PATH, async (context) => listPage(context, await readTemplates(context)));
  router.page(`${PATH}/new`, async (context) => templatePage(context, { template: null, rejected: null }));
  router.page(`${PATH}/edit`, async (context) => {
    const template = await findTemplate(context, context.query.one("id") ?? "");
    if (template === null) throw new PageError(404, "not_found");
    return templatePage(context, { template, rejected: null });
  });
  router.form(`${PATH}/save`, {
    kept: ["id", "revision", "opened", ...TEXTS, ...TEXTS.map((name) => `${STORED}${name}`)],
    basePath: () => PATH,
    async handle({ web, call }, fields) {
      const template = templateIn(withStoredChoices(fields));
      await web.clients.reviews.upsertDecisionTemplate({ template }, call);
      return PATH;
    },
    done: ({ t }) => t.console.templates.saved,
    async redisplay(context, refused) {
      const rejected = { ...refused, fields: withStoredChoices(refused.fields) };
      const template = await findTemplate(context, idIn(rejected.fields));
      if (template !== null && rejected.stale) return mergedTemplatePage(context, { template, rejected });
      return templatePage(context, { template, rejected });
    },
  });
  router.form(`${PATH}/delete`, {
    basePath: () => PATH,
    async handle({ web, call }, fields) {
      await web.clients.reviews.deleteDecisionTemplate({ templateId: idIn(fields) }, call);
      return PATH;
    },
    done: ({ t }) => t.console.templates.deleted,
  });
}

async function readTemplates({ web, call }: PageContext): Promise<readonly DecisionTemplate[]> {
  return (await web.clients.reviews.listDecisionTemplates({}, call)).templates;
}

async function findTemplate(context: PageContext, id: string): Promise<DecisionTemplate | null> {
  return (await readTemplates(context)).find(({ templateId }) => templateId === id) ?? null;
}

function idIn(fields: Fields): string {
  return fields.one("id") ?? "";
}

function templateIn(fields: Fields) {
  const text = (name: string) => (fields.one(name) ?? "").trim();
  const values = {
    name: text("name"),
    reasonCode: text("reason_code"),
    textEn: text("text_en"),
    textDe: text("text_de"),
  };
  const { revision } = openedIn(fields);
  return { templateId: idIn(fields), ...values, ...(revision !== undefined && { revision }) };
}
