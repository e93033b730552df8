import { afterAll, beforeAll, expect, test } from "vitest";
import { createGateway, type TestGateway } from "./start-gateway.ts";

const draining = new AbortController();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createGateway({ draining: draining.signal });
});
afterAll(() => gateway.app.close());

test("a draining gateway answers every route and closes the connection", async () => {
  const paths = ["/.well-known/oauth-authorization-server", "/nowhere"];
  for (const connection of ["keep-alive", "close"]) {
    for (const url of paths) {
      const { statusCode, headers } = await gateway.app.inject({ url });
      expect({ url, statusCode, connection: headers.connection }).toEqual({
        url,
        statusCode: url === "/nowhere" ? 404 : 200,
        connection,
      });
    }
    draining.abort();
  }
});
