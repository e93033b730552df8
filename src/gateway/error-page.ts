import "fastify";

/** What the pages say about an error: a stable code, and a sentence for the person. */
export interface ErrorPageContent {
  reason: string;
  message: string;
}

declare module "fastify" {
  interface FastifyReply {
    /** Answers with an error page in HTML; decorated by the pages (src/web). */
    errorPage(status: number, content: ErrorPageContent): FastifyReply;
  }
}
