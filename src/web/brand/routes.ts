import type { FastifyInstance, FastifyReply } from "fastify";
import { accentError, type Palette, palettesOf } from "../../brand/accent.ts";
import { PageError } from "../errors/page-error.ts";
import type { Web } from "../request-context.ts";

/** `/brand`: the platform's logo and the style sheet of its accent colour. Both URLs change with the content. */
export function addBrandRoutes(app: FastifyInstance, web: Web): void {
  app.get<{ Params: { digest: string } }>("/brand/logo/:digest", { exposeHeadRoute: true }, async (request, reply) => {
    await web.brand.refresh();
    const { logo } = web.brand.get();
    if (logo === null || logo.digest !== request.params.digest) throw new PageError(404, "not_found");
    return cached(reply, logo.mediaType).send(
      Buffer.from(logo.image.buffer, logo.image.byteOffset, logo.image.byteLength),
    );
  });
  app.get<{ Params: { file: string } }>("/brand/accent/:file", { exposeHeadRoute: true }, async (request, reply) => {
    const accent = `#${request.params.file.replace(/\.css$/, "")}`;
    if (!request.params.file.endsWith(".css") || accentError(accent) !== null) throw new PageError(404, "not_found");
    return cached(reply, "text/css; charset=utf-8").send(accentStyle(accent));
  });
}

function cached(reply: FastifyReply, mediaType: string): FastifyReply {
  return reply.headers({
    "content-type": mediaType,
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
}

/** Replaces the accent tokens of the style sheet. */
export function accentStyle(accent: string): string {
  const { light, dark } = palettesOf(accent);
  return `:root{${tokensOf(light)}}@media (prefers-color-scheme:dark){:root{${tokensOf(dark)}}}\n`;
}

function tokensOf(palette: Palette): string {
  const nameOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Object.entries(palette)
    .map(([key, colour]) => `--${nameOf(key)}:${colour}`)
    .join(";");
}
