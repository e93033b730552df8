import type { FastifyReply } from "fastify";
import type { ErrorAnswer } from "./error-answer.ts";
import { setErrorHeaders } from "./send-error.ts";

declare module "fastify" {
  interface FastifyReply {
    /** Sends an HTML error page with a stable code and a sentence for the user. Decorated by the pages (src/web). */
    errorPage(status: number, content: { reason: string; message: string }): FastifyReply;
  }
}

/** Sends an error as an HTML page. */
export function sendErrorPage(reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  const { status, code: reason, description: message } = answer;
  return setErrorHeaders(reply, answer).errorPage(status, { reason, message });
}
