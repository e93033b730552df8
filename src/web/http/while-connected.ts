import type { CallOptions } from "@connectrpc/connect";
import type { FastifyReply } from "fastify";

/** The call that ends when the browser closes its connection: password work that still waits is then dropped. */
export function whileConnected(call: CallOptions, { raw }: FastifyReply): CallOptions {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return { ...call, signal: gone.signal };
}
