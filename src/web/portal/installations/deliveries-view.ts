import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { WebhookEndpoint } from "../../../../gen/latchkey/v1/webhook_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { PageContext } from "../../router/page-router.ts";
import { endpointBadges } from "../../webhooks/names.ts";
import { hostAndPath } from "../../webhooks/place.ts";
import { pathOf } from "../own-app.ts";

/** Links to the deliveries of an installation's events, for each endpoint of the app; null without endpoints. */
export function deliveriesSection(
  context: PageContext,
  { clientId, installationId }: Installation,
  endpoints: readonly WebhookEndpoint[],
): Html | null {
  if (endpoints.length === 0) return null;
  const { t } = context;
  const items = endpoints.map((endpoint) => {
    const path = `${pathOf({ clientId })}/webhooks/${endpoint.endpointId}`;
    const deliveries = `${pathWith(path, { installation: installationId })}#deliveries`;
    return html`<li><p class="secret-head"><a href="${deliveries}">${hostAndPath(endpoint.url)}</a> ${endpointBadges(t, endpoint)}</p></li>`;
  });
  return html`<section class="card" aria-labelledby="deliveries"><h2 id="deliveries">${t.portal.installations.deliveries}</h2>
<ul class="rows secrets">${items}</ul></section>`;
}
