import {
  WebhookAttemptResult,
  type WebhookCounts,
  type WebhookDelivery,
  WebhookDeliveryState,
  type WebhookEndpoint,
  WebhookEndpointState,
} from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { copyCode } from "../components/copy.ts";
import { valueNamed, wordOf } from "../components/enum-names.ts";
import { selectField } from "../components/fields.ts";
import { buttonForm } from "../components/form.ts";
import { type Html, type HtmlValue, html } from "../components/html.ts";
import { type Column, countedList, factList } from "../components/list.ts";
import { countText, listFilter, valueTabs } from "../components/list-filter.ts";
import { pageHeader } from "../components/page-header.ts";
import { formatExact, formatTimestamp, formatUtc, isOlder } from "../components/timestamp.ts";
import type { Page, PageContext } from "../router/page-router.ts";
import { activityCard } from "./activity-view.ts";
import { deliveryBadge, endpointBadges, merchantLink, resultText, testBadge } from "./names.ts";
import { endpointPath, hostOf, type Webhooks, webhookCrumbs } from "./place.ts";
import { secretsSection } from "./secrets-view.ts";

/** The filter of the deliveries as in the URL. */
export interface DeliveryFilter extends Record<string, string> {
  state: string;
  type: string;
  /** The id of an installation or, for an endpoint of an app, of a merchant. */
  installation: string;
}

export interface EndpointView {
  endpoint: WebhookEndpoint;
  pendingCount: number;
  /** Null for a core of the previous release. */
  counts: WebhookCounts | null;
  knownTypes: readonly string[];
  deliveries: readonly WebhookDelivery[];
  filter: DeliveryFilter;
  token: string;
  next: string;
}

/** One endpoint: its activity, its deliveries, and below them its settings and secrets. */
export function endpointPage(context: PageContext, webhooks: Webhooks, view: EndpointView): Page {
  const { t } = context;
  const { endpoint } = view;
  const title = hostOf(endpoint.url);
  const path = endpointPath(webhooks, endpoint);
  const isActive = endpoint.state === WebhookEndpointState.ACTIVE;
  const test = isActive && buttonForm(context, { action: `${path}/test`, label: t.webhooks.test });
  const replay = isActive && html`<a class="button secondary" href="${path}/replay">${t.webhooks.replay.open}</a>`;
  const body = html`${pageHeader(context, {
    crumbs: webhookCrumbs(context, webhooks),
    title,
    badges: endpointBadges(t, endpoint),
    lead: leadOf(context, endpoint),
    actions: html`${test}${replay}<a class="button quiet" href="#settings">${t.webhooks.settings.title}</a>`,
  })}
${disabledNotice(context, path, view)}
${view.counts && activityCard(context, path, view.counts)}
<section class="card" aria-labelledby="deliveries"><h2 id="deliveries">${t.webhooks.deliveries.title}</h2>${deliveries(context, webhooks, view)}</section>
<div class="two-columns"><div>${settings(context, path, view)}</div><div>${secretsSection(context, path, endpoint)}</div></div>`;
  return { title, body };
}

/** The URL, how many types of events it gets, and the description. */
function leadOf({ t }: PageContext, { url, eventTypes, description }: WebhookEndpoint): Html {
  const { list, settings } = t.webhooks;
  const events = eventTypes.length === 0 ? list.allEvents : list.eventCount(eventTypes.length);
  const address = copyCode(t, { id: "endpoint-url", label: settings.url, value: url });
  return html`${address}<small>${events}${description && html` · <span dir="auto">${description}</span>`}</small>`;
}

function disabledNotice(context: PageContext, path: string, { endpoint, deliveries }: EndpointView): Html | null {
  const { disabled: texts } = context.t.webhooks;
  const failed = deliveries.find(isFailing);
  const error = failed && texts.lastError(resultText(context.t, failed.lastResult, failed.lastStatus));
  if (endpoint.state === WebhookEndpointState.ACTIVE) {
    if (endpoint.failingSince === undefined) return null;
    return html`<div class="notice notice-warn"><p>${texts.failingSince} ${formatUtc(context, endpoint.failingSince)}. ${error} ${texts.failingText}</p>
<a class="button secondary" href="${`${path}?state=pending#deliveries`}">${texts.open}</a></div>`;
  }
  return html`<div class="notice notice-warn"><p>${texts.since} ${formatUtc(context, endpoint.disabledAt)}. ${error} ${texts.text}</p>
${buttonForm(context, { action: `${path}/enable`, label: texts.enable })}</div>`;
}

/** True if the last attempt failed, and no later one has succeeded. */
function isFailing({ state, lastResult }: WebhookDelivery): boolean {
  const { UNSPECIFIED, OK } = WebhookAttemptResult;
  return state !== WebhookDeliveryState.SUCCEEDED && lastResult !== UNSPECIFIED && lastResult !== OK;
}

function deliveries(context: PageContext, webhooks: Webhooks, view: EndpointView): Html {
  const path = endpointPath(webhooks, view.endpoint);
  const { t } = context;
  const { deliveries: texts } = t.webhooks;
  const { columns } = texts;
  const { filter, token, next, counts } = view;
  const count = countsOf(counts, filter)?.(filter.state);
  const total = count === undefined ? undefined : countText(context.language, count, counts?.partial);
  const rows = view.deliveries.map((one) => row(context, webhooks, one));
  const named: Column[] = [
    columns.event,
    { label: t.webhooks.delivery.merchantName, phone: "line" },
    { label: columns.state, phone: "corner" },
    { label: columns.result, phone: "bare" },
    { label: columns.duration, phone: "bare" },
    columns.attempts,
    { label: columns.created, phone: "end" },
  ];
  return html`${search(context, path, view)}
${countedList(context, { caption: texts.title, columns: named, rows, none: texts.none, path, filter, token, next, total })}
${counts === null && view.pendingCount > 0 && html`<p class="muted"><small>${texts.pending(view.pendingCount)}</small></p>`}`;
}

const STATES = [WebhookDeliveryState.PENDING, WebhookDeliveryState.SUCCEEDED, WebhookDeliveryState.FAILED].map(
  (state) => wordOf(WebhookDeliveryState, state),
);

/** The delivery state of a word in the URL; UNSPECIFIED for any other text. */
export function stateOf(word: string): WebhookDeliveryState {
  return (STATES.includes(word) && valueNamed(WebhookDeliveryState, word)) || WebhookDeliveryState.UNSPECIFIED;
}

function search(context: PageContext, path: string, { endpoint, filter, knownTypes, counts }: EndpointView): Html {
  const { t } = context;
  const { deliveries: texts, deliveryStates } = t.webhooks;
  const names: Readonly<Record<string, string>> = { ...deliveryStates, pending: texts.pendingFilter };
  const states = STATES.map((value) => ({ value, label: names[value] ?? value }));
  const types = [...knownTypes, "webhook.test"].map((value) => ({ value, label: value }));
  const type = selectField({
    name: "type",
    label: texts.columns.event,
    options: [{ value: "", label: t.list.all }, ...types],
    value: filter.type,
    optional: true,
  });
  return listFilter(context, {
    path,
    filter,
    search: {
      name: "installation",
      label: endpoint.clientId === "" ? texts.installation : texts.merchantOrInstallation,
      value: filter.installation,
    },
    tabs: {
      label: texts.columns.state,
      tabs: valueTabs(t.list.all, {
        ...{ name: "state", value: filter.state, options: states, counts: countsOf(counts, filter) },
        atLeast: counts?.partial === true,
      }),
    },
    fields: [type],
    chips: filter.type === "" ? [] : [{ label: texts.columns.event, value: filter.type, names: ["type"] }],
  });
}

/** The counts of the tabs. They are of all deliveries, so a filter shows none; zero of the newest does not mean none at all. */
function countsOf(counts: EndpointView["counts"], { type, installation }: DeliveryFilter) {
  if (counts === null || type !== "" || installation !== "") return undefined;
  const { pending, succeeded, failed, partial } = counts;
  const byState: Readonly<Record<string, number>> = { "": pending + succeeded + failed, pending, succeeded, failed };
  return (state: string) => (partial && byState[state] === 0 ? undefined : byState[state]);
}

function row(context: PageContext, webhooks: Webhooks, one: WebhookDelivery): HtmlValue[] {
  const { t } = context;
  const path = endpointPath(webhooks, one);
  const isAttempted = one.attemptCount > 0 || one.lastDurationMs > 0;
  return [
    html`<a href="${`${path}/deliveries/${one.deliveryId}`}"><code>${one.type}</code></a>${one.test && html` ${testBadge(t)}`}`,
    merchantLink(webhooks, one) ?? "–",
    deliveryBadge(t, one),
    resultText(t, one.lastResult, one.lastStatus),
    isAttempted ? t.webhooks.milliseconds(one.lastDurationMs) : "",
    String(Math.max(one.totalAttemptCount, one.attemptCount)),
    isOlder(one.createdAt, 1) ? formatExact(context, one.createdAt) : formatTimestamp(context, one.createdAt),
  ];
}

function settings(context: PageContext, path: string, { endpoint }: EndpointView): Html {
  const { t } = context;
  const { settings: texts } = t.webhooks;
  const types = endpoint.eventTypes.map((type) => html`<li><code>${type}</code></li>`);
  const isActive = endpoint.state === WebhookEndpointState.ACTIVE;
  return html`<section class="card" aria-labelledby="settings"><h2 id="settings">${texts.title}</h2>
${factList([
  [texts.events, types.length === 0 ? texts.allEvents : html`<ul>${types}</ul>`],
  [texts.created, formatTimestamp(context, endpoint.createdAt)],
  [texts.id, copyCode(t, { id: "endpoint-id", label: texts.id, value: endpoint.endpointId })],
])}
${isActive && html`<p class="muted"><small>${texts.disableHint}</small></p>`}
<div class="buttons endpoint-buttons"><a class="button secondary" href="${path}/edit">${texts.edit}</a>
${isActive && buttonForm(context, { action: `${path}/disable`, label: texts.disable, tone: "secondary" })}
<a class="button danger outline" href="${path}/delete">${texts.remove}</a></div></section>`;
}
