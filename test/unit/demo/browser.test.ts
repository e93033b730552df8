import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "../../../src/demo/browser.ts";

const requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
const FORM = `<form action="/language"><input type="hidden" name="no" value="no"></form>
<form method="post" action="/sign-out"><input type="hidden" name="no" value="no"></form>
<form action="/submit?a=1&amp;b=2" method="post"><input type="hidden" name="csrf" value="&lt;&quot;&amp;amp;&#39;">
<input type="hidden" name="scope" value="x"><input name="shown"></form>`;

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  requests.push({ method: request.method!, url: request.url!, headers: request.headers, body });
  const to = (location: string) => response.writeHead(303, { location }).end();
  if (request.url === "/set") response.setHeader("set-cookie", ["a=1; Path=/; HttpOnly", "b=2", "c=3"]);
  if (request.url === "/clear") response.setHeader("set-cookie", ["a=; Max-Age=0", "b=x; Max-Age=0"]);
  if (request.url === "/hop") return to("hop2");
  if (request.url === "/hop2") return to(`/page?x`);
  if (request.url === "/loop") return to("/loop");
  response.end(FORM);
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe("the scenario's browser", () => {
  it("stores and sends cookies, and removes expired ones", async () => {
    const browser = new Browser();
    await browser.get(`${origin}/set`);
    await browser.get(`${origin}/clear`);
    expect(requests.at(-1)!.headers.cookie).toBe("a=1; b=2; c=3");
    await browser.get(`${origin}/`);
    expect(requests.at(-1)!.headers.cookie).toBe("c=3");
    await new Browser().get(`${origin}/`);
    expect(requests.at(-1)!.headers.cookie).toBeUndefined();
  });

  it("sends the cookies of a host to all its ports and to no other host", async () => {
    const browser = new Browser();
    await browser.get(`${origin}/set`);
    await browser.get(origin.replace("127.0.0.1", "localhost"));
    expect(requests.at(-1)!.headers.cookie).toBeUndefined();
  });

  it("submits the right form with its decoded hidden fields and the given ones", async () => {
    const browser = new Browser();
    const page = await browser.get(`${origin}/page`);
    await browser.submit(page, { scope: ["y", "z"], email: "a+b@c" });
    const { method, url, headers, body } = requests.at(-1)!;
    expect([method, url, headers.origin]).toEqual(["POST", "/submit?a=1&b=2", origin]);
    expect([...new URLSearchParams(body)]).toEqual([
      ["csrf", `<"&amp;'`],
      ["scope", "y"],
      ["scope", "z"],
      ["email", "a+b@c"],
    ]);
  });

  it("follows redirects until the given URL, and stops in a loop", async () => {
    const browser = new Browser();
    const hop = await browser.get(`${origin}/hop`);
    expect(hop.location?.href).toBe(`${origin}/hop2`);
    const end = await browser.follow(hop, () => false);
    expect([end.url.href, end.status]).toEqual([`${origin}/page?x`, 200]);
    const stopped = await browser.follow(hop, (next) => next.pathname === "/page");
    expect(stopped.location?.href).toBe(`${origin}/page?x`);
    await expect(browser.follow(await browser.get(`${origin}/loop`), () => false)).rejects.toThrow(/more than 10/);
  });

  it("fails if the page has no form", async () => {
    const page = { url: new URL(origin), status: 200, location: null, html: "<p>Nothing.</p>" };
    expect(() => new Browser().submit(page, {})).toThrow("the page has no form");
  });
});
