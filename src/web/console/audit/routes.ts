import type { FastifyInstance } from "fastify";
import type { Web } from "../../request-context.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { isUnresolved } from "../search-filter.ts";
import { addExportRoute } from "./export.ts";
import { readFilter, requestOf } from "./filter.ts";
import { auditPage, PATH } from "./view.ts";

/** `/console/audit`: the audit trail, newest first, and its export. */
export function addAuditRoutes(app: FastifyInstance, router: PageRouter, web: Web): void {
  addExportRoute(app, router, web);
  router.page(PATH, show);
}

async function show(context: PageContext): Promise<Page> {
  const filter = await readFilter(context);
  const token = context.query.one("page") ?? "";
  const read = () =>
    context.web.clients.audit.listAuditEvents({ ...requestOf(filter), pageToken: token }, context.call);
  const { events, nextPageToken: next } = isUnresolved(filter.found) ? { events: [], nextPageToken: "" } : await read();
  return { title: context.t.console.audit.title, body: auditPage(context, { filter, events, token, next }) };
}
