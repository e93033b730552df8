import { gunzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { createSite, type Site, Visitor } from "./site.ts";

let site: Site;
let visitor: Visitor;
beforeEach(async () => {
  site = await createSite();
  visitor = new Visitor(site);
  return () => site.app.close();
});

async function assetsOf(path: string): Promise<string[]> {
  const { body } = await visitor.get(path);
  return [...new Set([...body.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, url]) => url!))];
}

test("static files have the digest in their URL and are cached forever", async () => {
  const urls = await assetsOf("/sign-in");
  expect(urls).toHaveLength(5);
  for (const url of urls) {
    expect(url).toMatch(/^\/assets\/\w+\.[0-9a-f]{16}\.(?:css|js|svg|woff2)$/);
    const file = await visitor.get(url);
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    });
  }
});

test("static files are compressed if the browser accepts it", async () => {
  const url = (await assetsOf("/")).find((one) => one.endsWith(".css"))!;
  const [plain, zipped] = [await visitor.get(url), await visitor.get(url, { "accept-encoding": "br, gzip" })];
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
});

test("fonts have the same URL in the style sheet and in the page, and are not compressed again", async () => {
  const urls = await assetsOf("/sign-in");
  const sheet = await visitor.get(urls.find((one) => one.endsWith(".css"))!);
  const fonts = [...sheet.body.matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map(([, url]) => url!);
  expect(fonts).toHaveLength(3);
  expect(fonts).toContain(urls.find((one) => one.endsWith(".woff2")));
  for (const url of fonts) {
    const font = await visitor.get(url, { "accept-encoding": "br, gzip" });
    expect(font.headers["content-type"]).toBe("font/woff2");
    expect(font.headers["content-encoding"]).toBeUndefined();
    expect(font.rawPayload.subarray(0, 4).toString("latin1")).toBe("wOF2");
  }
});

test("the pictures that the style sheet names are files with their digest", async () => {
  const urls = await assetsOf("/sign-in");
  const sheet = await visitor.get(urls.find((one) => one.endsWith(".css"))!);
  const pictures = [...sheet.body.matchAll(/url\("?([^")]+\.svg)"?\)/g)].map(([, url]) => url!);
  const names = pictures.map((url) => /^\/assets\/(\w+)\.[0-9a-f]{16}\.svg$/.exec(url)?.[1]).sort();
  expect(names).toEqual(["chevron", "done", "failed", "info", "warning"]);
  for (const url of pictures) {
    const picture = await visitor.get(url);
    expect(picture.headers["content-type"]).toBe("image/svg+xml");
    expect(picture.body).toContain("<svg");
  }
});

test("files beside them cannot be reached", async () => {
  for (const path of ["/assets/latchkey.css", "/assets/", "/assets/..%2fplugin.ts", "/assets/%2e%2e/plugin.ts"]) {
    expect((await visitor.get(path)).statusCode).toBe(404);
  }
});

test("a logo is an image and nothing else", async () => {
  const image = new Uint8Array([137, 80, 78, 71]);
  site.world.addApp({ name: "A", logoDigest: "d1" }, { logo: { image, mediaType: "image/png" } });
  const logo = await visitor.get("/logos/app_1/d1");
  expect(logo.statusCode).toBe(200);
  expect(logo.rawPayload.equals(Buffer.from(image))).toBe(true);
  expect(logo.headers).toMatchObject({
    "content-type": "image/png",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
  });
});

test.each(["image/svg+xml", "text/html", ""])("a stored logo of type %j is not served", async (mediaType) => {
  site.world.addApp({ name: "A", logoDigest: "d1" }, { logo: { image: new Uint8Array([60]), mediaType } });
  visitor.cookies.set("__Host-latchkey", site.world.signIn(site.world.addAccount({ email: "mia@x.example" })));
  expect((await visitor.get("/logos/app_1/d1")).statusCode).toBe(404);
});
