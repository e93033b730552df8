import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type WebhookEndpoint, WebhookEndpointState } from "../../../../gen/latchkey/v1/webhook_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { endpointBadges } from "../../webhooks/names.ts";
import { hostAndPath } from "../../webhooks/place.ts";
import { pathOf } from "../own-app.ts";

/** The most endpoints that the card names. */
const SHOWN = 3;

/** The webhook endpoints of the app with their state, those with a problem first. */
export function webhooksSection(context: PageContext, app: App, endpoints: readonly WebhookEndpoint[]): Html | null {
  if (app.state === AppState.ARCHIVED) return null;
  const { t } = context;
  const { title, list } = t.webhooks;
  const path = `${pathOf(app)}/webhooks`;
  const worst = endpoints.toSorted((one, other) => rankOf(one) - rankOf(other));
  const items = worst.slice(0, SHOWN).map((endpoint) => endpointItem(context, path, endpoint));
  const more = endpoints.length - items.length;
  return html`<section class="card" id="webhooks"><h2>${title}</h2>
${items.length === 0 ? html`<p class="muted">${list.lead}</p>` : html`<ul class="rows secrets">${items}</ul>`}
${more > 0 && html`<p class="muted"><small>${t.portal.app.moreEndpoints(more)}</small></p>`}
<div class="buttons">${linkButton(path, t.portal.app.webhooks, "secondary")}</div></section>`;
}

/** The order of the endpoints: failing, disabled, with retries, active. */
function rankOf({ state, failingSince, retryingCount }: WebhookEndpoint): number {
  if (state !== WebhookEndpointState.ACTIVE) return 1;
  if (failingSince !== undefined) return 0;
  return retryingCount > 0 ? 2 : 3;
}

function endpointItem(context: PageContext, path: string, endpoint: WebhookEndpoint): Html {
  const { endpointId, url, failingSince, disabledAt } = endpoint;
  const since = endpoint.state === WebhookEndpointState.ACTIVE ? failingSince : disabledAt;
  const { endpointSince } = context.t.portal.app;
  return html`<li><p class="secret-head"><a href="${`${path}/${endpointId}`}">${hostAndPath(url)}</a> ${endpointBadges(context.t, endpoint)}</p>${since && html`<p class="muted"><small>${endpointSince} ${formatDay(context, since)}</small></p>`}</li>`;
}
