import type { PageRouter } from "../router/page-router.ts";
import { addWebhookRoutes } from "../webhooks/routes.ts";

/** `/console/webhooks`: the endpoints that get the events of all apps. */
export function addPlatformWebhookRoutes(router: PageRouter): void {
  addWebhookRoutes(router, {
    route: "/console/webhooks",
    async findOwner() {
      return { clientId: "", crumbs: [], installations: "/console/installations", closed: false };
    },
  });
}
