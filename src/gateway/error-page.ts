import type { FastifyReply } from "fastify";
import type { ErrorResponse } from "./map-error.ts";
import { setErrorHeaders } from "./send-error.ts";

interface ErrorPageContent {
  reason: string;
  message: string;
  /** The facts of a suspended app. */
  appName?: string;
  developerName?: string;
  supportContact?: string;
}

declare module "fastify" {
  interface FastifyReply {
    /**
     * Sends an HTML error page with a stable code and a sentence for the user, possibly after the return. The pages (src/web) add this
     * method to replies.
     */
    errorPage(status: number, content: ErrorPageContent): FastifyReply;
  }
}

export function sendErrorPage(reply: FastifyReply, response: ErrorResponse): FastifyReply {
  const { status, code: reason, description: message } = response;
  return setErrorHeaders(reply, response).errorPage(status, { reason, message });
}
