import type { FastifyReply } from "fastify";
import type { ErrorAnswer } from "./error-answer.ts";
import { setErrorHeaders } from "./send-error.ts";

declare module "fastify" {
  interface FastifyReply {
    /** Answers with an error page in HTML: a stable code, and a sentence for the person. Decorated by the pages (src/web). */
    errorPage(status: number, content: { reason: string; message: string }): FastifyReply;
  }
}

/** Answers a failure to a person in front of a browser. */
export function sendErrorPage(reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  const { status, code: reason, description: message } = answer;
  return setErrorHeaders(reply, answer).errorPage(status, { reason, message });
}
