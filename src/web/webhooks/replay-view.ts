import type { WebhookCounts, WebhookEndpoint } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { checkField, inputField } from "../components/fields.ts";
import { csrfField, type FieldError } from "../components/form.ts";
import { html } from "../components/html.ts";
import { pageHeader } from "../components/page-header.ts";
import { formatDate } from "../components/timestamp.ts";
import type { Page, PageContext } from "../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../router/rejected-form.ts";
import { endpointPath, type Webhooks, webhookCrumbs } from "./place.ts";

/** The input as the browser sends it: UTC, such as `2026-01-31T12:00`. */
export interface ReplayInput {
  from: string;
  /** The end of the range; empty means until now. */
  to: string;
  includeDelivered: boolean;
}

export interface ReplayView {
  endpoint: WebhookEndpoint;
  /** Undefined for a core of the previous release. */
  counts: WebhookCounts | undefined;
  input: ReplayInput;
  rejected: RejectedForm | null;
}

/** The form that delivers the undelivered events of a time range or, if ticked, all its events. */
export function replayPage(
  context: PageContext,
  webhooks: Webhooks,
  { endpoint, counts, input, rejected }: ReplayView,
): Page {
  const { replay: texts, form } = context.t.webhooks;
  const errors: readonly FieldError[] = rejected?.errors ?? [];
  const path = endpointPath(webhooks, endpoint);
  const range = { type: "datetime-local" } as const;
  const body = html`${pageHeader(context, { crumbs: webhookCrumbs(context, webhooks, endpoint), title: texts.title, lead: texts.lead })}
<section class="card question">
${rejectionNotice(context, rejected)}
<form method="post" action="${path}/replay" novalidate data-once>${csrfField(context.csrfToken)}
${inputField({ ...range, name: "from", label: texts.from, hint: failures(context, counts), value: input.from }, errors)}
${inputField({ ...range, name: "to", label: texts.to, hint: texts.toHint, value: input.to, optional: true }, errors)}
${checkField({ id: "include_delivered", name: "include_delivered", label: texts.includeDelivered, hint: texts.includeHint, checked: input.includeDelivered })}
<div class="buttons"><button type="submit">${texts.submit}</button><a class="button secondary" href="${path}">${form.cancel}</a></div>
</form></section>`;
  return { title: texts.title, body };
}

/** The first day with failed deliveries, such as `2026-01-31`; undefined if none failed or not all are counted. */
export function firstFailure(counts: WebhookCounts | undefined): string | undefined {
  return counts?.partial ? undefined : counts?.days.find(({ failed }) => failed > 0)?.date;
}

/** How many deliveries failed and since when, which helps to choose the range; empty if that is not known. */
function failures(context: PageContext, counts: WebhookCounts | undefined): string {
  const day = firstFailure(counts);
  return day === undefined ? "" : context.t.webhooks.replay.failed(counts?.failed ?? 0, formatDate(context, day));
}

/** Parses the input of a time as UTC; null if it is empty or malformed. */
export function parseTime(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text)) return null;
  const time = new Date(`${text}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Formats a time in UTC for the input of a form. */
export function toTimeInput(time: Date): string {
  return time.toISOString().slice(0, "2026-01-31T12:00".length);
}
