import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a receiver got it. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  payload: {
    type: string;
    data: { endpoint_id?: string | null; event_id?: string; installation_id?: string; sequence?: number };
  };
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The most requests at the same time. */
  peak: number;
  close(): Promise<void>;
}

type Respond = (request: Received, response: ServerResponse) => void;

/** A receiver of webhooks on loopback. `respond` default: status 204. */
export async function startReceiver(respond: Respond = (_request, response) => response.writeHead(204).end()) {
  const receiver: Receiver = { url: "", received: [], peak: 0, close };
  let active = 0;
  const server: Server = createServer((request, response) => {
    active++;
    receiver.peak = Math.max(receiver.peak, active);
    response.once("close", () => active--);
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const received = { headers: request.headers, body, payload: body === "" ? {} : JSON.parse(body) };
      receiver.received.push(received);
      respond(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  function close(): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }
  return receiver;
}
