import { createSocket, type Socket } from "node:dgram";
import { type LookupAddress, lookup } from "node:dns";
import { afterEach, expect, test } from "vitest";
import { guardedLookup } from "../../../../../src/service/webhooks/delivery/address-guard.ts";
import { createHttpSender } from "../../../../../src/service/webhooks/delivery/http-sender.ts";
import { createNameLookup } from "../../../../../src/service/webhooks/delivery/name-lookup.ts";

const A = 1;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** A name server that answers each question for an IPv4 address; silent without an address. */
async function startNameServer(address?: readonly number[]): Promise<string> {
  const socket = createSocket("udp4");
  sockets.push(socket);
  socket.on("message", (query, { port }) => {
    if (address === undefined) return;
    // RFC 1035 §4.1: the header, the question, and for type A an answer that points to the name of the question.
    const end = query.indexOf(0, 12) + 5;
    const isA = query.readUInt16BE(end - 4) === A;
    const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]);
    const answer = isA ? Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 1, 0, 4, ...address]) : Buffer.alloc(0);
    socket.send(Buffer.concat([header, query.subarray(12, end), answer]), port);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return `127.0.0.1:${socket.address().port}`;
}

const lookUp = (server: string, name: string) =>
  new Promise<LookupAddress[]>((resolve, reject) =>
    createNameLookup({ servers: [server], timeoutMs: 30_000 })(name, (error, found) =>
      error === null ? resolve(found) : reject(error),
    ),
  );

test("finds the addresses of a name, and those of localhost without a server", async () => {
  const server = await startNameServer([93, 184, 216, 34]);
  expect(await lookUp(server, "hooks.example.com")).toEqual([{ address: "93.184.216.34", family: 4 }]);
  expect((await lookUp(await startNameServer(), "localhost")).length).toBeGreaterThan(0);
});

test("names of silent servers fail, and delay no other lookup of the process", async () => {
  const server = await startNameServer();
  const rule = { allowLoopback: true };
  const named = createNameLookup({ servers: [server], timeoutMs: 2_000 });
  const sender = createHttpSender({ ...rule, lookup: guardedLookup(rule, named) });
  const order: string[] = [];
  const silent = ["a", "b", "c", "d", "e"].map(async (name) => {
    const request = { url: `https://${name}.example.com/`, headers: {}, body: "" };
    const { result } = await sender.send(request, new AbortController().signal);
    order.push(result);
  });
  await new Promise<void>((resolve) => lookup("localhost", () => resolve()));
  order.push("localhost");
  await Promise.all(silent);
  expect(order).toEqual(["localhost", "NAME", "NAME", "NAME", "NAME", "NAME"]);
  sender.close();
});
