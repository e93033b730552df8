import { type Timestamp, timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { html } from "../../components/html.ts";
import { consoleList, filterForm } from "../../components/list.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsolePage, Desk } from "../page-router.ts";
import { soughtAccount, soughtApp, soughtMerchant } from "../search.ts";
import { idOf, isUnclear, type SoughtField, shownIn, soughtNotice } from "../search-filter.ts";
import { auditRow } from "./row-view.ts";
import { type Asked, inputsOf, PATH } from "./view.ts";

/** `/console/audit`: who did what to what, when and from where; the newest first. */
export function addAuditRoute(desk: Desk): void {
  desk.page(PATH, auditPage);
}

async function auditPage(visit: ConsoleVisit): Promise<ConsolePage> {
  const { audit } = visit.t.console;
  const one = (name: string) => (visit.query.one(name) ?? "").trim();
  const fields = await soughtFields(visit, one);
  const asked = {
    installation: one("installation"),
    action: one("action"),
    from: dayIn(one("from")),
    to: dayIn(one("to")),
    token: one("page"),
  };
  const { events, next } = await readEvents(visit, fields, asked);
  const { token, ...rest } = asked;
  const filter = { ...Object.fromEntries(fields.map(({ name, sought }) => [name, shownIn(sought)])), ...rest };
  const columns = [audit.at, audit.what, audit.who, audit.about, audit.where];
  const rows = events.map((event) => auditRow(visit, event));
  const body = html`<article class="card"><h1>${audit.title}</h1>
${filterForm(visit, PATH, inputsOf(visit, fields, asked))}
${soughtNotice(visit, fields, { path: PATH, filter })}
${!isUnclear(fields) && consoleList(visit, { caption: audit.title, columns, rows, none: audit.none, path: PATH, filter, token, next })}</article>`;
  return { title: audit.title, body };
}

async function soughtFields(visit: ConsoleVisit, one: (name: string) => string): Promise<SoughtField[]> {
  const { audit, installations, merchants } = visit.t.console;
  const [account, app, merchant] = await Promise.all([
    soughtAccount(visit, one("account")),
    soughtApp(visit, one("app")),
    soughtMerchant(visit, one("merchant")),
  ]);
  return [
    { name: "account", label: audit.account, noun: merchants.member, sought: account },
    { name: "app", label: audit.app, noun: installations.appColumn, sought: app },
    { name: "merchant", label: audit.merchant, noun: installations.merchantColumn, sought: goneOr(merchant) },
  ];
}

/** The trail outlives what it tells of: an id that nothing has any more may still be in it. */
function goneOr(sought: SoughtField["sought"]): SoughtField["sought"] {
  return sought.kind === "none" ? { kind: "one", id: sought.typed, name: "", typed: sought.typed } : sought;
}

async function readEvents(
  { web, call }: ConsoleVisit,
  fields: readonly SoughtField[],
  asked: Asked,
): Promise<{ events: readonly AuditEvent[]; next: string }> {
  if (isUnclear(fields)) return { events: [], next: "" };
  const [accountId, clientId, merchantId] = fields.map(({ sought }) => idOf(sought));
  const { installation: installationId, action, token: pageToken } = asked;
  const [doneFrom, doneBefore] = [momentOf(asked.from, 0), momentOf(asked.to, 1)];
  const request = { accountId, clientId, merchantId, installationId, action, pageToken };
  const answer = await web.clients.audit.listAuditEvents(
    { ...request, ...(doneFrom && { doneFrom }), ...(doneBefore && { doneBefore }) },
    call,
  );
  return { events: answer.events, next: answer.nextPageToken };
}

const DAY_MS = 86_400_000;

/** A day as fields of the type `date` send it; empty for anything else. */
function dayIn(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : "";
}

/** The beginning of a day, UTC, so many days on; null for none. */
function momentOf(day: string, later: number): Timestamp | null {
  return day === "" ? null : timestampFromDate(new Date(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS));
}
