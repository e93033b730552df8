import { Code } from "@connectrpc/connect";
import type { WebhookEndpoint } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { requestErrorOf } from "../../rpc/errors.ts";
import type { Html, HtmlValue } from "../components/html.ts";
import type { Crumb } from "../components/page-header.ts";
import { PageError } from "../errors/page-error.ts";
import type { PageContext } from "../router/page-router.ts";

/** Where the webhook pages are: below an app in the portal, or in the console for platform-wide endpoints. */
export interface WebhookPlace {
  /** The route of the list, such as `/portal/apps/:clientId/webhooks`. */
  route: string;
  /** Checks access and returns the owner of the endpoints. @throws PageError 404 */
  findOwner(context: PageContext): Promise<WebhookOwner>;
}

export interface WebhookOwner {
  /** The `client_id` of the app; empty for the platform. */
  clientId: string;
  /** The breadcrumbs above the list. */
  crumbs: readonly Crumb[];
  /** The path of the list of installations, below which each has its page. */
  installations: string;
  /** True if no endpoint can be added, because the app is archived. */
  closed: boolean;
  /** The header of the app with the actions of the list, above the list. Absent for the platform. */
  header?: (actions: HtmlValue) => Html;
}

/** The webhook pages of one owner in one request. */
export interface Webhooks extends WebhookOwner {
  /** The path of the list. */
  path: string;
}

export async function openWebhooks(context: PageContext, place: WebhookPlace): Promise<Webhooks> {
  return { ...(await place.findOwner(context)), path: pathOf(place, context.params) };
}

/** The path of the list, for the parameters of a request. */
export function pathOf({ route }: WebhookPlace, params: Readonly<Record<string, string>>): string {
  return route.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

export function endpointPath({ path }: Webhooks, { endpointId }: Pick<WebhookEndpoint, "endpointId">): string {
  return `${path}/${endpointId}`;
}

/** The breadcrumbs of the pages below the list. */
export function webhookCrumbs({ t }: PageContext, { crumbs, path }: Webhooks, endpoint?: WebhookEndpoint): Crumb[] {
  const list = { href: path, label: t.webhooks.title };
  return endpoint === undefined
    ? [...crumbs, list]
    : [...crumbs, list, { href: `${path}/${endpoint.endpointId}`, label: hostOf(endpoint.url) }];
}

/** The host of an endpoint, as its name on other pages. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The host and path of an endpoint, as its name among the endpoints of an app. */
export function hostAndPath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === "/" ? host : host + pathname;
}

export const UUID = /^[0-9a-f-]{36}$/;

/** The endpoint of the URL. @throws PageError 404 with a link to the list, also for an endpoint of another owner */
export async function findEndpoint(context: PageContext, webhooks: Webhooks, { includeCounts = false } = {}) {
  const { endpointId = "" } = context.params;
  if (!UUID.test(endpointId)) throw new PageError(404, "not_found");
  const { endpoint, pendingCount, counts } = await context.web.clients.webhooks
    .getWebhookEndpoint({ endpointId, includeCounts }, context.call)
    .catch((failure) => {
      throw requestErrorOf(failure)?.code === Code.NotFound ? noEndpoint(context, webhooks) : failure;
    });
  if (endpoint === undefined || endpoint.clientId !== webhooks.clientId) throw noEndpoint(context, webhooks);
  return { endpoint, pendingCount, counts };
}

function noEndpoint({ t }: PageContext, { path }: Webhooks): PageError {
  const recovery = { kind: "page", path, label: t.webhooks.toList } as const;
  return new PageError(404, "not_found", { explanation: t.webhooks.notFound, recovery });
}

/** The delivery of the URL, of this endpoint. @throws PageError 404 */
export async function findDelivery(context: PageContext, { endpointId }: WebhookEndpoint) {
  const { deliveryId = "" } = context.params;
  if (!UUID.test(deliveryId)) throw new PageError(404, "not_found");
  const found = await context.web.clients.webhooks.getWebhookDelivery({ deliveryId }, context.call);
  const { delivery } = found;
  if (delivery === undefined || delivery.endpointId !== endpointId) throw new PageError(404, "not_found");
  return { ...found, delivery };
}
