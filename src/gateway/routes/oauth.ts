import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { HttpError } from "../edge-fault.ts";
import type { Gateway } from "../gateway.ts";
import { bodyFormatOf } from "../parameters/body-format.ts";
import { addAuthorizeRoute } from "./authorize.ts";
import { addIntrospectRoute } from "./introspect.ts";
import { addRevokeRoute } from "./revoke.ts";
import { addTokenRoute } from "./token.ts";
import { addUninstallRoute } from "./uninstall.ts";

/** The largest body, in bytes: ten times what the longest legal request needs. */
const BODY_LIMIT = 16 * 1024;

/** The routes below `/oauth`, in a Fastify scope of their own, because they read bodies in their own way. */
export async function oauthRoutes(app: FastifyInstance, gateway: Gateway): Promise<void> {
  app.removeAllContentTypeParsers();
  // Bytes, whatever they are said to be: the routes read them, and check before that they may.
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook("onRequest", (request, reply, done) => {
    // Asked for besides no-store, which every answer has.
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

/** Headers of which Node drops a second one unseen, while a proxy in front may have read that one. */
const ONCE = new Set(["authorization", "content-type"]);

/** @throws HttpError 400, 415 */
function checkHeaders({ headers, rawHeaders }: IncomingMessage): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (!ONCE.has(name)) continue;
    if (seen.has(name)) throw new HttpError(400, `The header ${name} is included more than once.`);
    seen.add(name);
  }
  bodyFormatOf(headers);
}
