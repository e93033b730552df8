import type { FastifyInstance, FastifyRequest } from "fastify";
import { callOptions } from "../forwarded.ts";
import type { Gateway } from "../gateway.ts";
import { KEY_METHODS } from "../service-key.ts";

const PATH = "/.well-known/oauth-authorization-server";

/** Maximum age of the scope catalogue, in milliseconds. */
const CATALOGUE_TTL_MS = 5_000;

/** `GET /.well-known/oauth-authorization-server` (RFC 8414), readable from any origin. */
export function addMetadataRoute(app: FastifyInstance, { clients, origin }: Gateway): void {
  const scopes = cached(CATALOGUE_TTL_MS, async (request) => {
    const { scopes } = await clients.apps.listScopes({}, callOptions(request));
    return scopes.map(({ name }) => name);
  });
  app.get(PATH, { exposeHeadRoute: true }, async (request, reply) => {
    reply.header("access-control-allow-origin", "*");
    return describeServer(origin, await scopes(request));
  });
  app.options(PATH, (_request, reply) =>
    reply
      .code(204)
      .header("access-control-allow-origin", "*")
      .header("access-control-allow-methods", "GET, HEAD")
      .header("access-control-max-age", "86400")
      .send(),
  );
}

function describeServer(origin: string, scopes: string[]) {
  const authMethods = ["client_secret_basic", "client_secret_post", "none"];
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    introspection_endpoint: `${origin}/oauth/introspect`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: KEY_METHODS,
    code_challenge_methods_supported: ["S256"],
    scopes_supported: scopes,
    authorization_response_iss_parameter_supported: true,
  };
}

type Load<T> = (request: FastifyRequest) => Promise<T>;

/** Caches the result of `load` for `ttlMs` milliseconds, and longer while `load` fails. */
function cached<T>(ttlMs: number, load: Load<T>): Load<T> {
  let entry: { value: T; until: number } | null = null;
  return async (request) => {
    if (entry !== null && performance.now() < entry.until) return entry.value;
    try {
      const value = await load(request);
      entry = { value, until: performance.now() + ttlMs };
      return value;
    } catch (error) {
      if (entry === null) throw error;
      return entry.value;
    }
  };
}
