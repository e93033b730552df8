import type { Socket } from "node:net";
import type { CallOptions } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { OAuthError } from "../oauth/errors.ts";
import { type StallWatch, untilClosesAreRead } from "../observe/stalls.ts";
import { MAY_BE_LATE } from "../rpc/metadata.ts";
import { callOptions } from "./forwarded.ts";

/** The calls to the core that end when their client closes its connection. */
const callsOf = new WeakMap<Socket, Set<AbortController>>();

/** Options of a call to the core that is given up with its request. */
export interface LiveCall {
  options: CallOptions;
  /** The answer is there: the connection means nothing to this call any more. */
  settle(): void;
}

/**
 * Opens a call for a request that must not outlive its client: by then the client may have got its answer elsewhere, and moved on. What is left
 * of the request's time is the call's deadline.
 * @throws OAuthError request_late
 */
export async function openLiveCall(stalls: StallWatch, reply: FastifyReply): Promise<LiveCall> {
  const { request } = reply;
  const mayBeLate = await refuseLate(stalls, request);
  const { headers, timeoutMs } = callOptions(request);
  const leftMs = Math.floor(timeoutMs - reply.elapsedTime);
  if (leftMs <= 0) throw new OAuthError("request_late");
  const gone = new AbortController();
  const calls = followed(request.raw.socket);
  calls.add(gone);
  return {
    options: {
      headers: mayBeLate ? { ...headers, [MAY_BE_LATE]: "1" } : headers,
      timeoutMs: leftMs,
      signal: gone.signal,
    },
    settle: () => void calls.delete(gone),
  };
}

/**
 * Refuses a request whose client has closed its connection. What is read after a stall, or as the first request of a connection, may have
 * waited in the socket with the close behind it, which takes some turns to read.
 * @returns true if the process stood still while the request may have waited
 * @throws OAuthError request_late
 */
export async function refuseLate(stalls: StallWatch, request: FastifyRequest): Promise<boolean> {
  const { socket } = request.raw;
  const mayBeLate = stalls.inShadow();
  if (mayBeLate || !callsOf.has(socket)) await untilClosesAreRead();
  followed(socket);
  if (socket.destroyed || socket.readableEnded) throw new OAuthError("request_late");
  return mayBeLate;
}

function followed(socket: Socket): Set<AbortController> {
  const known = callsOf.get(socket);
  if (known !== undefined) return known;
  const calls = new Set<AbortController>();
  const leave = () => {
    for (const call of calls) call.abort();
    calls.clear();
  };
  callsOf.set(socket, calls);
  socket.once("end", leave).once("close", leave);
  return calls;
}
