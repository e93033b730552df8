import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGateway, type TestGateway } from "./start-gateway.ts";

const read = (name: string) => readFileSync(new URL(`../rpc/certificates/${name}.pem`, import.meta.url));
const [cert, key, ca] = [read("server"), read("server-key"), read("authority")];

let gateway: TestGateway;
/** Short timeouts for unfinished requests. */
let shortTimeouts: TestGateway;
beforeAll(async () => {
  const tls = { cert, key };
  gateway = await createGateway({ tls });
  shortTimeouts = await createGateway({ tls, timeouts: { headers: 300, request: 500, check: 50 } });
  for (const { app } of [gateway, shortTimeouts]) await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => Promise.all([gateway, shortTimeouts].map(({ app }) => app.close())));

const portOf = ({ app }: TestGateway) => (app.server.address() as AddressInfo).port;

const METADATA = "/.well-known/oauth-authorization-server";

test("the public port uses TLS with a certificate", async () => {
  const call = request({ host: "127.0.0.1", port: portOf(gateway), path: METADATA, ca, agent: false }).end();
  const [answer] = await once(call, "response");
  answer.resume();
  expect(answer.statusCode).toBe(200);
});

test.each([
  ["plain HTTP", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a handshake that never comes", ""],
])("%s is closed without a response", async (_name, bytes) => {
  const socket = connect(portOf(shortTimeouts), "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => {});
  socket.write(bytes);
  await once(socket, "close");
  expect(Buffer.concat(chunks).toString("latin1")).not.toContain("HTTP/1.1");
});
