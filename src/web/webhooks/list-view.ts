import type { WebhookEndpoint } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { type HtmlValue, html } from "../components/html.ts";
import { emptyState, listTable } from "../components/list.ts";
import { linkButton, pageHeader, tabHeading } from "../components/page-header.ts";
import { formatTimestamp, formatUtc } from "../components/timestamp.ts";
import type { Page, PageContext } from "../router/page-router.ts";
import { endpointBadges, resultBadge } from "./names.ts";
import { endpointPath, type Webhooks } from "./place.ts";

/** The endpoints of an app or of the platform. */
export function listPage(context: PageContext, webhooks: Webhooks, endpoints: readonly WebhookEndpoint[]): Page {
  const { title, list: texts, ...all } = context.t.webhooks;
  const add = webhooks.closed ? null : linkButton(`${webhooks.path}/new`, all.add);
  const guide = html`<a href="/docs/webhooks">${all.delivery.guide}</a>`;
  const none = emptyState({ icon: "zap", title: texts.none, text: texts.noneText, action: html`${add}${guide}` });
  const columns = [texts.url, texts.events, texts.state, texts.lastDelivery];
  const rows = endpoints.map((endpoint): HtmlValue[] => [
    html`<a href="${endpointPath(webhooks, endpoint)}">${endpoint.url}</a>${endpoint.description && html`<br><small dir="auto">${endpoint.description}</small>`}`,
    endpoint.eventTypes.length === 0 ? texts.allEvents : texts.eventCount(endpoint.eventTypes.length),
    html`${endpointBadges(context.t, endpoint)}${endpoint.failingSince && html`<br><small>${all.failingSince} ${formatUtc(context, endpoint.failingSince)}</small>`}`,
    lastDelivery(context, endpoint),
  ]);
  const lead = webhooks.clientId === "" ? texts.platformLead : texts.lead;
  const actions = rows.length > 0 && add;
  const { header, crumbs } = webhooks;
  const body = html`${header === undefined ? pageHeader(context, { crumbs, title, lead, actions }) : html`${header(actions)}${tabHeading({ title, lead })}`}
<section class="card">${listTable({ caption: title, columns, rows, none, sortable: true })}</section>`;
  return { title, body };
}

/** The time of the newest delivery and the result of its last attempt. */
function lastDelivery(context: PageContext, { lastDeliveryAt, lastResult, lastStatus }: WebhookEndpoint): HtmlValue {
  const { t } = context;
  if (lastDeliveryAt === undefined) return t.webhooks.list.noDelivery;
  return html`${resultBadge(t, lastResult, lastStatus)} <small>${formatTimestamp(context, lastDeliveryAt)}</small>`;
}
