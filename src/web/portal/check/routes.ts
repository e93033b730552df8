import type { Fields } from "../../http/fields.ts";
import type { Desk, PortalPage, PortalVisit } from "../page-router.ts";
import { checkPage } from "./view.ts";

const PATH = "/portal/check";

/** `/portal/check`: everything that is wrong with an authorization URL, before a merchant sees it. */
export function addCheckRoutes(desk: Desk): void {
  desk.page(PATH, async (visit) => page(visit, { url: "", result: null, missing: false }));
  // A form and not a link: what is pasted may hold tokens, which have no place in addresses.
  desk.form(PATH, { home: () => PATH, act: check });
}

async function check(visit: PortalVisit, fields: Fields): Promise<PortalPage> {
  const url = fields.one("url")?.trim() ?? "";
  if (url === "") return page(visit, { url, result: null, missing: true });
  const result = await visit.web.clients.apps.validateAuthorizeUrl({ url }, visit.call);
  return page(visit, { url, result, missing: false });
}

function page(visit: PortalVisit, view: Parameters<typeof checkPage>[1]): PortalPage {
  const { title } = visit.t.portal.check;
  return { title, body: checkPage(visit, view), status: view.missing ? 400 : 200 };
}
