import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ActiveSpan, runIn, startHttpSpan } from "../observe/tracing.ts";

/**
 * Adds one span for each request. Call it before other hooks are added, so that they run in the span, and only if tracing is on.
 * @param trusts true if the trace of this peer's `traceparent` is continued
 */
export function addTracing(app: FastifyInstance, trusts: (peer: string | undefined) => boolean): void {
  const spans = new WeakMap<FastifyRequest, ActiveSpan>();
  app.addHook("onRequest", (request, reply, done) => {
    const { method, headers, socket } = request.raw;
    const span = startHttpSpan({
      method: method!,
      header: (name) => headers[name]?.toString(),
      isTrusted: trusts(socket.remoteAddress),
    });
    spans.set(request, span);
    if (request.routeOptions.url !== undefined) span.setRoute(request.routeOptions.url);
    // `close` also fires if the client closes the connection before the response.
    reply.raw.once("close", () => {
      const { statusCode, writableFinished } = reply.raw;
      if (!writableFinished) span.end("closed");
      else span.end(statusCode >= 500 ? `${statusCode}` : null, { "http.response.status_code": statusCode });
    });
    span.run(done);
  });
  // The socket events that deliver the body run in another context.
  app.addHook("preValidation", (request, _reply, done) => runIn(spans.get(request), done));
  app.addHook("onResponse", (request, _reply, done) => runIn(spans.get(request), done));
}
