import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { factList, pathWith } from "../../components/list.ts";
import { formatExact } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { merchantPath } from "../paths.ts";
import { isAction } from "./action-groups.ts";
import { detailFacts } from "./detail-view.ts";

/** The cells of one event: time, the event as a sentence with its details, and address. */
export function auditRow(context: PageContext, event: AuditEvent): HtmlValue[] {
  return [
    formatExact(context, event.at),
    html`<div class="event">${detailOf(context, event)} ${aboutOf(context, event)} <span class="by">${actorOf(context, event, context.t.console.audit.by)}</span></div>`,
    event.address && html`<small><code>${event.address}</code></small>`,
  ];
}

function actionOf({ t }: PageContext, { action }: AuditEvent): HtmlValue {
  return isAction(action) ? t.console.audit.actions[action] : html`<code>${action}</code>`;
}

/** The account, app or service key that acted. */
export function whoOf({ t }: Pick<PageContext, "t">, event: AuditEvent): HtmlValue {
  const { audit } = t.console;
  return actorOf({ t }, event, { account: "", app: audit.byApp, key: audit.byKey, system: audit.system });
}

/** @param words the words before an account, an app and a service key, and those for the system */
function actorOf(
  { t }: Pick<PageContext, "t">,
  event: AuditEvent,
  words: PageContext["t"]["console"]["audit"]["by"],
): HtmlValue {
  if (event.actorAccountId !== "")
    return html`${words.account && `${words.account} `}${person(event.actorAccountId, event.actorAccountName, event.actorAccountEmail)}`;
  if (event.actorClientId !== "")
    return html`<small>${words.app}</small> ${appLink(event.actorClientId, event.actorClientName)}`;
  if (event.serviceKeyId !== "") {
    const keys = pathWith("/console/keys", { name: event.callerName, ended: "yes" });
    return html`<small>${words.key}</small> <a href="${keys}" dir="auto">${event.callerName || t.console.audit.unnamed}</a>`;
  }
  return words.system;
}

function person(accountId: string, name: string, email: string): Html {
  return html`<a href="${`/console/accounts/${accountId}`}" title="${email}" dir="auto">${name || email || accountId}</a>`;
}

function appLink(clientId: string, name: string): Html {
  return html`<a href="${`/console/apps/${clientId}`}" title="${clientId}" dir="auto">${name || clientId}</a>`;
}

/** The subjects of the event, such as "Daily Orders at Harbour Tea". */
function aboutOf({ t }: PageContext, event: AuditEvent): HtmlValue {
  const { audit } = t.console;
  const { clientId, merchantId, installationId, accountId, actorClientId } = event;
  // The actor is not repeated as the subject of the event.
  const otherApp = clientId !== "" && clientId !== actorClientId;
  const otherAccount = accountId !== "" && accountId !== event.actorAccountId;
  const items = [
    otherApp && appLink(clientId, event.clientName),
    merchantId !== "" &&
      html`${clientId !== "" && `${audit.atMerchant} `}<a href="${merchantPath(merchantId)}" title="${merchantId}" dir="auto">${event.merchantName || merchantId}</a>`,
    installationId !== "" &&
      html`(<a href="${`/console/installations/${installationId}`}">${audit.aboutInstallation}</a>)`,
    otherAccount &&
      html`${(clientId !== "" || merchantId !== "") && `${audit.forPerson} `}${person(accountId, event.accountName, event.accountEmail)}`,
  ].filter((item) => item !== false);
  return items.length === 0 ? "" : html`<span class="about">${items.map((item) => html`<span>${item}</span> `)}</span>`;
}

function detailOf(context: PageContext, event: AuditEvent): Html {
  const { audit } = context.t.console;
  const ids: (readonly [HtmlValue, HtmlValue])[] = [
    ...(event.serviceKeyId === "" ? [] : [[audit.byKey, html`<code>${event.serviceKeyId}</code>`] as const]),
    [audit.actionId, html`<code>${event.action}</code>`],
    [audit.request, html`<code>${event.requestId}</code>`],
  ];
  return html`<details class="detail"><summary>${actionOf(context, event)}</summary>${factList([...detailFacts(context, event.detailJson), ...ids])}</details>`;
}
