import type { FastifyInstance } from "fastify";
import type { Web } from "../request-context.ts";
import { addAccountListRoutes } from "./accounts/list.ts";
import { addAccountRoutes } from "./accounts/page.ts";
import { addAppListRoute } from "./apps/list.ts";
import { addAppRoutes } from "./apps/steps.ts";
import { addAuditRoute } from "./audit.ts";
import { addInstallationRoutes } from "./installations.ts";
import { addInvitationRoutes } from "./invitations.ts";
import { addKeyRoutes } from "./keys.ts";
import { addMerchantListRoutes } from "./merchants/list.ts";
import { addMerchantRoutes } from "./merchants/steps.ts";
import { openDesk } from "./page-router.ts";
import { addQueueRoutes } from "./queue.ts";
import { addScopeRoutes } from "./scopes.ts";
import { addTokenRoutes } from "./tokens.ts";

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
