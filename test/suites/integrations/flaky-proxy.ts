import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** `lose`: the service answers and the response is lost. `drop`: the service is not reached. Default: the request passes. */
export type Fault = "lose" | "drop" | { status: number; retryAfter?: number; body?: object };

/** An HTTP proxy in front of the service that treats the next requests by a plan. */
export interface FlakyProxy {
  origin: string;
  /** The forms of the requests so far, and when they arrived. */
  requests: { form: URLSearchParams; at: number }[];
  /** The bodies of the service's responses, lost ones included. */
  answers: string[];
  /** Starts over with these faults for the next requests. */
  plan(...faults: Fault[]): void;
  close(): void;
}

export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const proxy: FlakyProxy = {
    origin: "",
    requests: [],
    answers: [],
    plan(...faults) {
      next = faults;
      proxy.requests = [];
      proxy.answers = [];
    },
    close: () => server.close(),
  };
  let next: Fault[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    proxy.requests.push({ form: new URLSearchParams(body.toString()), at: performance.now() });
    const fault = next.shift();
    if (fault === "drop") return request.socket.destroy();
    if (typeof fault === "object") {
      const { status, retryAfter, body: answer = {} } = fault;
      const headers = { "content-type": "application/json", ...(retryAfter && { "retry-after": `${retryAfter}` }) };
      return response.writeHead(status, headers).end(JSON.stringify(answer));
    }
    const { "content-type": type = "", authorization = "" } = request.headers;
    const headers = { "content-type": type, ...(authorization && { authorization }) };
    const answer = await fetch(target + request.url, { method: "POST", headers, body: new Uint8Array(body) });
    const text = await answer.text();
    proxy.answers.push(text);
    if (fault === "lose") return request.socket.destroy();
    return response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  proxy.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
