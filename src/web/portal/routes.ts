import type { FastifyInstance } from "fastify";
import type { Web } from "../request-context.ts";
import { addAppRoutes } from "./app/routes.ts";
import { addAppFormRoutes } from "./app-form/routes.ts";
import { addAppListRoutes } from "./apps/routes.ts";
import { addCheckRoutes } from "./check/routes.ts";
import { addInstallationRoutes } from "./installations/routes.ts";
import { openDesk } from "./page-router.ts";
import { addSecretRoutes } from "./secrets/routes.ts";
import { addTestMerchantRoutes } from "./test-merchants/routes.ts";

/** `/portal`: where developers write, submit and look after their apps. */
export function addPortalRoutes(app: FastifyInstance, web: Web): void {
  const desk = openDesk(app, web);
  addAppListRoutes(desk);
  addAppFormRoutes(app, web);
  addAppRoutes(app, desk, web);
  addSecretRoutes(desk);
  addInstallationRoutes(desk);
  addTestMerchantRoutes(desk);
  addCheckRoutes(desk);
}
