import type { FastifyInstance } from "fastify";
import { sendPage, visitOf, type Web } from "../../request-context.ts";
import { errorCodesPage } from "./view.ts";

/** `/docs/errors`, the page behind every `error_uri`. It asks the core nothing, so it answers during an outage too. */
export function addErrorCodesRoute(app: FastifyInstance, web: Web): void {
  app.get("/docs/errors", { exposeHeadRoute: true }, (request, reply) => {
    const visit = visitOf(web, request);
    return sendPage(reply, visit, {
      title: visit.t.errorCodes.title,
      body: errorCodesPage(visit.t),
      account: undefined,
    });
  });
}
