import type { FastifyInstance } from "fastify";
import type { Gateway } from "../gateway.ts";
import { openApiDocument } from "../openapi/document.ts";

/** `GET /openapi.json`: the OpenAPI 3.1 document of the OAuth routes, for scripts of any origin. */
export function addOpenApiRoute(app: FastifyInstance, { origin }: Gateway): void {
  const document = openApiDocument(origin);
  app.get("/openapi.json", { exposeHeadRoute: true }, async (_request, reply) => {
    reply.header("access-control-allow-origin", "*");
    return document;
  });
}
