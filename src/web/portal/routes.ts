import type { FastifyInstance } from "fastify";
import type { Web } from "../request-context.ts";
import { createPageRouter } from "../router/page-router.ts";
import { addAppRoutes } from "./app/routes.ts";
import { addAppFormRoutes } from "./app-form/routes.ts";
import { addAppListRoutes } from "./apps/routes.ts";
import { addCheckRoutes } from "./check/routes.ts";
import { addInstallationRoutes } from "./installations/routes.ts";
import { addSecretRoutes } from "./secrets/routes.ts";
import { PORTAL } from "./section.ts";
import { addTeamRoutes } from "./team/routes.ts";
import { addTestMerchantRoutes } from "./test-merchants/routes.ts";
import { addAppWebhookRoutes } from "./webhooks.ts";

/** `/portal`: the pages for developers. */
export function addPortalRoutes(app: FastifyInstance, web: Web): void {
  const router = createPageRouter(app, web, PORTAL);
  addAppListRoutes(router);
  addAppFormRoutes(app, web);
  addAppRoutes(app, router, web);
  addSecretRoutes(router);
  addInstallationRoutes(app, router, web);
  addAppWebhookRoutes(router);
  addTestMerchantRoutes(router);
  addCheckRoutes(router);
  addTeamRoutes(app, router, web);
}
