import { afterEach, describe, expect, test } from "vitest";
import { guardedLookup } from "../../../../../src/service/webhooks/delivery/address-guard.ts";
import { createHttpSender } from "../../../../../src/service/webhooks/delivery/http-sender.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function keep<T extends { close(): unknown }>(one: T): T {
  open.push(one);
  return one;
}

type Options = Partial<Parameters<typeof createHttpSender>[0]>;
const send = (url: string, options: Options = {}) =>
  keep(createHttpSender({ allowLoopback: true, timeoutMs: 5_000, ...options })).send(
    { url, headers: { "x-test": "1" }, body: "{}" },
    new AbortController().signal,
  );
const receive = async (respond?: Parameters<typeof startReceiver>[0]): Promise<Receiver> =>
  keep(await startReceiver(respond));

describe("the HTTP sender", () => {
  test.each([200, 204, 299])("status %i is a success", async (status) => {
    const { url, received } = await receive((_, response) => response.writeHead(status).end("ok"));
    expect(await send(url)).toMatchObject({ result: "OK", status });
    expect(received).toMatchObject([{ body: "{}", headers: { "x-test": "1" } }]);
  });

  test.each([199 + 101, 301, 307, 400, 404, 410, 500, 503])(
    "status %i is a failure, and no redirect is followed",
    async (status) => {
      const target = await receive();
      const { url } = await receive((_, response) => response.writeHead(status, { location: target.url }).end("no"));
      expect(await send(url)).toEqual({ result: "STATUS", status, body: "no" });
      expect(target.received).toEqual([]);
    },
  );

  test("reads 4 KiB of the response and closes the connection, without NUL", async () => {
    let sent = 0;
    const { url } = await receive((_, response) => {
      const more = () => {
        while (!response.destroyed && sent < 1e9 && response.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      response.writeHead(200);
      response.on("drain", more);
      more();
    });
    const { body, result } = await send(url);
    expect(result).toBe("OK");
    expect(body).toHaveLength(4_096);
    expect(body).not.toContain("\0");
    expect(sent).toBeLessThan(100_000_000);
  });

  test("gives up a receiver that does not answer, or does not end its answer", async () => {
    const silent = await receive(() => {});
    const endless = await receive((_, response) => response.writeHead(200).write("x"));
    for (const { url } of [silent, endless]) {
      expect(await send(url, { timeoutMs: 200 })).toEqual({ result: "TIMEOUT", status: null, body: null });
    }
  });

  test("a response that switches protocols is a failure, and ends", async () => {
    const { url } = await receive((_, response) =>
      response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    );
    expect(await send(url)).toEqual({ result: "STATUS", status: 101, body: "" });
  });

  test("refuses addresses that are not public, by name and by number, and http", async () => {
    const { url, received } = await receive();
    const refused = { result: "ADDRESS", status: null, body: null };
    const port = new URL(url).port;
    for (const host of ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "2130706433", "169.254.169.254"]) {
      expect(await send(`https://${host}:${port}/`, { allowLoopback: false })).toEqual(refused);
    }
    expect(await send("http://8.8.8.8/", { allowLoopback: false })).toEqual(refused);
    expect(received).toEqual([]);
  });

  test("refuses a name that resolves to a private address when the socket connects", async () => {
    const { url, received } = await receive();
    const port = new URL(url).port;
    const rebound = guardedLookup({ allowLoopback: false }, (_name, done) =>
      done(null, [{ address: "127.0.0.1", family: 4 }]),
    );
    const options = { allowLoopback: false, lookup: rebound };
    expect(await send(`https://hooks.example.com:${port}/`, options)).toMatchObject({ result: "ADDRESS" });
    expect(received).toEqual([]);
  });

  test("names what failed: the name, the connection or TLS", async () => {
    const { url, close } = await receive();
    expect(await send(url.replace("http:", "https:"))).toMatchObject({ result: "TLS" });
    await close();
    open.splice(0);
    expect(await send(url)).toMatchObject({ result: "CONNECTION" });
    expect(await send("https://no-such-host.invalid/")).toMatchObject({ result: "NAME" });
  });

  test("repeats a request on a new connection if the receiver closed the idle one", async () => {
    let requests = 0;
    const { url } = await receive((_, response) => {
      requests++;
      if (requests === 2) response.socket!.resetAndDestroy();
      else response.writeHead(204).end();
    });
    const sender = keep(createHttpSender({ allowLoopback: true }));
    const request = { url, headers: {}, body: "{}" };
    const { signal } = new AbortController();
    expect(await sender.send(request, signal)).toMatchObject({ result: "OK" });
    expect(await sender.send(request, signal)).toMatchObject({ result: "OK" });
    expect(requests).toBe(3);
  });
});
