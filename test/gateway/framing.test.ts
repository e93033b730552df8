import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APP } from "./fake-core.ts";
import { createGateway, ORIGIN, type TestGateway } from "./start-gateway.ts";

const BODY = JSON.stringify({ client_id: APP.clientId, client_secret: APP.clientSecret, token: "x" });
const HEAD =
  "POST /oauth/revoke HTTP/1.1\r\nHost: auth.example\r\nContent-Type: application/json\r\nConnection: close\r\n";

let gateway: TestGateway;
let port: number;
beforeAll(async () => {
  gateway = await createGateway({ timeouts: { headers: 300, request: 500, check: 50 } });
  await gateway.app.listen({ host: "127.0.0.1", port: 0 });
  port = (gateway.app.server.address() as AddressInfo).port;
});
afterAll(() => gateway.app.close());

/** Everything that the server answers to these bytes until it closes the connection. */
async function exchange(...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  // The server may close while the rest is still being written.
  socket.on("error", () => {});
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}

function parse(answer: string): { status: number; head: string; body: Record<string, string> } {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: JSON.parse(body) };
}

describe("B7 framing", () => {
  test("chunked alone is fine", async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const answer = await exchange(
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n`,
      chunk(BODY.slice(0, 9)),
      chunk(BODY.slice(9)),
      chunk(""),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  const broken: [name: string, status: number, ...parts: string[]][] = [
    ["length and chunked together", 400, `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["two lengths", 400, `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}`],
    ["a length that is no number", 400, `${HEAD}Content-Length: x\r\n\r\n`],
    ["an unknown transfer coding", 400, `${HEAD}Transfer-Encoding: gzip\r\n\r\n`],
    ["a chunk size that is no number", 400, `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`],
    ["a header without a name", 400, `${HEAD}: x\r\n\r\n`],
    ["no HTTP at all", 400, "hello\r\n\r\n"],
    ["a header of 40 kB", 431, `${HEAD}x-long: ${"x".repeat(40_000)}\r\n\r\n`],
    ["no host", 400, HEAD.replace("Host: auth.example\r\n", ""), `Content-Length: ${BODY.length}\r\n\r\n${BODY}`],
    ["two hosts", 400, `${HEAD}host: evil.example\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`],
    ["two content types", 400, `${HEAD}Content-Type: text/plain\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`],
    [
      "two authorizations",
      400,
      `${HEAD}Authorization: Basic YTpi\r\nAuthorization: Basic Yzpk\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    ["headers that stop coming", 408, HEAD],
    ["a body that stops coming", 408, `${HEAD}Content-Length: 99\r\n\r\n{`],
  ];
  test.each(broken)("%s: %i in OAuth's shape, and closed", async (_name, status, ...parts) => {
    const calls = gateway.core.calls.length;
    const answer = parse(await exchange(...parts));
    expect(answer.status).toBe(status);
    expect(answer.head).toContain("cache-control: no-store");
    expect(answer.head).toContain("connection: close");
    expect(answer.head).toContain(`x-request-id: ${answer.body.request_id}`);
    expect(answer.body).toEqual({
      error: "invalid_request",
      error_description: expect.any(String),
      error_uri: `${ORIGIN}/docs/errors#invalid_request`,
      request_id: expect.any(String),
    });
    expect(gateway.core.calls.length).toBe(calls);
  });

  test("a client that never closes its own side is cut off all the same", async () => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {});
    const [served] = await Promise.all([once(gateway.app.server, "connection"), once(socket, "connect")]);
    socket.resume().write("hello\r\n\r\n");
    await once(served[0], "close");
    socket.destroy();
  });

  test("an expectation that cannot be met: 417", async () => {
    const answer = parse(await exchange(`${HEAD}Expect: miracles\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`));
    expect([answer.status, answer.body.error]).toEqual([417, "invalid_request"]);
  });
});

describe("B5 bodies over the limit", () => {
  test.each([17, 200, 4000])("%i KiB through fetch: 413 that arrives", async (kib) => {
    for (let round = 0; round < 3; round++) {
      const answer = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: `{"x":"${"x".repeat(kib * 1024)}"}`,
      });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ error: "invalid_request" });
    }
  });
});
