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
  docsScript: string;
  icon: string;
  /** The URL of the font that almost every page needs and therefore loads early. */
  font: string;
}

interface Asset {
  url: string;
  mediaType: string;
  bytes: Buffer;
  /** The compressed content; null for a format that is compressed already. */
  zipped: Buffer | null;
}

interface Source {
  name: string;
  mediaType: string;
  read(): Buffer;
}

const SOURCES: Record<Exclude<keyof AssetUrls, "style" | "font">, Source> = {
  portalScript: { name: "portal.js", mediaType: "text/javascript; charset=utf-8", read: () => ownFile("portal.js") },
  script: { name: "script.js", mediaType: "text/javascript; charset=utf-8", read: () => ownFile("latchkey.js") },
  passkeyScript: {
    name: "passkeys.js",
    mediaType: "text/javascript; charset=utf-8",
    read: () => ownFile("passkeys.js"),
  },
  docsScript: { name: "docs.js", mediaType: "text/javascript; charset=utf-8", read: () => ownFile("docs.js") },
  icon: { name: "icon.svg", mediaType: "image/svg+xml", read: () => ownFile("icon.svg") },
};

const FONT = "inter.woff2";
/** The files that the style sheet names: fonts, the mark of a choice and the signs of notices. */
const STYLE_FILES = [
  FONT,
  "inter-extended.woff2",
  "source-code-pro.woff2",
  "chevron.svg",
  "info.svg",
  "done.svg",
  "warning.svg",
  "failed.svg",
];

/** In the order of the cascade. All pages load one combined style sheet, so that the browser has it in its cache after the first page. */
const STYLES = [
  "tokens",
  "fonts",
  "elements",
  "buttons",
  "inputs",
  "layout",
  "ground",
  "account-menu",
  "navigation",
  "page-header",
  "columns",
  "switches",
  "components",
  "fields",
  "facts",
  "timeline",
  "copy",
  "lists",
  "list-end",
  "empty-states",
  "list-card",
  "list-columns",
  "list-phone",
  "list-phone-facts",
  "queue",
  "list-filter",
  "audit",
  "charts",
  "installations",
  "code",
  "webhooks",
  "app-heading",
  "figures",
  "scopes",
  "connected-apps",
  "start-page",
  "errors",
  "rows",
  "tasks",
  "app-form",
  "second-factors",
  "review",
  "account",
  "account-log",
  "connect",
  "consent",
  "docs",
  "docs-search",
  "docs-contents",
  "docs-text",
  "docs-flow",
  "docs-start",
  "docs-quickstart",
  "docs-endpoints",
];

/** The style sheet of all pages, without comments and indentation. @param named the files that it names */
function styleSheet(named: ReadonlyMap<string, Asset>): Buffer {
  const text = STYLES.map((name) => ownFile(`style/${name}.css`).toString("utf8")).join("");
  const small = text.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/\s*\n\s*/g, "\n");
  return Buffer.from(small.replaceAll(/[a-z-]+\.(?:woff2|svg)/g, (file) => named.get(file)!.url));
}

function styleFile(name: string): Source {
  const [mediaType, path] = name.endsWith(".svg") ? ["image/svg+xml", name] : ["font/woff2", `fonts/${name}`];
  return { name, mediaType, read: () => ownFile(path) };
}

function ownFile(name: string): Buffer {
  return readFileSync(new URL(`assets/${name}`, import.meta.url));
}

/** The URLs and contents of all files, which the first call reads and compresses. */
export function loadAssets(): Assets {
  loaded ??= readAssets();
  return loaded;
}

interface Assets {
  urls: AssetUrls;
  files: readonly Asset[];
}

let loaded: Assets | null = null;

function readAssets(): Assets {
  const ofStyle = new Map(STYLE_FILES.map((file) => [file, toAsset(styleFile(file))]));
  const { portalScript, script, passkeyScript, docsScript, icon } = SOURCES;
  const named = {
    style: toAsset({ name: "style.css", mediaType: "text/css; charset=utf-8", read: () => styleSheet(ofStyle) }),
    portalScript: toAsset(portalScript),
    script: toAsset(script),
    passkeyScript: toAsset(passkeyScript),
    docsScript: toAsset(docsScript),
    icon: toAsset(icon),
    font: ofStyle.get(FONT)!,
  };
  const urls = {
    style: named.style.url,
    portalScript: named.portalScript.url,
    script: named.script.url,
    passkeyScript: named.passkeyScript.url,
    docsScript: named.docsScript.url,
    icon: named.icon.url,
    font: named.font.url,
  };
  return { urls, files: [...new Set([...Object.values(named), ...ofStyle.values()])] };
}

function toAsset({ name, mediaType, read }: Source): Asset {
  const bytes = read();
  const [stem, extension] = name.split(".");
  const digest = hash("sha256", bytes, "hex").slice(0, 16);
  const zipped = extension === "woff2" ? null : gzipSync(bytes, { level: 9 });
  return { url: `/assets/${stem}.${digest}.${extension}`, mediaType, bytes, zipped };
}

/** Serves the files. The URL changes with the content, so browsers may cache the files forever. */
export function addAssetRoutes(app: FastifyInstance, files: readonly Asset[]): void {
  for (const { url, mediaType, bytes, zipped } of files) {
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
