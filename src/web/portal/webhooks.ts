import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import type { PageRouter } from "../router/page-router.ts";
import { addWebhookRoutes } from "../webhooks/routes.ts";
import { appCrumbs, appTabs, findOwnApp } from "./own-app.ts";

/** `/portal/apps/{client_id}/webhooks`: the endpoints that get the events of an app. */
export function addAppWebhookRoutes(router: PageRouter): void {
  addWebhookRoutes(router, {
    route: "/portal/apps/:clientId/webhooks",
    async findOwner(context) {
      const { app, installationCount } = await findOwnApp(context);
      const closed = app.state === AppState.ARCHIVED;
      const [crumbs, tabs] = [appCrumbs(context, app), appTabs(context, app, installationCount)];
      return { clientId: app.clientId, crumbs, closed, tabs };
    },
  });
}
