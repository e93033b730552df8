import { METHODS } from "node:http";
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  Authorization,
  type CheckRequest,
  CheckRequestSchema,
  type CheckResponse,
} from "../../../../gen/envoy/service/auth/v3/external_auth_pb.ts";
import { canceled, toConnectError } from "../../errors.ts";
import { AUTHORIZATION, REQUEST_ID } from "../../metadata.ts";
import type { CallLifecycle } from "../call-lifecycle.ts";
import type { Dispatcher } from "../dispatcher.ts";
import { toMessage, type UnaryRoute } from "../routes.ts";
import { forwardAuthDocument } from "./openapi.ts";

/** The header with the service key of the proxy. `Authorization` carries the client's token. */
const SERVICE_KEY = "x-service-key";
/** The header with required scopes, which adds to those of the query. */
const REQUIRED_SCOPES = "x-required-scopes";

const PATH = "/forward-auth";
/** The only parameter of the query, and the key of `context_extensions`. */
const SCOPE = "scope";

/**
 * Forward authentication for nginx, Caddy, Traefik, HAProxy and Envoy's HTTP client: Envoy's Check over plain HTTP. Accepts any method and
 * any path below `/forward-auth`, because some proxies append the client's path and query. Ignores that query.
 */
export async function forwardAuthRoute(
  app: FastifyInstance,
  { dispatcher }: { dispatcher: Dispatcher },
): Promise<void> {
  const route = dispatcher.routes.find(({ method }) => method === Authorization.method.check);
  if (route?.kind !== "unary") return;
  // CONNECT reaches no handler of an HTTP server.
  for (const method of METHODS) {
    if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  const document = forwardAuthDocument();
  app.get("/openapi.json", () => document);
  const check = checker(dispatcher, route);
  // Decides before the body is parsed: the body is meant for the API and may have any type.
  app.all(PATH, { onRequest: (request, reply) => check(request, reply, queryOf) }, unreachable);
  app.all(`${PATH}/`, { onRequest: (request, reply) => check(request, reply, queryAfterSlash) }, unreachable);
  app.all(`${PATH}/*`, { onRequest: (request, reply) => check(request, reply, () => NO_QUERY) }, unreachable);
}

function unreachable(): never {
  throw new Error("the onRequest hook sent no response");
}

const NO_QUERY = new URLSearchParams();

function queryOf({ raw: { url = "" } }: FastifyRequest): URLSearchParams {
  const at = url.indexOf("?");
  return at < 0 ? NO_QUERY : new URLSearchParams(url.slice(at));
}

/** Reads the query of the proxy's own request, not that of the client's request. */
type QueryOf = (request: FastifyRequest, headers: Headers) => URLSearchParams;

/**
 * The proxy's query is empty if the path continues with a slash, because the client's query follows then. @throws if the client's query has
 * a `scope` and no header has scopes: the proxy probably meant to require them
 */
function queryAfterSlash(request: FastifyRequest, headers: Headers): URLSearchParams {
  if (headers[REQUIRED_SCOPES] === undefined && queryOf(request).has(SCOPE)) {
    const fix = `remove the slash before the query, or send them in ${REQUIRED_SCOPES}`;
    throw wrongProxy(`The scopes of ${PATH}/ are not read: ${fix}.`);
  }
  return NO_QUERY;
}

type CheckHttp = (request: FastifyRequest, reply: FastifyReply, readQuery: QueryOf) => Promise<FastifyReply>;

function checker(dispatcher: Dispatcher, route: UnaryRoute): CheckHttp {
  const run = async (lifecycle: CallLifecycle, read: () => CheckRequest): Promise<CheckResponse> => {
    await lifecycle.admit();
    return lifecycle.answer(route, read, (response) => toMessage(route, response) as CheckResponse);
  };
  return async (request, reply, readQuery) => {
    try {
      const headers = readHeaders(request.raw.rawHeaders);
      const lifecycle = dispatcher.open(route, {
        transport: "connect",
        // The other headers come from the client and are not metadata of the proxy's call.
        metadata: (name) => callMetadata(headers, name),
        timeoutMs: null,
        findCaller: dispatcher.findServiceKey,
      });
      reply.header(REQUEST_ID, lifecycle.requestId);
      reply.raw.once("close", () => lifecycle.end(canceled()));
      return sendDecision(reply, await run(lifecycle, () => toCheckRequest(headers, readQuery(request, headers))));
    } catch (error) {
      return sendFailure(reply, error);
    }
  };
}

/** All values of the headers that are read, by lower-case name. Node's own `headers` omit repeated headers. */
type Headers = Readonly<Record<string, readonly string[]>>;

const READ = new Set([AUTHORIZATION, SERVICE_KEY, REQUIRED_SCOPES, REQUEST_ID]);

function readHeaders(raw: readonly string[]): Headers {
  const headers: Record<string, string[]> = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    if (READ.has(name)) headers[name] = [...(headers[name] ?? []), raw[at + 1]!];
  }
  return headers;
}

function callMetadata(headers: Headers, name: string): string | null {
  if (name === REQUEST_ID) return headers[REQUEST_ID]?.[0] ?? null;
  if (name !== AUTHORIZATION) return null;
  const keys = headers[SERVICE_KEY] ?? [];
  if (keys.length !== 1) throw wrongProxy(`The proxy must send its service key once, in ${SERVICE_KEY}.`);
  return `Bearer ${keys[0]}`;
}

/** Joins the scopes of the query and of the header: a client that can set one of them can only add a requirement. */
function requiredScopes(headers: Headers, query: URLSearchParams): string | null {
  for (const name of query.keys()) {
    if (name !== SCOPE)
      throw wrongProxy(`The query of ${PATH} has an unknown parameter. Its only parameter is ${SCOPE}.`);
  }
  const lists = [...query.getAll(SCOPE), ...(headers[REQUIRED_SCOPES] ?? [])];
  return lists.length === 0 ? null : lists.join(" ");
}

function toCheckRequest(headers: Headers, query: URLSearchParams): CheckRequest {
  const scopes = requiredScopes(headers, query);
  const values = (headers[AUTHORIZATION] ?? []).map((value) => ({ key: AUTHORIZATION, value }));
  return create(CheckRequestSchema, {
    attributes: {
      request: { http: { headerMap: { headers: values } } },
      contextExtensions: scopes === null ? {} : { [SCOPE]: scopes },
    },
  });
}

function sendDecision(reply: FastifyReply, { httpResponse }: CheckResponse): FastifyReply {
  for (const { header } of httpResponse.value?.headers ?? []) reply.header(header!.key, header!.value);
  if (httpResponse.case === "okResponse") return reply.code(200).send();
  if (httpResponse.case !== "deniedResponse") throw new TypeError("the decision has no HTTP response");
  return reply.code(httpResponse.value.status!.code).send(httpResponse.value.body);
}

/** An outage of the core or of its database; the proxy may repeat the request. */
const OUTAGES = new Set([Code.Unavailable, Code.DeadlineExceeded, Code.ResourceExhausted, Code.Canceled]);

/** Responds 503 for an outage, else 500: the proxy is at fault, and a 401 would make the client refresh its token. */
function sendFailure(reply: FastifyReply, cause: unknown): FastifyReply {
  const { code, rawMessage } = toConnectError(cause);
  if (OUTAGES.has(code)) {
    const body = {
      error: "temporarily_unavailable",
      error_description: "the access token cannot be checked right now",
    };
    return reply.code(503).header("retry-after", "1").send(body);
  }
  return reply.code(500).send({ error: "server_error", error_description: rawMessage });
}

function wrongProxy(message: string): ConnectError {
  return new ConnectError(message, Code.InvalidArgument);
}
