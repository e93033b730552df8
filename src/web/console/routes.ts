import type { FastifyInstance } from "fastify";
import type { Web } from "../request-context.ts";
import { addAccountListRoutes, addAccountRoutes } from "./accounts/routes.ts";
import { addAppRoutes } from "./apps/routes.ts";
import { addAppListRoute } from "./apps/view.ts";
import { addAuditRoute } from "./audit/routes.ts";
import { addInstallationRoutes } from "./installations/routes.ts";
import { addInvitationRoutes } from "./invitations/routes.ts";
import { addMerchantListRoutes, addMerchantRoutes } from "./merchants/routes.ts";
import { openDesk } from "./page-router.ts";
import { addQueueRoutes } from "./queue/routes.ts";
import { addScopeRoutes } from "./scopes/routes.ts";
import { addKeyRoutes } from "./service-keys/routes.ts";
import { addTokenRoutes } from "./tokens/routes.ts";

/** `/console`: the platform's operators judge apps, and look after everything else. */
export function addConsoleRoutes(app: FastifyInstance, web: Web): void {
  const desk = openDesk(app, web);
  addQueueRoutes(desk);
  addAppListRoute(desk);
  addAppRoutes(desk);
  addScopeRoutes(desk);
  addMerchantListRoutes(desk);
  addMerchantRoutes(desk);
  addAccountListRoutes(desk);
  addAccountRoutes(desk);
  addInvitationRoutes(desk);
  addInstallationRoutes(desk);
  addKeyRoutes(desk);
  addAuditRoute(desk);
  addTokenRoutes(desk);
}
