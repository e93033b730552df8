import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** The API behind the proxies. */
export interface Api {
  port: number;
  /** The requests that reached the API. */
  seen: number;
  stop(): void;
}

/** Starts an API that answers with the headers that it received, as JSON: all values by lower-case name. */
export async function startApi(): Promise<Api> {
  const server = createServer((received, response) => {
    api.seen++;
    received.resume();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(received.headersDistinct));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const api: Api = {
    port: (server.address() as AddressInfo).port,
    seen: 0,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return api;
}

export interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Sends one request to a proxy or an API. Repeated headers are sent separately. `host` is the value of `Host`. */
export function send(
  port: number,
  headers: string[],
  { method = "GET", body = "", path = "/orders/7?scope=products:read", host = `127.0.0.1:${port}` } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const raw = ["host", host, "connection", "close", ...headers];
    if (body !== "") raw.push("content-length", `${Buffer.byteLength(body)}`, "content-type", "application/json");
    const target = { host: "127.0.0.1", port, path, method, headers: raw, agent: false as const };
    const sent = request(target, async (response) => {
      resolve({ status: response.statusCode!, headers: response.headers, body: await text(response) });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
