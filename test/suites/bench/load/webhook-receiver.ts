import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Counts webhooks. */
export interface CountingReceiver {
  url: string;
  /** Resolves when this many more webhooks have arrived, with the average number per second between the first and the last. */
  rateOf(count: number): Promise<number>;
  close(): void;
}

/** Answers every request at once. */
export async function startCountingReceiver(): Promise<CountingReceiver> {
  let arrived = 0;
  let onArrival = () => {};
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(204).end();
      arrived++;
      onArrival();
    });
  });
  const url = await listen(server);
  return {
    url,
    rateOf(count) {
      const from = arrived;
      let began = 0;
      return new Promise((resolve) => {
        onArrival = () => {
          if (arrived === from + 1) began = performance.now();
          if (arrived === from + count) resolve(((count - 1) * 1000) / (performance.now() - began));
        };
      });
    },
    close: () => server.closeAllConnections(),
  };
}

/** Accepts requests and never answers. */
export async function startSilentReceiver(): Promise<{ url: string; close(): void }> {
  const server = createServer((request) => request.resume());
  return { url: await listen(server), close: () => server.closeAllConnections() };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
