import type { FastifyInstance } from "fastify";
import type { Web } from "../visit.ts";
import { addAppListRoute } from "./apps/list.ts";
import { addAppRoutes } from "./apps/steps.ts";
import { openDesk } from "./desk.ts";
import { addQueueRoutes } from "./queue.ts";

/** `/console`: the platform's operators judge apps, and look after everything else. */
export function addConsoleRoutes(app: FastifyInstance, web: Web): void {
  const desk = openDesk(app, web);
  addQueueRoutes(desk);
  addAppListRoute(desk);
  addAppRoutes(desk);
}
