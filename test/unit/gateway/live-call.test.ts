import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { NO_PAUSES, type PauseDetector } from "../../../src/observe/pause-detector.ts";
import { APP, REFRESH_TOKEN } from "./fake-core.ts";
import { createGateway, type TestGateway } from "./start-gateway.ts";

const RECOVERING: PauseDetector = { ...NO_PAUSES, isRecovering: () => true };

let gateway: TestGateway;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.app.close();
});

/** A gateway that listens, and connections to it. */
async function open(pauses?: PauseDetector) {
  gateway = await createGateway({ ...(pauses && { pauses }) });
  await gateway.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = gateway.app.server.address() as AddressInfo;
  const dial = async () => {
    const socket = connect({ host: "127.0.0.1", port });
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  };
  return { dial, core: gateway.core };
}

const CREDENTIALS = { client_id: APP.clientId, client_secret: APP.clientSecret };
const REFRESH = { grant_type: "refresh_token", refresh_token: REFRESH_TOKEN, ...CREDENTIALS };

function requestOf(body: Record<string, string>, path = "/oauth/token"): string {
  const text = JSON.stringify(body);
  const head = [`POST ${path} HTTP/1.1`, "host: a", "content-type: application/json", `content-length: ${text.length}`];
  return `${head.join("\r\n")}\r\n\r\n${text}`;
}

async function statusOf(socket: Socket): Promise<string> {
  const [bytes] = await once(socket, "data");
  return String(bytes).split("\r\n", 1)[0]!;
}

const logged = (text: string) => () => gateway.logged.filter((line) => line.includes(text)).length;

describe("a request to the token endpoint", () => {
  it.each([
    { name: "as the first of its connection", pauses: NO_PAUSES, warmUp: false },
    { name: "after a pause", pauses: RECOVERING, warmUp: true },
  ])("with the client's close behind it, $name, never reaches the core", async ({ pauses, warmUp }) => {
    const { dial, core } = await open(pauses);
    const socket = await dial();
    if (warmUp) {
      socket.write(requestOf(REFRESH));
      expect(await statusOf(socket)).toBe("HTTP/1.1 200 OK");
      core.calls.length = 0;
    }
    socket.end(requestOf(REFRESH));
    await expect.poll(logged('"reason":"request_late"')).toBe(1);
    expect(core.calls).toEqual([]);
  });

  it("is cancelled at the core when its client disconnects", async () => {
    const { dial, core } = await open();
    const aborted = Promise.withResolvers<void>();
    core.onRefresh = (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted.resolve();
          reject(signal.reason);
        });
      });
    const socket = await dial();
    socket.write(requestOf(REFRESH));
    await expect.poll(() => core.calls.length).toBe(1);
    socket.destroy();
    await aborted.promise;
    // A disconnect is no error of the core.
    await expect.poll(logged('"msg":"request rejected"')).toBe(1);
    expect(logged("the core did not respond")()).toBe(0);
  });

  it("is answered without the late mark while its client stays connected", async () => {
    const { dial, core } = await open();
    const socket = await dial();
    for (let times = 0; times < 2; times++) {
      socket.write(requestOf(REFRESH));
      expect(await statusOf(socket)).toBe("HTTP/1.1 200 OK");
    }
    expect(core.calls.map(({ headers }) => headers["latchkey-may-be-late"])).toEqual([undefined, undefined]);
  });

  it("that is read after a pause carries the late mark to the core", async () => {
    const { dial, core } = await open(RECOVERING);
    const socket = await dial();
    socket.write(requestOf(REFRESH));
    expect(await statusOf(socket)).toBe("HTTP/1.1 200 OK");
    expect(core.calls.map(({ headers }) => headers["latchkey-may-be-late"])).toEqual(["1"]);
  });

  it("ignores the late mark of a client", async () => {
    const { core } = await open();
    const headers = { "latchkey-may-be-late": "1" };
    await gateway.app.inject({ method: "POST", url: "/oauth/token", headers, payload: REFRESH });
    expect(core.calls.map((call) => call.headers["latchkey-may-be-late"])).toEqual([undefined]);
  });
});

it("an uninstall whose client has closed its connection never reaches the core", async () => {
  const { dial, core } = await open(RECOVERING);
  const socket = await dial();
  socket.end(requestOf({ ...CREDENTIALS, merchant_id: "shop_1" }, "/oauth/uninstall"));
  await expect.poll(logged('"reason":"request_late"')).toBe(1);
  expect(core.calls).toEqual([]);
});
