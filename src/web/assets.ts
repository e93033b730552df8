import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** URLs of the static files. Each contains the digest of its content. */
export interface AssetUrls {
  style: string;
  portalScript: string;
  script: string;
  passkeyScript: string;
  icon: string;
}

interface Asset {
  url: string;
  mediaType: string;
  bytes: Buffer;
  zipped: Buffer;
}

const SOURCES: Record<keyof AssetUrls, { name: string; mediaType: string; read(): Buffer }> = {
  style: { name: "style.css", mediaType: "text/css; charset=utf-8", read: styleSheet },
  portalScript: { name: "portal.js", mediaType: "text/javascript; charset=utf-8", read: () => ownFile("portal.js") },
  script: { name: "script.js", mediaType: "text/javascript; charset=utf-8", read: () => ownFile("latchkey.js") },
  passkeyScript: {
    name: "passkeys.js",
    mediaType: "text/javascript; charset=utf-8",
    read: () => ownFile("passkeys.js"),
  },
  icon: { name: "icon.svg", mediaType: "image/svg+xml", read: () => ownFile("icon.svg") },
};

/** In order of the cascade. All pages load one sheet, so that a later page finds it in the browser's cache. */
const STYLES = [
  "tokens",
  "elements",
  "layout",
  "components",
  "lists",
  "charts",
  "code",
  "webhooks",
  "pages",
  "consent",
  "docs",
];

/** The style sheet of all pages, without comments and indentation. */
function styleSheet(): Buffer {
  const text = STYLES.map((name) => ownFile(`style/${name}.css`).toString("utf8")).join("");
  return Buffer.from(text.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/\s*\n\s*/g, "\n"));
}

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
    style: load("style"),
    portalScript: load("portalScript"),
    script: load("script"),
    passkeyScript: load("passkeyScript"),
    icon: load("icon"),
  };
}

export function urlsOf(assets: Record<keyof AssetUrls, Asset>): AssetUrls {
  return {
    style: assets.style.url,
    portalScript: assets.portalScript.url,
    script: assets.script.url,
    passkeyScript: assets.passkeyScript.url,
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
