import type { FastifyReply } from "fastify";
import type { ErrorResponse } from "./map-error.ts";
import { setErrorHeaders } from "./send-error.ts";

declare module "fastify" {
  interface FastifyReply {
    /**
     * Sends an HTML error page with a stable code and a sentence for the user, possibly after the return. The pages (src/web) add this
     * method to replies.
     */
    errorPage(status: number, content: { reason: string; message: string }): FastifyReply;
  }
}

export function sendErrorPage(reply: FastifyReply, response: ErrorResponse): FastifyReply {
  const { status, code: reason, description: message } = response;
  return setErrorHeaders(reply, response).errorPage(status, { reason, message });
}
