import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ActiveSpan, runIn, startHttpSpan } from "../observe/tracing.ts";

/**
 * Adds one span for each request. Must be the first hooks, so that those that follow run in it. Only with tracing.
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
    // Also when the client closes the connection before the response.
    reply.raw.once("close", () => {
      const { statusCode, writableFinished } = reply.raw;
      if (!writableFinished) span.end("closed");
      else span.end(statusCode >= 500 ? `${statusCode}` : null, { "http.response.status_code": statusCode });
    });
    span.run(done);
  });
  // The events that deliver the body have another context.
  app.addHook("preValidation", (request, _reply, done) => runIn(spans.get(request), done));
  app.addHook("onResponse", (request, _reply, done) => runIn(spans.get(request), done));
}
