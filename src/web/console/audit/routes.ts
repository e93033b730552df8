import { type Timestamp, timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { html } from "../../components/html.ts";
import { countedList, filterForm } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { searchAccount, searchApp, searchMerchant } from "../search.ts";
import { filterText, idOf, isUnresolved, type SearchFilter, searchNotice } from "../search-filter.ts";
import { auditRow } from "./row-view.ts";
import { type AuditFilter, inputsOf, PATH } from "./view.ts";

/** `/console/audit`: the audit trail, newest first. */
export function addAuditRoute(router: PageRouter): void {
  router.page(PATH, auditPage);
}

async function auditPage(context: PageContext): Promise<Page> {
  const { audit } = context.t.console;
  const one = (name: string) => (context.query.one(name) ?? "").trim();
  const fields = await readFilters(context, one);
  const auditFilter = {
    installation: one("installation"),
    action: one("action"),
    from: dayIn(one("from")),
    to: dayIn(one("to")),
    token: one("page"),
  };
  const { events, next } = await readEvents(context, fields, auditFilter);
  const { token, ...rest } = auditFilter;
  const filter = { ...Object.fromEntries(fields.map(({ name, match }) => [name, filterText(match)])), ...rest };
  const columns = [audit.at, audit.actionColumn, audit.actorColumn, audit.subjectColumn, audit.addressColumn];
  const rows = events.map((event) => auditRow(context, event));
  const body = html`${pageHeader(context, { title: audit.title })}
<section class="card">
${filterForm(context, PATH, inputsOf(context, fields, auditFilter))}
${searchNotice(context, fields, { path: PATH, filter })}
${!isUnresolved(fields) && countedList(context, { caption: audit.title, columns, rows, none: audit.none, path: PATH, filter, token, next })}</section>`;
  return { title: audit.title, body };
}

async function readFilters(context: PageContext, one: (name: string) => string): Promise<SearchFilter[]> {
  const { audit, installations, merchants } = context.t.console;
  const [account, app, merchant] = await Promise.all([
    searchAccount(context, one("account")),
    searchApp(context, one("app")),
    searchMerchant(context, one("merchant")),
  ]);
  return [
    { name: "account", label: audit.account, noun: merchants.member, match: account },
    { name: "app", label: audit.app, noun: installations.appColumn, match: app },
    { name: "merchant", label: audit.merchant, noun: installations.merchantColumn, match: goneOr(merchant) },
  ];
}

/** Audit events outlive merchants, so an unknown id is searched as it is. */
function goneOr(match: SearchFilter["match"]): SearchFilter["match"] {
  return match.kind === "none" ? { kind: "one", id: match.typed, name: "", typed: match.typed } : match;
}

async function readEvents(
  { web, call }: PageContext,
  fields: readonly SearchFilter[],
  filter: AuditFilter,
): Promise<{ events: readonly AuditEvent[]; next: string }> {
  if (isUnresolved(fields)) return { events: [], next: "" };
  const [accountId, clientId, merchantId] = fields.map(({ match }) => idOf(match));
  const { installation: installationId, action, token: pageToken } = filter;
  const [doneFrom, doneBefore] = [formatTimestamp(filter.from, 0), formatTimestamp(filter.to, 1)];
  const request = { accountId, clientId, merchantId, installationId, action, pageToken };
  const answer = await web.clients.audit.listAuditEvents(
    { ...request, ...(doneFrom && { doneFrom }), ...(doneBefore && { doneBefore }) },
    call,
  );
  return { events: answer.events, next: answer.nextPageToken };
}

const DAY_MS = 86_400_000;

/** A date in the format of `<input type="date">`; empty if invalid. */
function dayIn(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : "";
}

/** The start of a day in UTC, plus a number of days; null without a day. */
function formatTimestamp(day: string, later: number): Timestamp | null {
  return day === "" ? null : timestampFromDate(new Date(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS));
}
