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
  font: string;
  extendedFont: string;
  codeFont: string;
}

interface Asset {
  url: string;
  mediaType: string;
  bytes: Buffer;
  /** Null for a format that is compressed already. */
  zipped: Buffer | null;
}

type Assets = Record<keyof AssetUrls, Asset>;
type Source = { name: string; mediaType: string; read(): Buffer };

const SOURCES: Record<Exclude<keyof AssetUrls, "style">, Source> = {
  portalScript: { name: "portal.js", mediaType: "text/javascript; charset=utf-8", read: () => ownFile("portal.js") },
  script: { name: "script.js", mediaType: "text/javascript; charset=utf-8", read: () => ownFile("latchkey.js") },
  passkeyScript: {
    name: "passkeys.js",
    mediaType: "text/javascript; charset=utf-8",
    read: () => ownFile("passkeys.js"),
  },
  icon: { name: "icon.svg", mediaType: "image/svg+xml", read: () => ownFile("icon.svg") },
  font: { name: "inter.woff2", mediaType: "font/woff2", read: () => ownFile("fonts/inter-latin.woff2") },
  extendedFont: { name: "inter.woff2", mediaType: "font/woff2", read: () => ownFile("fonts/inter-latin-ext.woff2") },
  codeFont: { name: "code.woff2", mediaType: "font/woff2", read: () => ownFile("fonts/source-code-pro-latin.woff2") },
};

/** In order of the cascade. All pages load one sheet, so that a later page finds it in the browser's cache. */
const STYLES = [
  "tokens",
  "fonts",
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

/** The style sheet of all pages, without comments and indentation. @param fonts by the names of their files */
function styleSheet(fonts: Readonly<Record<string, Asset>>): Buffer {
  const text = STYLES.map((name) => ownFile(`style/${name}.css`).toString("utf8")).join("");
  const small = text.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/\s*\n\s*/g, "\n");
  return Buffer.from(small.replaceAll(/[a-z-]+\.woff2/g, (name) => fonts[name]!.url));
}

function ownFile(name: string): Buffer {
  return readFileSync(new URL(`assets/${name}`, import.meta.url));
}

/** Reads and compresses all files. */
export function loadAssets(): Assets {
  const load = (key: keyof typeof SOURCES) => toAsset(SOURCES[key]);
  const [font, extendedFont, codeFont] = [load("font"), load("extendedFont"), load("codeFont")];
  const fonts = { "inter.woff2": font, "inter-extended.woff2": extendedFont, "code.woff2": codeFont };
  return {
    font,
    extendedFont,
    codeFont,
    style: toAsset({ name: "style.css", mediaType: "text/css; charset=utf-8", read: () => styleSheet(fonts) }),
    portalScript: load("portalScript"),
    script: load("script"),
    passkeyScript: load("passkeyScript"),
    icon: load("icon"),
  };
}

function toAsset({ name, mediaType, read }: Source): Asset {
  const bytes = read();
  const [stem, extension] = name.split(".");
  const digest = hash("sha256", bytes, "hex").slice(0, 16);
  const zipped = extension === "woff2" ? null : gzipSync(bytes, { level: 9 });
  return { url: `/assets/${stem}.${digest}.${extension}`, mediaType, bytes, zipped };
}

export function urlsOf(assets: Assets): AssetUrls {
  return {
    style: assets.style.url,
    portalScript: assets.portalScript.url,
    script: assets.script.url,
    passkeyScript: assets.passkeyScript.url,
    icon: assets.icon.url,
    font: assets.font.url,
    extendedFont: assets.extendedFont.url,
    codeFont: assets.codeFont.url,
  };
}

/** The URL changes with the content, so browsers may cache files forever. */
export function addAssetRoutes(app: FastifyInstance, assets: Assets): void {
  for (const { url, mediaType, bytes, zipped } of Object.values(assets)) {
    app.get(url, { exposeHeadRoute: true }, (request, reply) => {
      const zip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "") ? zipped : null;
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
        .send(zip ?? bytes);
    });
  }
}
