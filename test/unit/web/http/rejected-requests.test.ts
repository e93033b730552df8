import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webPlugin } from "../../../../src/web/plugin.ts";
import { createGateway, ORIGIN, type TestGateway } from "../../gateway/start-gateway.ts";
import { fakeClients } from "../fakes/clients.ts";
import { World } from "../fakes/world.ts";

let gateway: TestGateway;
beforeAll(async () => {
  const deps = { clients: fakeClients(new World()), publicUrl: ORIGIN, log: pino({ level: "silent" }) };
  gateway = await createGateway({ pages: async (app) => void (await app.register(webPlugin, deps)) });
});
afterAll(() => gateway.app.close());

test.each([
  ["an unknown expectation", { headers: { expect: "200-ok" } }, 417],
  ["an address that is too long", { query: { x: "x".repeat(17_000) } }, 414],
])(
  "RFC 9110 §15.5: what HTTP has against a request for a page is a page with its status: %s",
  async (_name, more, status) => {
    for (const url of ["/sign-in", "/console/apps", "/connected-apps"]) {
      const page = await gateway.app.inject({ method: "GET", url, ...more });
      expect([page.statusCode, page.headers["content-type"]]).toEqual([status, "text/html; charset=utf-8"]);
    }
  },
);
