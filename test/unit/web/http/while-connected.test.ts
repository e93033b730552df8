import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { CallOptions } from "@connectrpc/connect";
import fastify from "fastify";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { webPlugin } from "../../../../src/web/plugin.ts";
import { fakeClients } from "../fakes/clients.ts";
import { World } from "../fakes/world.ts";

/** The pages over a core that keeps password calls waiting until they are given up; each call's signal, and the pages' origin. */
async function startSite() {
  const signals: AbortSignal[] = [];
  const fakes = fakeClients(new World());
  const waiting = (_request: unknown, { signal }: CallOptions = {}) => {
    signals.push(signal!);
    return once(signal!, "abort").then(() => Promise.reject(signal!.reason));
  };
  const accounts = { ...fakes.accounts, signIn: waiting, signUp: waiting };
  const app = fastify({ genReqId: () => "req-1" });
  const publicUrl = "http://localhost:8080";
  await app.register(webPlugin, {
    clients: { ...fakes, accounts } as typeof fakes,
    publicUrl,
    log: pino({ level: "silent" }),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return { signals, origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

test.each([
  ["/sign-in", { email: "mia@shop.example", password: "correct horse battery" }],
  ["/sign-up", { email: "mia@shop.example", password: "correct horse battery", name: "Mia" }],
])("closing the connection cancels the %s", async (path, fields) => {
  const { signals, origin } = await startSite();
  const form = await fetch(origin + path);
  const cookie = form.headers.get("set-cookie")!.split(";")[0]!;
  const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(await form.text())![1]!;
  const browser = new AbortController();
  const posting = fetch(origin + path, {
    method: "POST",
    headers: { cookie, origin: "http://localhost:8080", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ csrf_token, ...fields }),
    signal: browser.signal,
  });
  await expect.poll(() => signals.length).toBe(1);
  expect(signals[0]!.aborted).toBe(false);
  browser.abort();
  await expect(posting).rejects.toThrow();
  await expect.poll(() => signals[0]!.aborted).toBe(true);
});
