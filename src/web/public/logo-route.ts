import type { FastifyInstance } from "fastify";
import { PageError } from "../errors/page-error.ts";
import { createContext, type Web } from "../request-context.ts";

const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/webp"]);

const CLIENT_ID = /^[A-Za-z0-9_-]{1,255}$/;

const DIGEST = /^[A-Za-z0-9_-]{1,128}$/;

interface LogoParams {
  clientId: string;
  digest: string;
}

/** Serves the logos. Developers upload them, so they are served only as images. */
export function addLogoRoute(app: FastifyInstance, web: Web): void {
  app.get<{ Params: LogoParams }>("/logos/:clientId/:digest", { exposeHeadRoute: true }, async (request, reply) => {
    const { clientId, digest } = request.params;
    if (!CLIENT_ID.test(clientId) || !DIGEST.test(digest)) throw new PageError(404, "not_found");
    const { image, mediaType } = await web.clients.apps.getLogo({ clientId, digest }, createContext(web, request).call);
    if (!IMAGE_TYPES.has(mediaType)) throw new PageError(404, "not_found");
    return reply
      .headers({
        "content-type": mediaType,
        // The URL contains the digest, so the content never changes.
        "cache-control": "private, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
      })
      .send(Buffer.from(image.buffer, image.byteOffset, image.byteLength));
  });
}
