import { PageError } from "../errors/page-error.ts";
import type { PageRouter } from "../router/page-router.ts";
import { endpointPath, findEndpoint, openWebhooks, pathOf, type WebhookPlace } from "./place.ts";
import { removeSecretPage, secretPage } from "./secrets-view.ts";

/** Pages that add a second secret to an endpoint, and that remove one of two secrets. */
export function addSecretRoutes(router: PageRouter, place: WebhookPlace): void {
  const route = `${place.route}/:endpointId`;
  const basePath = (params: Readonly<Record<string, string>>) => pathOf({ ...place, route }, params);
  router.page(`${route}/secret`, async (context) => {
    const webhooks = await openWebhooks(context, place);
    const { endpoint } = await findEndpoint(context, webhooks);
    const { secret, first } = context.flash ?? {};
    if (secret === undefined) return `${endpointPath(webhooks, endpoint)}#secrets`;
    return secretPage(context, webhooks, { endpoint, secret, isFirst: first !== undefined });
  });
  router.form(`${route}/secrets`, {
    basePath,
    async handle(context) {
      const webhooks = await openWebhooks(context, place);
      const { endpoint } = await findEndpoint(context, webhooks);
      const { endpointId } = endpoint;
      const { secret } = await context.web.clients.webhooks.addWebhookSecret({ endpointId }, context.call);
      return { to: `${endpointPath(webhooks, endpoint)}/secret`, flash: { secret } };
    },
  });
  router.page(`${route}/secrets/:secretId`, async (context) => {
    const webhooks = await openWebhooks(context, place);
    const { endpoint } = await findEndpoint(context, webhooks);
    const page = removeSecretPage(context, webhooks, { endpoint, secretId: context.params.secretId ?? "" });
    if (page === null) throw new PageError(404, "not_found");
    return page;
  });
  router.form(`${route}/secrets/:secretId`, {
    basePath,
    done: ({ t }) => t.webhooks.done.secretRemoved,
    async handle(context) {
      const webhooks = await openWebhooks(context, place);
      const { endpoint } = await findEndpoint(context, webhooks);
      const secret = endpoint.secrets.find(({ secretId }) => secretId === context.params.secretId);
      if (secret === undefined) throw new PageError(404, "not_found");
      const request = { endpointId: endpoint.endpointId, secretId: secret.secretId };
      await context.web.clients.webhooks.retireWebhookSecret(request, context.call);
      return endpointPath(webhooks, endpoint);
    },
  });
}
