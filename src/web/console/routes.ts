import type { FastifyInstance } from "fastify";
import type { Web } from "../request-context.ts";
import { createPageRouter } from "../router/page-router.ts";
import { addAccountExport } from "./accounts/export.ts";
import { addAccountListRoutes, addAccountRoutes, addResetLinkRoutes } from "./accounts/routes.ts";
import { addAppExport } from "./apps/export.ts";
import { addAppRoutes } from "./apps/routes.ts";
import { addAuditRoutes } from "./audit/routes.ts";
import { addBrandPageRoutes } from "./brand/routes.ts";
import { addDashboardRoutes } from "./dashboard/routes.ts";
import { addInstallationExport } from "./installations/export.ts";
import { addInstallationRoutes } from "./installations/routes.ts";
import { addInvitationRoutes } from "./invitations/routes.ts";
import { addMerchantExport } from "./merchants/export.ts";
import { addMerchantListRoutes, addMerchantRoutes } from "./merchants/routes.ts";
import { addQueueRoutes } from "./queue/routes.ts";
import { addScopeRoutes } from "./scopes/routes.ts";
import { CONSOLE } from "./section.ts";
import { addKeyRoutes } from "./service-keys/routes.ts";
import { addTemplateRoutes } from "./templates/routes.ts";
import { addTokenRoutes } from "./tokens/routes.ts";
import { addPlatformWebhookRoutes } from "./webhooks.ts";

/** `/console`: the pages for operators. */
export function addConsoleRoutes(app: FastifyInstance, web: Web): void {
  const router = createPageRouter(app, web, CONSOLE);
  addQueueRoutes(router);
  addTemplateRoutes(router);
  addDashboardRoutes(app, router, web);
  addAppRoutes(router);
  addAppExport(app, router, web);
  addScopeRoutes(router);
  addMerchantListRoutes(router);
  addMerchantRoutes(router);
  addMerchantExport(app, router, web);
  addAccountListRoutes(router);
  addAccountRoutes(router);
  addResetLinkRoutes(router);
  addAccountExport(app, router, web);
  addInvitationRoutes(router);
  addInstallationRoutes(router);
  addInstallationExport(app, router, web);
  addPlatformWebhookRoutes(router);
  addKeyRoutes(router);
  addAuditRoutes(app, router, web);
  addTokenRoutes(router);
  addBrandPageRoutes(app, web);
}
