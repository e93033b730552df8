import { setTimeout as delay } from "node:timers/promises";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Fields } from "../http/fields.ts";
import type { FormResult, Page, PageContext, PageRouter } from "../router/page-router.ts";
import { FormError, type RejectedForm } from "../router/rejected-form.ts";
import { deliveryPage } from "./delivery-view.ts";
import { endpointPath, findDelivery, findEndpoint, openWebhooks, pathOf, type WebhookPlace } from "./place.ts";
import { firstFailure, parseTime, type ReplayInput, replayPage, toTimeInput } from "./replay-view.ts";

/** Pages about the deliveries of an endpoint: a single delivery, a test delivery and replays. */
export function addDeliveryRoutes(router: PageRouter, place: WebhookPlace): void {
  const route = `${place.route}/:endpointId`;
  const at = (part: string) => (params: Readonly<Record<string, string>>) =>
    pathOf({ ...place, route: `${route}${part}` }, params);
  router.page(`${route}/deliveries/:deliveryId`, async (context) => {
    const webhooks = await openWebhooks(context, place);
    const { endpoint } = await findEndpoint(context, webhooks);
    const found = await findDelivery(context, endpoint);
    return deliveryPage(context, webhooks, { endpoint, ...found, tested: context.flash?.tested !== undefined });
  });
  router.form(`${route}/deliveries/:deliveryId/replay`, {
    basePath: at("/deliveries/:deliveryId"),
    done: ({ t }) => t.webhooks.done.replayed,
    async handle(context) {
      const webhooks = await openWebhooks(context, place);
      const { endpoint } = await findEndpoint(context, webhooks);
      const { deliveryId } = (await findDelivery(context, endpoint)).delivery;
      const { delivery } = await context.web.clients.webhooks.replayWebhookDelivery({ deliveryId }, context.call);
      await untilAttempted(context, deliveryId, delivery?.attemptCount);
      return `${endpointPath(webhooks, endpoint)}/deliveries/${deliveryId}`;
    },
  });
  router.form(`${route}/test`, {
    basePath: at(""),
    async handle(context) {
      const webhooks = await openWebhooks(context, place);
      const { endpoint } = await findEndpoint(context, webhooks);
      const { endpointId } = endpoint;
      const { delivery } = await context.web.clients.webhooks.sendTestWebhook({ endpointId }, context.call);
      const deliveryId = delivery?.deliveryId ?? "";
      await untilAttempted(context, deliveryId);
      return { to: `${endpointPath(webhooks, endpoint)}/deliveries/${deliveryId}`, flash: { tested: "yes" } };
    },
  });
  router.page(`${route}/replay`, (context) => showReplay(context, place, null));
  router.form(`${route}/replay`, {
    basePath: at("/replay"),
    redisplay: (context, rejected) => showReplay(context, place, rejected),
    handle: (context, fields) => replay(context, place, fields),
  });
}

const WAIT_MS = 2_500;
const POLL_MS = 150;

/** Waits briefly for the next attempt, so that the next page usually shows its result. */
async function untilAttempted({ web, call }: PageContext, deliveryId: string, before = 0): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const { delivery } = await web.clients.webhooks.getWebhookDelivery({ deliveryId }, call);
    if (delivery === undefined || delivery.attemptCount > before) return;
    await delay(POLL_MS);
  }
}

const DAY_MS = 24 * 3600_000;

async function showReplay(context: PageContext, place: WebhookPlace, rejected: RejectedForm | null): Promise<Page> {
  const webhooks = await openWebhooks(context, place);
  const { endpoint, counts } = await findEndpoint(context, webhooks, { includeCounts: true });
  // Without known failures, the last 24 hours.
  const day = firstFailure(counts);
  const from = toTimeInput(new Date(day === undefined ? Date.now() - DAY_MS : day));
  const input = rejected === null ? { from, to: "", includeDelivered: false } : readReplay(rejected.fields);
  return replayPage(context, webhooks, { endpoint, counts, input, rejected });
}

function readReplay(fields: Fields): ReplayInput {
  return {
    from: fields.one("from") ?? "",
    to: fields.one("to") ?? "",
    includeDelivered: fields.one("include_delivered") !== null,
  };
}

/** The maximum number of calls per form. Each call queues at most 10,000 deliveries. */
const MAX_CALLS = 10;

async function replay(context: PageContext, place: WebhookPlace, fields: Fields): Promise<FormResult> {
  const { t, web, call } = context;
  const webhooks = await openWebhooks(context, place);
  const { endpoint } = await findEndpoint(context, webhooks);
  const { from, to, includeDelivered } = parseReplay(context, fields);
  let count = 0;
  let start = timestampFromDate(from);
  for (let calls = 1; ; calls++) {
    const range = { endpointId: endpoint.endpointId, from: start, includeDelivered };
    const request = to === null ? range : { ...range, to: timestampFromDate(to) };
    const queued = await web.clients.webhooks.replayWebhookDeliveries(request, call);
    count += queued.count;
    if (queued.hasMore && queued.continueFrom !== undefined && calls < MAX_CALLS) {
      start = queued.continueFrom;
      continue;
    }
    const { replayedRange, replayedPart } = t.webhooks.done;
    const done = queued.hasMore ? replayedPart(count) : replayedRange(count);
    return { to: endpointPath(webhooks, endpoint), flash: { done } };
  }
}

/** @throws FormError for a missing or malformed time, and an empty range */
function parseReplay({ t }: PageContext, fields: Fields) {
  const { errors: texts } = t.webhooks;
  const input = readReplay(fields);
  const [from, to] = [parseTime(input.from), parseTime(input.to)];
  if (from === null) throw new FormError([{ field: "from", text: texts.from ?? "" }]);
  const isEnd = input.to === "" || (to !== null && to > from);
  if (!isEnd) throw new FormError([{ field: "to", text: texts.to ?? "" }]);
  return { from, to, includeDelivered: input.includeDelivered };
}
