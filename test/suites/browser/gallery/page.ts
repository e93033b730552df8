import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadAssets } from "../../../../src/web/assets.ts";
import { html } from "../../../../src/web/components/html.ts";
import { type Language, MESSAGES } from "../../../../src/web/http/language.ts";
import type { Frame } from "../../../../src/web/layout/frame.ts";
import { layout } from "../../../../src/web/layout/layout.ts";
import { SAMPLES } from "./samples.ts";

/** Serves the page of all components with the style sheet and the script of the pages: `/en` and `/de`. */
export async function serveGallery(): Promise<{ url: string; close(): void }> {
  const assets = loadAssets();
  const files = new Map(assets.files.map((asset) => [asset.url, asset]));
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? "");
    const type = file?.mediaType ?? "text/html; charset=utf-8";
    response.setHeader("content-type", type);
    response.end(file?.bytes ?? galleryPage(request.url === "/de" ? "de" : "en"));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function galleryPage(language: Language): string {
  const brand = { name: "Harbour", logo: null, style: null, support: null };
  const frame: Frame = {
    t: MESSAGES[language],
    language,
    platformName: brand.name,
    brand,
    assets: loadAssets().urls,
    path: "/",
  };
  const samples = SAMPLES.map(
    ({ name, body }) => html`<section data-sample="${name}" aria-label="${name}">${body(frame)}</section>`,
  );
  const body = html`<h1>Components</h1>${samples}`;
  return layout(frame, { title: "Components", body, account: null, wide: true }).toString();
}
