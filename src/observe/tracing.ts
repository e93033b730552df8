import {
  type Attributes,
  type Context,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/** Null if tracing is off. Then no function of this file creates an object or reads a context. */
let tracer: Tracer | null = null;

/** Set by `telemetry/start.ts`; null turns tracing off. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== null;

export interface ActiveSpan {
  /** Runs work whose spans and log lines belong to this span. */
  run<T>(work: () => T): T;
  /** Ends the span. @param error a code of low cardinality; null for success */
  end(error: string | null, attributes?: Attributes): void;
}

interface NewSpan {
  name: string;
  kind: SpanKind;
  attributes: Attributes;
  parent: Context;
  links?: Link[];
}

function start({ name, kind, attributes, parent, links = [] }: NewSpan): ActiveSpan & { span: Span } {
  const span = tracer!.startSpan(name, { kind, attributes, links }, parent);
  const active = trace.setSpan(parent, span);
  return {
    span,
    run: (work) => context.with(active, work),
    end(error, ended = {}) {
      span.setAttributes(ended);
      if (error !== null) span.setAttribute("error.type", error).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Runs work in a span, if there is one. */
export function runIn<T>(span: ActiveSpan | null | undefined, work: () => T): T {
  return span == null ? work() : span.run(work);
}

/** Reads one header or metadata value by its lower-case name. */
export type ReadHeader = (name: string) => string | null | undefined;

const GETTER = { get: (read: ReadHeader, name: string) => read(name) ?? undefined, keys: () => [] };

/** Starts the span of a call at the core: a child of the caller's span, over the network or in this process. Null without tracing. */
export function startCallSpan(rpc: string, from: { transport: string; metadata: ReadHeader }): ActiveSpan | null {
  if (tracer === null) return null;
  const isLocal = from.transport === "direct";
  return start({
    name: rpc,
    kind: isLocal ? SpanKind.INTERNAL : SpanKind.SERVER,
    attributes: { "rpc.system.name": from.transport === "grpc" ? "grpc" : "connectrpc", "rpc.method": rpc },
    parent: isLocal ? context.active() : propagation.extract(ROOT_CONTEXT, from.metadata, GETTER),
  });
}

/** Starts the span of a call to the core, with the headers that carry it there. Null without tracing. */
export function startClientSpan(rpc: string): (ActiveSpan & { headers: Record<string, string> }) | null {
  if (tracer === null) return null;
  const attributes = { "rpc.system.name": "grpc", "rpc.method": rpc };
  const span = start({ name: rpc, kind: SpanKind.CLIENT, attributes, parent: context.active() });
  const headers: Record<string, string> = {};
  span.run(() => propagation.inject(context.active(), headers));
  return { ...span, headers };
}

/** A request at the public port. */
export interface HttpRequest {
  method: string;
  header: ReadHeader;
  /** True: continues the trace of `traceparent`. False: begins a trace that is linked to it. */
  isTrusted: boolean;
}

/** Starts the span of a request at the public port. Only with tracing. */
export function startHttpSpan({
  method,
  header,
  isTrusted,
}: HttpRequest): ActiveSpan & { setRoute(route: string): void } {
  const remote = propagation.extract(ROOT_CONTEXT, header, GETTER);
  const { span, ...active } = start({
    name: method,
    kind: SpanKind.SERVER,
    attributes: { "http.request.method": method },
    parent: isTrusted ? remote : ROOT_CONTEXT,
    links: isTrusted ? [] : linksTo(trace.getSpanContext(remote)),
  });
  return {
    ...active,
    setRoute: (route) => void span.updateName(`${method} ${route}`).setAttribute("http.route", route),
  };
}

/** Links to the remote span without its `tracestate`, which a client controls. */
function linksTo(remote: SpanContext | undefined): Link[] {
  if (remote === undefined) return [];
  const { traceId, spanId, traceFlags } = remote;
  return [{ context: { traceId, spanId, traceFlags, isRemote: true } }];
}

/** The current trace, for `runBatch`; undefined without tracing. */
export function captureTrace(): Context | undefined {
  return tracer === null ? undefined : context.active();
}

/**
 * Runs the work of a batch in one span: a child of the span of its first recorded caller, linked in both directions with the spans of its
 * other callers. Without a recorded caller, the work belongs to no trace.
 */
export function runBatch<T>(
  name: string,
  callers: readonly (Context | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  if (tracer === null) return work();
  const recorded = callers.filter((caller) => caller !== undefined && isRecorded(caller)) as Context[];
  const [parent, ...others] = recorded;
  if (parent === undefined) return context.with(ROOT_CONTEXT, work);
  const spans = others.map((caller) => trace.getSpan(caller)!);
  const active = start({
    name,
    kind: SpanKind.INTERNAL,
    attributes: { "latchkey.batch.size": callers.length },
    parent,
    links: spans.map((span) => ({ context: span.spanContext() })),
  });
  for (const span of spans) span.addLink({ context: active.span.spanContext() });
  return active.run(work).finally(() => active.end(null));
}

const isRecorded = (caller: Context): boolean => trace.getSpan(caller)?.isRecording() === true;

const STATEMENT_NAME = Symbol("statement name");

/** Runs work whose statement has no name in the driver, and gives its span the name `name`. */
export function nameStatement<T>(name: string, work: () => T): T {
  return tracer === null ? work() : context.with(context.active().setValue(STATEMENT_NAME, name), work);
}

/**
 * Runs a statement in a span, if its caller has one. The span holds neither text nor parameters.
 * @param name the name of the statement, or its first word
 */
export function traceStatement(name: string, work: () => unknown): unknown {
  const parent = context.active();
  if (tracer === null || !isRecorded(parent)) return work();
  const summary = String(parent.getValue(STATEMENT_NAME) ?? name);
  const attributes = { "db.system.name": "postgresql", "db.query.summary": summary };
  const span = start({ name: summary, kind: SpanKind.CLIENT, attributes, parent });
  const result = work();
  if (!(result instanceof Promise)) return result;
  result.then(
    () => span.end(null),
    (error: { code?: unknown }) => span.end(typeof error?.code === "string" ? error.code : "connection"),
  );
  return result;
}

/** The ids of the current span for a log line; no fields if there is no span. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const current = tracer === null ? undefined : trace.getActiveSpan()?.spanContext();
  return current === undefined ? {} : { trace_id: current.traceId, span_id: current.spanId };
}
