import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { factList } from "../../components/list.ts";
import { formatClockSeconds, formatSeconds } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { isAction } from "./action-groups.ts";
import { detailFacts } from "./detail-view.ts";
import { actorTile, eventIcon } from "./marks.ts";
import { sentenceOf } from "./sentence.ts";
import { actorOf, affectedAccount, appSubject, merchantSubject, type Subject, subjectLink } from "./subjects.ts";

/** One event: its time, category and actor, the event as a sentence, the address, and its folded details. */
export function auditRow(context: PageContext, event: AuditEvent): Html {
  const { audit } = context.t.console;
  const detail = JSON.parse(event.detailJson || "{}") as Record<string, unknown>;
  const byPlatform = detail.party === "OPERATOR";
  return html`<li class="event">${formatClockSeconds(context, event.at)}${eventIcon(context, event, byPlatform)}${actorTile(event)}<p>${sentenceOf(context, event, detail)}</p>
<span class="event-address">${event.address}</span><details><summary><span class="sr">${audit.detailsOf} ${actionName(context, event)}</span></summary>${factList(factsOf(context, event))}</details></li>`;
}

function actionName({ t }: PageContext, { action }: AuditEvent): string {
  return isAction(action) ? t.console.audit.actions[action] : action;
}

/** The account, app or service key that acted. */
export function whoOf({ t }: Pick<PageContext, "t">, event: AuditEvent): Html {
  return subjectLink(actorOf({ t }, event));
}

type Fact = readonly [HtmlValue, HtmlValue];

function factsOf(context: PageContext, event: AuditEvent): Fact[] {
  const { audit } = context.t.console;
  const code = (text: string) => text !== "" && html`<code>${text}</code>`;
  const withTitle = (subject: Subject | null) => subject !== null && html`${subjectLink(subject)}${titleOf(subject)}`;
  const installation =
    event.installationId !== "" &&
    html`<a href="${`/console/installations/${event.installationId}`}"><code>${event.installationId}</code></a>`;
  const facts: Fact[] = [
    [audit.exactTime, formatSeconds(context, event.at)],
    [audit.action, html`${actionName(context, event)} <small class="muted"><code>${event.action}</code></small>`],
    [audit.actor, withTitle(actorOf(context, event))],
    [audit.byApp, withTitle(appSubject(event.clientId, event.clientName))],
    [audit.aboutMerchant, withTitle(merchantSubject(event))],
    [audit.affected, withTitle(affectedAccount(context, event))],
    [audit.aboutInstallation, installation],
    ...detailFacts(context, event.detailJson),
    [audit.address, code(event.address)],
    [audit.request, code(event.requestId)],
  ];
  return facts.filter(([, value]) => value !== false);
}

/** The id or the e-mail address, after the name. */
function titleOf({ title = "" }: Subject): Html | null {
  if (title === "") return null;
  return html` <small class="muted">${title.includes("@") ? title : html`<code>${title}</code>`}</small>`;
}
