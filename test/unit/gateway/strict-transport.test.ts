import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createGateway } from "./start-gateway.ts";

const YEAR = "max-age=31536000";

const requests = [
  { name: "metadata", method: "GET", url: "/.well-known/oauth-authorization-server" },
  { name: "a rejected token request", method: "POST", url: "/oauth/token" },
  { name: "a page", method: "GET", url: "/nowhere" },
  { name: "an invalid target", method: "GET", url: "/%" },
] as const;

test.each(requests)("RFC 6797 §7.1 with an https PUBLIC_URL the header is set on $name", async ({ method, url }) => {
  const { app } = await createGateway({ publicUrl: "https://auth.example" });
  const { headers } = await app.inject({ method, url });
  expect(headers["strict-transport-security"]).toBe(YEAR);
});

test("RFC 6797 §7.1 the header is set on the response to a malformed request", async () => {
  const { app } = await createGateway({ publicUrl: "https://auth.example" });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  socket.write("no request\r\n\r\n");
  expect((await text(socket)).toLowerCase()).toContain(`\r\nstrict-transport-security: ${YEAR}\r\n`);
});

test("RFC 6797 §7.2 with an http PUBLIC_URL the header is absent", async () => {
  const { app } = await createGateway({ publicUrl: "http://localhost:8080" });
  const answer = await app.inject({ method: "GET", url: "/.well-known/oauth-authorization-server" });
  expect(answer.headers).not.toHaveProperty("strict-transport-security");
});
