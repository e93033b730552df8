import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { createIntrospector, type IntrospectorOptions } from "../../../src/client/introspector.ts";
import { startGrpc } from "../../../src/rpc/transports/grpc/server.ts";
import { findPort } from "../../suites/start/ports.ts";
import { isReady, KEY, LOCAL, smallEdge } from "../rpc/small-core.ts";

const pathOf = (name: string) => fileURLToPath(new URL(`../rpc/certificates/${name}.pem`, import.meta.url));
const pem = (name: string) => readFileSync(pathOf(name));
const TLS = { certFile: pathOf("server"), keyFile: pathOf("server-key"), clientCaFile: null };

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A core without active tokens. */
async function start(address: Partial<Parameters<typeof startGrpc>[0]["address"]> = {}) {
  const dispatcher = smallEdge({ introspect: async () => ({ active: false }) });
  const mount = await startGrpc({ dispatcher, address: { ...LOCAL, ...address }, isReady });
  let stopped: Promise<void> | null = null;
  const stop = () => (stopped ??= mount.stop(100));
  opened.push(stop);
  return { port: mount.port, stop };
}

/** One introspection: null for an inactive token, otherwise the code of the error. */
function asking(options: Omit<IntrospectorOptions, "key">) {
  const introspector = createIntrospector({ key: KEY, timeoutMs: 15_000, ...options });
  opened.push(() => introspector.close());
  return () => introspector.introspect("x").catch((error: { message: string }) => error.message);
}

it("the client reconnects automatically", async () => {
  // A port that stays free while the core is down.
  const port = await findPort();
  const { stop } = await start({ port });
  const ask = asking({ url: `127.0.0.1:${port}` });
  expect(await ask()).toBeNull();
  await stop();
  expect(await ask()).toBe("introspection failed: UNAVAILABLE");
  await start({ port });
  await expect.poll(ask).toBeNull();
});

it("the client ignores the proxy settings of the environment", async () => {
  const { port } = await start();
  process.env.grpc_proxy = "http://127.0.0.1:1";
  opened.push(() => delete process.env.grpc_proxy);
  expect(await asking({ url: `127.0.0.1:${port}` })()).toBeNull();
});

describe("over TLS", () => {
  it("the core's certificate is verified against the given CA", async () => {
    const { port } = await start({ tls: TLS });
    const url = `https://localhost:${port}`;
    expect(await asking({ url, rootCertificates: pem("authority") })()).toBeNull();
    expect(await asking({ url })()).toBe("introspection failed: UNAVAILABLE");
    expect(await asking({ url: `http://localhost:${port}` })()).toBe("introspection failed: UNAVAILABLE");
  });

  it("the client presents its certificate to a core that requires one", async () => {
    const { port } = await start({ tls: { ...TLS, clientCaFile: pathOf("authority") } });
    const url = `https://localhost:${port}`;
    const rootCertificates = pem("authority");
    const clientCertificate = { chain: pem("caller"), key: pem("caller-key") };
    expect(await asking({ url, rootCertificates, clientCertificate })()).toBeNull();
    expect(await asking({ url, rootCertificates })()).toBe("introspection failed: UNAVAILABLE");
  });
});
