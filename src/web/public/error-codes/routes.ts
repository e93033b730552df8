import type { FastifyInstance } from "fastify";
import { createContext, sendPage, type Web } from "../../request-context.ts";
import { errorCodesPage } from "./view.ts";

/** `/docs/errors`, the page behind every `error_uri`. It asks the core nothing, so it answers during an outage too. */
export function addErrorCodesRoute(app: FastifyInstance, web: Web): void {
  app.get("/docs/errors", { exposeHeadRoute: true }, (request, reply) => {
    const context = createContext(web, request);
    return sendPage(reply, context, {
      title: context.t.errorCodes.title,
      body: errorCodesPage(context.t),
      account: undefined,
    });
  });
}
