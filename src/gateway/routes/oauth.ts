import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Gateway } from "../gateway.ts";
import { HttpError } from "../http-error.ts";
import { bodyFormatOf } from "../parameters/body-format.ts";
import { addAuthorizeRoute } from "./authorize.ts";
import { addIntrospectRoute } from "./introspect.ts";
import { addRevokeRoute } from "./revoke.ts";
import { addTokenRoute } from "./token.ts";
import { addUninstallRoute } from "./uninstall.ts";

/** Maximum body size in bytes: about ten times the longest legal request. */
const BODY_LIMIT = 16 * 1024;

/** The routes below `/oauth`, in a separate Fastify scope with its own body parser. */
export async function oauthRoutes(app: FastifyInstance, gateway: Gateway): Promise<void> {
  app.removeAllContentTypeParsers();
  // Keeps every body as bytes; the routes parse it after `checkHeaders`.
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook("onRequest", (request, reply, done) => {
    // RFC 6749 §5.1 requires `Pragma: no-cache` in addition to no-store.
    reply.header("pragma", "no-cache");
    if (request.method === "POST") checkHeaders(request.raw);
    done();
  });
  addAuthorizeRoute(app, gateway);
  addTokenRoute(app, gateway);
  addRevokeRoute(app, gateway);
  addIntrospectRoute(app, gateway);
  addUninstallRoute(app, gateway);
}

/** Headers whose duplicates Node drops silently, while a proxy may have used the duplicate. */
const SINGLE_HEADERS = new Set(["authorization", "content-type"]);

/** @throws HttpError 400, 415 */
function checkHeaders({ headers, rawHeaders }: IncomingMessage): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.has(name)) throw new HttpError(400, `The header ${name} is included more than once.`);
    seen.add(name);
  }
  bodyFormatOf(headers);
}
