import type { ValidateAuthorizeUrlResponse } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { Fields } from "../../http/fields.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { checkPage, UNREGISTERED } from "./view.ts";

const PATH = "/portal/check";

/** `/portal/check`: checks an authorization URL. */
export function addCheckRoutes(router: PageRouter): void {
  router.page(PATH, async (context) => page(context, { url: "", result: null, missing: false, registered: [] }));
  // POST, because the pasted URL may contain tokens.
  router.form(PATH, { basePath: () => PATH, handle: check });
}

async function check(context: PageContext, fields: Fields): Promise<Page> {
  const url = fields.one("url")?.trim() ?? "";
  if (url === "") return page(context, { url, result: null, missing: true, registered: [] });
  const result = await context.web.clients.apps.validateAuthorizeUrl({ url }, context.call);
  return page(context, { url, result, missing: false, registered: await registeredFor(context, result) });
}

/** The redirect URIs of the app, if the link has another one. */
async function registeredFor(
  { web, call }: PageContext,
  { clientId, findings }: ValidateAuthorizeUrlResponse,
): Promise<readonly string[]> {
  if (clientId === "" || !findings.some(({ code }) => code === UNREGISTERED)) return [];
  const { app } = await web.clients.apps.getApp({ clientId }, call);
  return app?.profile?.redirectUris ?? [];
}

function page(context: PageContext, view: Parameters<typeof checkPage>[1]): Page {
  const { title } = context.t.portal.check;
  return { title, body: checkPage(context, view), status: view.missing ? 400 : 200 };
}
