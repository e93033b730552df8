import type { FastifyInstance } from "fastify";
import { createContext, sendPage, type Web } from "../../request-context.ts";
import { errorCodesPage } from "./view.ts";

/** `/docs/errors`: the target of every `error_uri`. The page calls no RPC, so it works while the core is down. */
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
