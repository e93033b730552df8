import type { Socket } from "node:net";
import type { CallOptions } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { OAuthError } from "../oauth/errors.ts";
import { type PauseDetector, untilClosesAreRead } from "../observe/pause-detector.ts";
import { MAY_BE_LATE } from "../rpc/metadata.ts";
import { callOptions } from "./forwarded.ts";

/** The calls to cancel when the client closes its connection. */
const callsOf = new WeakMap<Socket, Set<AbortController>>();

/** A call to the core that is cancelled when the client disconnects. */
export interface LiveCall {
  options: CallOptions;
  /** Detaches the completed call from the connection. */
  settle(): void;
}

/**
 * Opens a call that is cancelled when the client disconnects: the client may retry elsewhere, and a late grant would revoke the tokens of
 * that retry. The deadline of the call is the remaining time of the request.
 * @throws OAuthError request_late
 */
export async function openLiveCall(pauses: PauseDetector, reply: FastifyReply): Promise<LiveCall> {
  const { request } = reply;
  const mayBeLate = await rejectDisconnected(pauses, request);
  const { headers, timeoutMs } = callOptions(request);
  const remainingMs = Math.floor(timeoutMs - reply.elapsedTime);
  if (remainingMs <= 0) throw new OAuthError("request_late");
  const controller = new AbortController();
  const calls = callsOn(request.raw.socket);
  calls.add(controller);
  return {
    options: {
      headers: mayBeLate ? { ...headers, [MAY_BE_LATE]: "1" } : headers,
      timeoutMs: remainingMs,
      signal: controller.signal,
    },
    settle: () => void calls.delete(controller),
  };
}

/**
 * Rejects a request whose client has closed its connection. The close may still be unread in the socket after a pause of the process, and
 * for the first request of a connection. In these cases, this function first waits for the event loop to read it.
 * @returns true if the process was paused while the request may have waited
 * @throws OAuthError request_late
 */
export async function rejectDisconnected(pauses: PauseDetector, request: FastifyRequest): Promise<boolean> {
  const { socket } = request.raw;
  const mayBeLate = pauses.isRecovering();
  if (mayBeLate || !callsOf.has(socket)) await untilClosesAreRead();
  callsOn(socket);
  if (socket.destroyed || socket.readableEnded) throw new OAuthError("request_late");
  return mayBeLate;
}

function callsOn(socket: Socket): Set<AbortController> {
  const known = callsOf.get(socket);
  if (known !== undefined) return known;
  const calls = new Set<AbortController>();
  const cancelAll = () => {
    for (const call of calls) call.abort();
    calls.clear();
  };
  callsOf.set(socket, calls);
  socket.once("end", cancelAll).once("close", cancelAll);
  return calls;
}
