import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  type WebhookAttempt,
  WebhookAttemptResult,
  type WebhookDelivery,
  WebhookDeliveryState,
  type WebhookEndpoint,
  WebhookEndpointState,
} from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { badgeRow } from "../components/badges.ts";
import { codeBlock } from "../components/code-block.ts";
import { copyCode } from "../components/copy.ts";
import { wordOf } from "../components/enum-names.ts";
import { buttonForm } from "../components/form.ts";
import { type Html, type HtmlValue, html } from "../components/html.ts";
import { emptyState, factList, listTable } from "../components/list.ts";
import { notice, statusMessage } from "../components/notice.ts";
import { pageHeader } from "../components/page-header.ts";
import { formatSeconds, formatTimestamp, formatUtc } from "../components/timestamp.ts";
import type { Messages } from "../messages.en.ts";
import type { Page, PageContext } from "../router/page-router.ts";
import { deliveryBadge, eventText, merchantLink, resultBadge, resultText, testBadge } from "./names.ts";
import { endpointPath, type Webhooks, webhookCrumbs } from "./place.ts";

export interface DeliveryView {
  endpoint: WebhookEndpoint;
  delivery: WebhookDelivery;
  payload: string;
  attempts: readonly WebhookAttempt[];
  /** True right after the test event was sent. */
  tested: boolean;
}

/** One delivery: the request, and each attempt with its response. */
export function deliveryPage(context: PageContext, webhooks: Webhooks, view: DeliveryView): Page {
  const { t } = context;
  const { delivery: texts } = t.webhooks;
  const { endpoint, delivery, payload, attempts } = view;
  const path = `${endpointPath(webhooks, endpoint)}/deliveries/${delivery.deliveryId}`;
  const isPending = delivery.state === WebhookDeliveryState.PENDING;
  // A replay of a delivery that waits for its next attempt makes this attempt at once.
  const replay = endpoint.state === WebhookEndpointState.ACTIVE && (!isPending || delivery.attemptCount > 0);
  const body = html`${pageHeader(context, {
    crumbs: webhookCrumbs(context, webhooks, endpoint),
    title: delivery.type,
    badges: badgeRow([deliveryBadge(t, delivery), delivery.test && testBadge(t)]),
    lead: eventText(t, delivery.type),
    actions: html`${isPending && html`<a class="button secondary" href="${path}">${texts.refresh}</a>`}${replay && buttonForm(context, { action: `${path}/replay`, label: texts.replay, tone: "secondary" })}`,
  })}
${view.tested ? testStatus(context, delivery) : adviceNotice(context, delivery)}
<section class="card"><h2>${texts.attempts}</h2>${attemptTable(context, attempts)}</section>
<div class="two-columns"><div>
<section class="card"><h2>${texts.request}</h2>
${requestHeaders(context, view)}
${codeBlock(t, { id: "request-body", label: texts.requestBody, syntax: "json", code: formatted(payload) }, html`<span class="sample-title">JSON</span>`)}
<p class="muted"><small>${texts.requestNote}</small></p></section></div><div>
<section class="card"><h2>${texts.facts}</h2>${facts(context, webhooks, view)}${ofInstallation(context, endpointPath(webhooks, endpoint), delivery)}</section></div></div>`;
  return { title: delivery.type, body };
}

/** The change with which the event can be delivered; null if the last attempt did not fail. */
function adviceNotice({ t }: PageContext, { state, lastResult }: WebhookDelivery): Html | null {
  const advice = adviceFor(t, lastResult);
  return advice && state !== WebhookDeliveryState.SUCCEEDED ? notice("warn", advice) : null;
}

function adviceFor({ webhooks }: Messages, result: WebhookAttemptResult): Html | null {
  const { advice, guide } = webhooks.delivery;
  const text = advice[wordOf(WebhookAttemptResult, result)];
  return text === undefined ? null : html`${text} <a href="/docs/webhooks">${guide}</a>`;
}

/** The headers of the newest attempt. The signature is not stored, so the note says how it is made. */
function requestHeaders({ t }: PageContext, { delivery, payload, attempts }: DeliveryView): Html | null {
  const { headers: texts } = t.webhooks.delivery;
  const [last] = attempts;
  const at = last?.at;
  if (at === undefined || last?.result === WebhookAttemptResult.SECRET) return null;
  const lines = [
    `POST ${last?.url}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(payload)}`,
    "user-agent: Latchkey-Webhooks",
    `webhook-id: ${delivery.eventId}`,
    `webhook-timestamp: ${at.seconds}`,
    `webhook-signature: v1,… (${texts.notStored})`,
  ];
  const sample = { id: "request-headers", label: texts.title, syntax: "http", code: lines.join("\n") } as const;
  return html`${codeBlock(t, sample)}
<p class="muted"><small>${texts.signature} <a href="/docs/webhooks#verify">${texts.guide}</a></small></p>`;
}

/** The message after a test event was sent, by the result of its first attempt. */
function testStatus({ t }: PageContext, { state, attemptCount, lastResult, lastStatus }: WebhookDelivery): Html {
  const { tested } = t.webhooks;
  if (state === WebhookDeliveryState.SUCCEEDED) return statusMessage(tested.delivered);
  if (attemptCount === 0) return statusMessage(tested.queued, "plain");
  const advice = adviceFor(t, lastResult);
  return statusMessage(
    html`${(state === WebhookDeliveryState.PENDING ? tested.retried : tested.failed)(resultText(t, lastResult, lastStatus))}${advice && html`<br>${advice}`}`,
    state === WebhookDeliveryState.PENDING ? "warn" : "bad",
  );
}

/** The attempts, newest first. The response of the newest one is open. */
function attemptTable(context: PageContext, attempts: readonly WebhookAttempt[]): Html {
  const { t } = context;
  const { delivery: texts } = t.webhooks;
  const { columns } = texts;
  const rows = attempts.map((attempt, place): HtmlValue[] => [
    formatSeconds(context, attempt.at),
    resultBadge(t, attempt.result, attempt.status),
    t.webhooks.milliseconds(attempt.durationMs),
    attempt.responseBody === ""
      ? html`<span class="muted">${attempt.status === 0 ? texts.noResponse : texts.noBody}</span>`
      : html`<details class="detail" ${place === 0 && "open"}><summary>${texts.body}</summary><pre><code>${attempt.responseBody}</code></pre></details>`,
  ]);
  const none = emptyState({ icon: "repeat", title: texts.noAttempts, text: texts.noAttemptsText });
  return listTable({
    caption: texts.attempts,
    columns: [columns.at, columns.result, columns.duration, columns.response],
    rows,
    none,
  });
}

function ofInstallation({ t }: PageContext, path: string, { installationId }: WebhookDelivery): Html | null {
  if (installationId === "") return null;
  return html`<p><a href="${`${path}?installation=${installationId}#deliveries`}">${t.webhooks.delivery.allOfInstallation}</a></p>`;
}

function facts(context: PageContext, webhooks: Webhooks, { endpoint, delivery: one }: DeliveryView): Html {
  const { delivery: texts } = context.t.webhooks;
  const idOf = (id: string, label: string, value: string) =>
    value === "" ? [] : [[label, copyCode(context.t, { id, label, value })] as const];
  const next = one.state === WebhookDeliveryState.PENDING;
  return factList([
    ...(one.merchantName === "" ? [] : [[texts.merchantName, merchantLink(webhooks, one)] as const]),
    ...idOf("webhook-id", "webhook-id", one.eventId),
    ...idOf("merchant-id", texts.merchant, one.merchantId),
    ...idOf("installation-id", texts.installation, one.installationId),
    [texts.created, formatUtc(context, one.createdAt)],
    ...(next ? [[texts.nextAttempt, nextAttempt(context, endpoint, one)] as const] : []),
    ...(one.completedAt ? [[texts.completed, formatUtc(context, one.completedAt)] as const] : []),
  ]);
}

/** The time of the next attempt; a delivery without one waits for an earlier event of its installation. */
function nextAttempt(context: PageContext, { state }: WebhookEndpoint, one: WebhookDelivery): Html | string {
  const { disabled, soon, waits } = context.t.webhooks.delivery;
  const { nextAttemptAt: at } = one;
  if (state !== WebhookEndpointState.ACTIVE) return disabled;
  return at !== undefined && timestampMs(at) < Date.now() + 60_000 ? soon : formatTimestamp(context, at, waits);
}

/** Formats a JSON text with line breaks. Returns any other text unchanged. */
function formatted(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
