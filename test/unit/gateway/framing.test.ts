import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APP } from "./fake-core.ts";
import { createGateway, ORIGIN, type TestGateway } from "./start-gateway.ts";

const BODY = JSON.stringify({ client_id: APP.clientId, client_secret: APP.clientSecret, token: "x" });
const HEAD =
  "POST /oauth/revoke HTTP/1.1\r\nHost: auth.example\r\nContent-Type: application/json\r\nConnection: close\r\n";

let gateway: TestGateway;
/** Short timeouts for unfinished requests. On a busy machine they may apply to any request, so only these use them. */
let shortTimeouts: TestGateway;
let port: number;
beforeAll(async () => {
  gateway = await createGateway();
  shortTimeouts = await createGateway({ timeouts: { headers: 300, request: 500, check: 50 } });
  for (const { app } of [gateway, shortTimeouts]) await app.listen({ host: "127.0.0.1", port: 0 });
  port = portOf(gateway);
});
afterAll(() => Promise.all([gateway, shortTimeouts].map(({ app }) => app.close())));

const portOf = ({ app }: TestGateway) => (app.server.address() as AddressInfo).port;

/** The response to these bytes until the server closes the connection. */
const exchange = (...parts: (string | Buffer)[]) => exchangeAt(port, ...parts);

async function exchangeAt(at: number, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(at, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  // The server may close the connection during the write.
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
  test("chunked alone is accepted", async () => {
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
    ["a length that is not a number", 400, `${HEAD}Content-Length: x\r\n\r\n`],
    ["chunks around another coding", 400, `${HEAD}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ["chunked twice", 400, `${HEAD}Transfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ["one length twice", 400, `${HEAD}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ["a length with a sign", 400, `${HEAD}Content-Length: +2\r\n\r\n{}`],
    [
      "a chunk size beyond the maximum",
      400,
      `${HEAD}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
    ],
    ["chunks that end in a bare LF", 400, `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n`],
    ["a space before a header's colon", 400, `${HEAD}Content-Length : 2\r\n\r\n{}`],
    ["a folded header", 400, `${HEAD}x-a: b\r\n c\r\nContent-Length: 2\r\n\r\n{}`],
    ["a NUL in a header", 400, `${HEAD}x-a: b\0c\r\nContent-Length: 2\r\n\r\n{}`],
    ["a bare CR in a header", 400, `${HEAD}x-a: b\rc\r\nContent-Length: 2\r\n\r\n{}`],
    ["more bytes than the length", 400, `${HEAD}Content-Length: 0\r\n\r\n{}`.replace("close", "keep-alive")],
    ["a chunk extension of 20 kB", 413, `${HEAD}Transfer-Encoding: chunked\r\n\r\n2;a=${"b".repeat(20_000)}\r\n{}`],
    ["bytes beyond ASCII in the target", 400, HEAD.replace("/oauth/revoke", "/oauth/revoke?\u00e9"), "\r\n"],
    ["an invalid target", 400, HEAD.replace("/oauth/revoke", "*"), "\r\n"],
    [
      "an invalid host",
      400,
      HEAD.replace("auth.example", 'auth.example">'),
      `Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
    ],
    ["the preface of HTTP/2", 400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["the beginning of TLS", 400, "\x16\x03\x01\x02\0\x01\0"],
    ["an unknown transfer coding", 400, `${HEAD}Transfer-Encoding: gzip\r\n\r\n`],
    ["a chunk size that is not a number", 400, `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`],
    ["a header without a name", 400, `${HEAD}: x\r\n\r\n`],
    ["bytes that are not HTTP", 400, "hello\r\n\r\n"],
    ["a header of 40 kB", 431, `${HEAD}x-long: ${"x".repeat(40_000)}\r\n\r\n`],
    ["no host", 400, HEAD.replace("Host: auth.example\r\n", ""), `Content-Length: ${BODY.length}\r\n\r\n${BODY}`],
    ["two hosts", 400, `${HEAD}host: evil.example\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`],
    ["two content types", 400, `${HEAD}Content-Type: text/plain\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`],
    [
      "two authorizations",
      400,
      `${HEAD}Authorization: Basic YTpi\r\nAuthorization: Basic Yzpk\r\nContent-Length: 2\r\n\r\n{}`,
    ],
  ];
  const unfinished: typeof broken = [
    ["incomplete headers", 408, HEAD],
    ["an incomplete body", 408, `${HEAD}Content-Length: 99\r\n\r\n{`],
  ];
  test.each(broken)("%s: %i as an OAuth error, and the connection is closed", (_name, status, ...parts) =>
    expectRefused(gateway, status, parts),
  );
  test.each(unfinished)("%s: %i as an OAuth error, and the connection is closed", (_name, status, ...parts) =>
    expectRefused(shortTimeouts, status, parts),
  );

  async function expectRefused(by: TestGateway, status: number, parts: string[]): Promise<void> {
    const calls = by.core.calls.length;
    const answer = parse(await exchangeAt(portOf(by), ...parts));
    expect(answer.status).toBe(status);
    expect(answer.head).toContain("cache-control: no-store");
    expect(answer.head).toContain("x-content-type-options: nosniff");
    expect(answer.head).toContain("connection: close");
    expect(answer.head).toContain(`x-request-id: ${answer.body.request_id}`);
    expect(answer.body).toEqual({
      error: "invalid_request",
      error_description: expect.any(String),
      error_uri: `${ORIGIN}/docs/errors#invalid_request`,
      request_id: expect.any(String),
    });
    expect(by.core.calls.length).toBe(calls);
  }

  test("a connection is closed although the client never closes its side", async () => {
    const socket = connect({ port: portOf(shortTimeouts), host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {});
    const [served] = await Promise.all([once(shortTimeouts.app.server, "connection"), once(socket, "connect")]);
    socket.resume().write("hello\r\n\r\n");
    await once(served[0], "close");
    socket.destroy();
  });

  test("CONNECT: 405", async () => {
    const answer = parse(await exchange("CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n"));
    expect([answer.status, answer.body.error]).toEqual([405, "invalid_request"]);
    expect(answer.head).toMatch(/\r\nallow: get, post\r\n[\s\S]*cache-control: no-store/);
    expect(answer.head).toContain("x-content-type-options: nosniff");
  });

  test("an Upgrade header is ignored", async () => {
    const upgrade = HEAD.replace("Connection: close", "Connection: Upgrade, close\r\nUpgrade: h2c");
    const answer = await exchange(`${upgrade}Content-Length: ${BODY.length}\r\n\r\n${BODY}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([
    ["an extension", (hex: string) => `${hex};a=b;c="d"\r\n${BODY}\r\n0\r\n\r\n`],
    ["a trailer with credentials", (hex: string) => `${hex}\r\n${BODY}\r\n0\r\nAuthorization: Basic YTpi\r\n\r\n`],
  ])("chunks with %s, which is ignored", async (_name, chunksOf) => {
    const answer = await exchange(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, chunksOf(BODY.length.toString(16)));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("pipelined requests are answered in order, also after a rejected one", async () => {
    const request = `${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY}`;
    const open = request.replace("Connection: close\r\n", "");
    const smuggled = "GET /secret HTTP/1.1";
    const refused = open.replace("POST", "PUT").replace(BODY, smuggled).replace(`${BODY.length}`, `${smuggled.length}`);
    const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses(await exchange(open, open, request))).toEqual(["200", "200", "200"]);
    expect(statuses(await exchange(refused, request))).toEqual(["405", "200"]);
  });

  test("an unknown expectation: 417", async () => {
    const answer = parse(await exchange(`${HEAD}Expect: miracles\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`));
    expect([answer.status, answer.body.error]).toEqual([417, "invalid_request"]);
  });
});

describe("B5 bodies over the limit", () => {
  test.each([17, 200, 4000])("%i KiB by fetch: 413 reaches the client", async (kib) => {
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
