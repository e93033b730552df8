import { WebhookEndpointState } from "../../../gen/latchkey/v1/webhook_service_pb.ts";
import { PageError } from "../errors/page-error.ts";
import type { Page, PageContext, PageRouter } from "../router/page-router.ts";
import { FormError, type RejectedForm } from "../router/rejected-form.ts";
import { addDeliveryRoutes } from "./delivery-routes.ts";
import { type DeliveryFilter, endpointPage, stateOf } from "./endpoint-view.ts";
import { type EndpointInput, endpointFormPage, REPEATABLE, readInput } from "./form-view.ts";
import { listPage } from "./list-view.ts";
import { endpointPath, findEndpoint, openWebhooks, pathOf, UUID, type WebhookPlace } from "./place.ts";
import { addSecretRoutes } from "./secret-routes.ts";
import { confirmationPage } from "./secrets-view.ts";

const PAGE_SIZE = 20;
const EMPTY: EndpointInput = { url: "", description: "", all: true, eventTypes: [] };

/** The pages of the webhook endpoints of an app, or of the platform. */
export function addWebhookRoutes(router: PageRouter, place: WebhookPlace): void {
  addFormRoutes(router, place);
  const route = `${place.route}/:endpointId`;
  router.page(place.route, async (context) => {
    const webhooks = await openWebhooks(context, place);
    const { endpoints } = await listOf(context, webhooks.clientId);
    return listPage(context, webhooks, endpoints);
  });
  router.page(route, (context) => showEndpoint(context, place));
  router.page(`${route}/delete`, async (context) => {
    const webhooks = await openWebhooks(context, place);
    const { endpoint } = await findEndpoint(context, webhooks);
    const { remove: texts } = context.t.webhooks;
    return confirmationPage(context, webhooks, endpoint, {
      title: texts.title,
      text: texts.text,
      action: `${endpointPath(webhooks, endpoint)}/delete`,
      submit: texts.submit,
    });
  });
  router.form(`${route}/delete`, {
    basePath: (params) => pathOf({ ...place, route }, params),
    done: ({ t }) => t.webhooks.done.deleted,
    async handle(context) {
      const webhooks = await openWebhooks(context, place);
      const { endpointId } = (await findEndpoint(context, webhooks)).endpoint;
      await context.web.clients.webhooks.deleteWebhookEndpoint({ endpointId }, context.call);
      return webhooks.path;
    },
  });
  addStateRoute(router, place, "enable");
  addStateRoute(router, place, "disable");
  addSecretRoutes(router, place);
  addDeliveryRoutes(router, place);
}

/** Adds the forms for a new and for an existing endpoint. */
function addFormRoutes(router: PageRouter, place: WebhookPlace): void {
  router.page(`${place.route}/new`, (context) => showNew(context, place, null));
  // The form posts to its own URL, so that reloading a rejected form opens the form again.
  router.form(`${place.route}/new`, {
    repeatable: REPEATABLE,
    basePath: (params) => `${pathOf(place, params)}/new`,
    redisplay: (context, rejected) => showNew(context, place, rejected),
    async handle(context, fields) {
      const webhooks = await openWebhooks(context, place);
      const request = { clientId: webhooks.clientId, ...toRequest(context, readInput(fields)) };
      const { endpoint, secret } = await context.web.clients.webhooks.createWebhookEndpoint(request, context.call);
      if (endpoint === undefined) throw new PageError(404, "not_found");
      return { to: `${endpointPath(webhooks, endpoint)}/secret`, flash: { secret, first: "yes" } };
    },
  });
  const route = `${place.route}/:endpointId/edit`;
  router.page(route, (context) => showEdit(context, place, null));
  router.form(route, {
    repeatable: REPEATABLE,
    basePath: (params) => pathOf({ ...place, route }, params),
    redisplay: (context, rejected) => showEdit(context, place, rejected),
    done: ({ t }) => t.webhooks.done.saved,
    async handle(context, fields) {
      const webhooks = await openWebhooks(context, place);
      const { endpoint } = await findEndpoint(context, webhooks);
      const request = { endpointId: endpoint.endpointId, ...toRequest(context, readInput(fields)) };
      await context.web.clients.webhooks.updateWebhookEndpoint(request, context.call);
      return endpointPath(webhooks, endpoint);
    },
  });
}

/** The fields of the request. The core takes an empty list for all types. @throws FormError if "Only these" is chosen without a type */
function toRequest({ t }: PageContext, { url, description, all, eventTypes }: EndpointInput) {
  if (all) return { url, description, eventTypes: [] };
  if (eventTypes.length > 0) return { url, description, eventTypes: [...eventTypes] };
  throw new FormError([{ field: "event_types", text: t.webhooks.errors.event_types ?? "" }]);
}

function listOf({ web, call }: PageContext, clientId: string) {
  return web.clients.webhooks.listWebhookEndpoints({ clientId }, call);
}

async function showNew(context: PageContext, place: WebhookPlace, rejected: RejectedForm | null): Promise<Page> {
  const webhooks = await openWebhooks(context, place);
  const { knownEventTypes: knownTypes } = await listOf(context, webhooks.clientId);
  const { form: texts } = context.t.webhooks;
  const input = rejected === null ? EMPTY : readInput(rejected.fields);
  const form = { title: texts.newTitle, action: `${webhooks.path}/new`, submit: texts.create, back: webhooks.path };
  return endpointFormPage(context, webhooks, { ...form, knownTypes, input, rejected });
}

async function showEdit(context: PageContext, place: WebhookPlace, rejected: RejectedForm | null): Promise<Page> {
  const webhooks = await openWebhooks(context, place);
  const [{ endpoint }, { knownEventTypes: knownTypes }] = await Promise.all([
    findEndpoint(context, webhooks),
    listOf(context, webhooks.clientId),
  ]);
  const { form: texts } = context.t.webhooks;
  const back = endpointPath(webhooks, endpoint);
  const { url, description, eventTypes } = endpoint;
  const saved = { url, description, all: eventTypes.length === 0, eventTypes };
  const input = rejected === null ? saved : readInput(rejected.fields);
  const form = { title: texts.editTitle, action: `${back}/edit`, submit: texts.save, back };
  return endpointFormPage(context, webhooks, { ...form, knownTypes, input, rejected });
}

async function showEndpoint(context: PageContext, place: WebhookPlace): Promise<Page> {
  const { query, web, call } = context;
  const webhooks = await openWebhooks(context, place);
  const { endpoint, pendingCount, counts } = await findEndpoint(context, webhooks, { includeCounts: true });
  const filter: DeliveryFilter = {
    state: query.one("state") ?? "",
    type: query.one("type") ?? "",
    installation: (query.one("installation") ?? "").trim(),
  };
  const token = query.one("page") ?? "";
  const { endpointId } = endpoint;
  const request = {
    endpointId,
    state: stateOf(filter.state),
    type: filter.type,
    installationId: await installationIdOf(context, webhooks.clientId, filter.installation),
    pageSize: PAGE_SIZE,
    pageToken: token,
  };
  const [{ deliveries, nextPageToken: next }, { knownEventTypes: knownTypes }] = await Promise.all([
    web.clients.webhooks.listWebhookDeliveries(request, call),
    listOf(context, webhooks.clientId),
  ]);
  const list = { knownTypes, deliveries, filter, token, next };
  return endpointPage(context, webhooks, { endpoint, pendingCount, counts: counts ?? null, ...list });
}

const MERCHANT_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The installation whose deliveries a search asks for: by its id, or by the merchant of an app. A text that is neither finds nothing. */
async function installationIdOf({ web, call }: PageContext, clientId: string, text: string): Promise<string> {
  if (clientId === "" || UUID.test(text) || !MERCHANT_ID.test(text)) return text;
  const request = { clientId, merchantId: text, pageSize: 1 };
  const { installations } = await web.clients.installations.listInstallations(request, call);
  return installations[0]?.installationId ?? text;
}

function addStateRoute(router: PageRouter, place: WebhookPlace, step: "enable" | "disable"): void {
  const route = `${place.route}/:endpointId`;
  router.form(`${route}/${step}`, {
    basePath: (params) => pathOf({ ...place, route }, params),
    done: ({ t }) => (step === "enable" ? t.webhooks.done.enabled : t.webhooks.done.disabled),
    async handle(context) {
      const webhooks = await openWebhooks(context, place);
      const { endpoint } = await findEndpoint(context, webhooks);
      const { endpointId, url, description, eventTypes } = endpoint;
      const state = step === "enable" ? WebhookEndpointState.ACTIVE : WebhookEndpointState.DISABLED;
      const request = { endpointId, url, description, eventTypes, state };
      await context.web.clients.webhooks.updateWebhookEndpoint(request, context.call);
      return endpointPath(webhooks, endpoint);
    },
  });
}
