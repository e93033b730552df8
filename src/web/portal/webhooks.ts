import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import type { HtmlValue } from "../components/html.ts";
import type { PageRouter } from "../router/page-router.ts";
import { addWebhookRoutes } from "../webhooks/routes.ts";
import { appHeader } from "./app-header.ts";
import { appCrumbs, findOwnApp, pathOf } from "./own-app.ts";

/** `/portal/apps/{client_id}/webhooks`: the endpoints that get the events of an app. */
export function addAppWebhookRoutes(router: PageRouter): void {
  addWebhookRoutes(router, {
    route: "/portal/apps/:clientId/webhooks",
    async findOwner(context) {
      const { app } = await findOwnApp(context);
      const closed = app.state === AppState.ARCHIVED;
      const header = (actions: HtmlValue) => appHeader(context, app, actions);
      const installations = `${pathOf(app)}/installations`;
      return { clientId: app.clientId, crumbs: appCrumbs(context, app), installations, closed, header };
    },
  });
}
