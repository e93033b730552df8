import type { FastifyInstance } from "fastify";
import type { PageRouter } from "../../router/page-router.ts";
import { errorText } from "./field-errors.ts";
import { checkRedirectUri } from "./save.ts";

/** Checks a redirect URI while it is being typed. */
export function addLiveCheck(app: FastifyInstance, router: PageRouter): void {
  app.get("/portal/check-redirect-uri", { exposeHeadRoute: true }, async (request, reply) => {
    const context = await router.findContext(request);
    reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    if (context === null) return reply.code(401).send({ text: null });
    const { query } = context;
    const uri = query.one("uri") ?? "";
    const redirectUriCheck = {
      uri,
      confidential: query.one("confidential") !== "no",
      clientId: query.one("client_id") ?? "",
    };
    const violations = await checkRedirectUri(context, redirectUriCheck);
    const texts = violations.map((violation) => errorText(context.t, violation));
    return reply.send({ text: texts.length === 0 ? null : texts.join(" ") });
  });
}
