import type { CallOptions } from "@connectrpc/connect";
import type { FastifyReply } from "fastify";

/** Cancels the call when the browser disconnects, so that queued password work is dropped. */
export function whileConnected(call: CallOptions, { raw }: FastifyReply): CallOptions {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return { ...call, signal: gone.signal };
}
