import type { AuditEvent } from "../../../gen/latchkey/v1/audit_service_pb.ts";
import { inputField } from "../view/fields.ts";
import { type Html, type HtmlValue, html } from "../view/html.ts";
import { listTable, pager } from "../view/list.ts";
import type { ConsolePage, ConsoleVisit, Desk } from "./desk.ts";
import { merchantPath } from "./merchants/list.ts";
import { readNames } from "./names.ts";
import { filterForm, since } from "./parts.ts";

const PATH = "/console/audit";

/** The filters, as addresses name them. */
const FILTERS = ["app", "installation", "merchant", "account", "action"] as const;

/** `/console/audit`: who did what to what, when and from where; the newest first. */
export function addAuditRoute(desk: Desk): void {
  desk.page(PATH, async (visit) => {
    const one = (name: string) => (visit.query.one(name) ?? "").trim();
    const filter = Object.fromEntries(FILTERS.map((name) => [name, one(name)]));
    const token = one("page");
    const { events, nextPageToken } = await visit.web.clients.audit.listAuditEvents(
      {
        clientId: one("app"),
        installationId: one("installation"),
        merchantId: one("merchant"),
        accountId: one("account"),
        action: one("action"),
        pageToken: token,
      },
      visit.call,
    );
    const ids = events.flatMap(({ actorAccountId, accountId }) => [actorAccountId, accountId]);
    const names = await readNames(visit, ids);
    return auditPage(visit, { events, names, filter, token, next: nextPageToken });
  });
}

interface Trail {
  events: readonly AuditEvent[];
  names: ReadonlyMap<string, string>;
  filter: Record<string, string>;
  token: string;
  next: string;
}

function auditPage(visit: ConsoleVisit, { events, names, filter, token, next }: Trail): ConsolePage {
  const { audit, list } = visit.t.console;
  const fields = FILTERS.map((name) => {
    const hint = name === "action" ? { hint: audit.actionHint } : {};
    return inputField({ name, label: audit[name], value: filter[name] ?? "", optional: true, ...hint });
  });
  const rows = events.map((event) => [
    since(visit, event.at),
    html`<code>${event.action}</code>`,
    whoOf(visit, event, names),
    aboutOf(visit, event, names),
    html`${event.address && html`<code>${event.address}</code>`} ${detailOf(visit, event)}`,
  ]);
  const columns = [audit.at, audit.what, audit.who, audit.about, audit.where];
  const body = html`<article class="card"><h1>${audit.title}</h1>
${filterForm(visit, PATH, fields)}
${listTable({ caption: audit.title, columns, rows, none: list.none })}
${pager(visit, { path: PATH, filter, token, next })}</article>`;
  return { title: audit.title, body };
}

function whoOf({ t }: ConsoleVisit, event: AuditEvent, names: ReadonlyMap<string, string>): HtmlValue {
  const { audit } = t.console;
  if (event.actorAccountId !== "") return person(event.actorAccountId, names);
  if (event.actorClientId !== "") return html`${audit.byApp} ${appLink(event.actorClientId)}`;
  if (event.serviceKeyId !== "")
    return html`${audit.byKey} <span title="${event.serviceKeyId}" dir="auto">${event.callerName || event.serviceKeyId}</span>`;
  return audit.system;
}

function person(accountId: string, names: ReadonlyMap<string, string>): Html {
  return html`<a href="${`/console/accounts/${accountId}`}" dir="auto">${names.get(accountId) || accountId}</a>`;
}

function appLink(clientId: string): Html {
  return html`<a href="${`/console/apps/${clientId}`}"><code>${clientId}</code></a>`;
}

function aboutOf({ t }: ConsoleVisit, event: AuditEvent, names: ReadonlyMap<string, string>): HtmlValue {
  const { audit } = t.console;
  const { clientId, merchantId, installationId, accountId } = event;
  const items = [
    clientId && html`<li>${audit.aboutApp} ${appLink(clientId)}</li>`,
    merchantId && html`<li>${audit.aboutMerchant} <a href="${merchantPath(merchantId)}">${merchantId}</a></li>`,
    installationId &&
      html`<li><a href="${`/console/installations/${installationId}`}">${audit.aboutInstallation}</a></li>`,
    accountId && html`<li>${audit.aboutAccount} ${person(accountId, names)}</li>`,
  ].filter((item) => item !== "");
  return items.length === 0 ? "" : html`<ul class="plain">${items}</ul>`;
}

function detailOf({ t }: ConsoleVisit, { detailJson, requestId }: AuditEvent): Html {
  const { audit } = t.console;
  const detail = detailJson === "{}" ? "" : `${detailJson}\n`;
  return html`<details><summary>${audit.detail}</summary>
<pre class="detail">${detail}${audit.request}: ${requestId}</pre></details>`;
}
