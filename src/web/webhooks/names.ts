import {
  WebhookAttemptResult,
  type WebhookDelivery,
  WebhookDeliveryState,
  WebhookDisabledReason,
  type WebhookEndpoint,
  WebhookEndpointState,
} from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { badge, badgeRow } from "../components/badges.ts";
import { wordOf } from "../components/enum-names.ts";
import { type Html, html } from "../components/html.ts";
import type { Messages } from "../messages.en.ts";
import type { Webhooks } from "./place.ts";

type Texts = Pick<Messages, "webhooks">;

/** The state of an endpoint, with the number of deliveries that are being retried. */
export function endpointBadges(texts: Texts, endpoint: WebhookEndpoint): Html {
  const { state, retryingCount } = endpoint;
  const retries = state === WebhookEndpointState.ACTIVE && retryingCount > 0;
  return badgeRow([
    endpointBadge(texts, endpoint),
    retries && badge("warn", texts.webhooks.retrying(retryingCount, retryingCount >= MAX_RETRYING)),
  ]);
}

/** The core counts up to this number. */
const MAX_RETRYING = 100;

/** The state of an endpoint, with the reason if it is disabled. */
function endpointBadge({ webhooks }: Texts, { state, disabledReason, failingSince }: WebhookEndpoint): Html {
  const { states } = webhooks;
  if (state === WebhookEndpointState.ACTIVE) {
    return failingSince === undefined ? badge("good", states.active) : badge("warn", states.failing);
  }
  if (disabledReason === WebhookDisabledReason.GONE) return badge("bad", states.gone);
  if (disabledReason === WebhookDisabledReason.FAILING) return badge("bad", states.disabledFailing);
  return badge("plain", states.disabled);
}

/** True if the endpoint fails, or was disabled because it failed. */
export function isFailing({ state, disabledReason, failingSince }: WebhookEndpoint): boolean {
  if (state === WebhookEndpointState.ACTIVE) return failingSince !== undefined;
  return disabledReason === WebhookDisabledReason.GONE || disabledReason === WebhookDisabledReason.FAILING;
}

export function deliveryBadge({ webhooks }: Texts, { state, attemptCount }: WebhookDelivery): Html {
  const { deliveryStates: texts } = webhooks;
  if (state === WebhookDeliveryState.SUCCEEDED) return badge("good", texts.succeeded);
  if (state === WebhookDeliveryState.FAILED) return badge("bad", texts.failed);
  return attemptCount === 0 ? badge("plain", texts.pending) : badge("warn", texts.retrying);
}

/** The badge of a test delivery. */
export function testBadge({ webhooks }: Texts): Html {
  return badge("label", webhooks.testMark);
}

/** The outcome of an attempt, such as "HTTP 500". @param status 0 without a response */
export function resultText({ webhooks }: Texts, result: WebhookAttemptResult, status: number): string {
  if (result === WebhookAttemptResult.UNSPECIFIED) return webhooks.notAttempted;
  if (status > 0 && (result === WebhookAttemptResult.OK || result === WebhookAttemptResult.STATUS)) {
    return `HTTP ${status}`;
  }
  return webhooks.results[wordOf(WebhookAttemptResult, result)] ?? webhooks.notAttempted;
}

/** The outcome of an attempt in its colour. */
export function resultBadge(texts: Texts, result: WebhookAttemptResult, status: number): Html {
  const { OK, UNSPECIFIED } = WebhookAttemptResult;
  const failed = result === UNSPECIFIED ? "plain" : "bad";
  return badge(result === OK ? "good" : failed, resultText(texts, result, status));
}

/** The meaning of an event type; empty for a type that this version does not know. */
export function eventText({ webhooks }: Texts, type: string): string {
  return webhooks.events[type] ?? "";
}

/** The merchant of an event with a link to its installation; null for an event of an app. A core of the previous release sends no name. */
export function merchantLink(
  { installations }: Pick<Webhooks, "installations">,
  { installationId, merchantId, merchantName }: WebhookDelivery,
): Html | null {
  if (merchantId === "") return null;
  const name = merchantName === "" ? html`<code>${merchantId}</code>` : html`<bdi>${merchantName}</bdi>`;
  return installationId === ""
    ? name
    : html`<a href="${`${installations}/${installationId}`}" class="second-link">${name}</a>`;
}
