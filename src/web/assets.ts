import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** URLs of the static files. Each contains the digest of its content. */
export interface AssetUrls {
  pico: string;
  style: string;
  lists: string;
  portalStyle: string;
  portalScript: string;
  script: string;
  icon: string;
}

interface Asset {
  url: string;
  mediaType: string;
  bytes: Buffer;
  zipped: Buffer;
}

const SOURCES: Record<keyof AssetUrls, { name: string; mediaType: string; read(): Buffer }> = {
  pico: {
    name: "pico.css",
    mediaType: "text/css; charset=utf-8",
    read: () => readFileSync(createRequire(import.meta.url).resolve("@picocss/pico/css/pico.min.css")),
  },
  style: { name: "latchkey.css", mediaType: "text/css; charset=utf-8", read: () => ownFile("latchkey.css") },
  lists: { name: "lists.css", mediaType: "text/css; charset=utf-8", read: () => ownFile("lists.css") },
  portalStyle: { name: "portal.css", mediaType: "text/css; charset=utf-8", read: () => ownFile("portal.css") },
  portalScript: { name: "portal.js", mediaType: "text/javascript; charset=utf-8", read: () => ownFile("portal.js") },
  script: { name: "latchkey.js", mediaType: "text/javascript; charset=utf-8", read: () => ownFile("latchkey.js") },
  icon: { name: "icon.svg", mediaType: "image/svg+xml", read: () => ownFile("icon.svg") },
};

function ownFile(name: string): Buffer {
  return readFileSync(new URL(`assets/${name}`, import.meta.url));
}

/** Reads and compresses all files. */
export function loadAssets(): Record<keyof AssetUrls, Asset> {
  const load = (key: keyof AssetUrls): Asset => {
    const { name, mediaType, read } = SOURCES[key];
    const bytes = read();
    const [stem, extension] = name.split(".");
    const digest = hash("sha256", bytes, "hex").slice(0, 16);
    return { url: `/assets/${stem}.${digest}.${extension}`, mediaType, bytes, zipped: gzipSync(bytes, { level: 9 }) };
  };
  return {
    pico: load("pico"),
    style: load("style"),
    lists: load("lists"),
    portalStyle: load("portalStyle"),
    portalScript: load("portalScript"),
    script: load("script"),
    icon: load("icon"),
  };
}

export function urlsOf(assets: Record<keyof AssetUrls, Asset>): AssetUrls {
  return {
    pico: assets.pico.url,
    style: assets.style.url,
    lists: assets.lists.url,
    portalStyle: assets.portalStyle.url,
    portalScript: assets.portalScript.url,
    script: assets.script.url,
    icon: assets.icon.url,
  };
}

/** The URL changes with the content, so browsers may cache files forever. */
export function addAssetRoutes(app: FastifyInstance, assets: Record<keyof AssetUrls, Asset>): void {
  for (const { url, mediaType, bytes, zipped } of Object.values(assets)) {
    app.get(url, { exposeHeadRoute: true }, (request, reply) => {
      const zip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
      if (zip) reply.header("content-encoding", "gzip");
      return reply
        .headers({
          "content-type": mediaType,
          "cache-control": "public, max-age=31536000, immutable",
          vary: "accept-encoding",
          "x-content-type-options": "nosniff",
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          "cross-origin-resource-policy": "same-origin",
        })
        .send(zip ? zipped : bytes);
    });
  }
}
