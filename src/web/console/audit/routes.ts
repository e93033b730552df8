import type { FastifyInstance } from "fastify";
import type { Web } from "../../request-context.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { isUnresolved } from "../search-filter.ts";
import { addExportRoute } from "./export.ts";
import { dayErrors, readFilter, requestOf } from "./filter.ts";
import { auditPage, PATH } from "./view.ts";

/** `/console/audit`: the audit trail, newest first, and its export. */
export function addAuditRoutes(app: FastifyInstance, router: PageRouter, web: Web): void {
  addExportRoute(app, router, web);
  router.page(PATH, show);
}

async function show(context: PageContext): Promise<Page> {
  const filter = await readFilter(context);
  const errors = dayErrors(context, filter);
  const token = context.query.one("page") ?? "";
  const read = () =>
    context.web.clients.audit.listAuditEvents({ ...requestOf(filter), pageToken: token }, context.call);
  const isEmpty = errors.length > 0 || isUnresolved(filter.found);
  const { events, nextPageToken: next } = isEmpty ? { events: [], nextPageToken: "" } : await read();
  const body = auditPage(context, { filter, errors, events, token, next });
  return { title: context.t.console.audit.title, body, ...(errors.length > 0 && { status: 400 }) };
}
