// Fastify requires an access token with a scope. Settings: LATCHKEY_URL (the gRPC port), SERVICE_KEY, PORT.
import { createIntrospector } from "@latchkey/client";
import { bearerGuard, grantOf } from "@latchkey/client/fastify";
import Fastify from "fastify";

const introspector = createIntrospector({ url: process.env.LATCHKEY_URL, key: process.env.SERVICE_KEY });
const requireScopes = bearerGuard(introspector);

const app = Fastify();
app.addHook("onClose", () => introspector.close());
app.get("/orders", { onRequest: requireScopes("orders:read") }, async (request) => ({
  merchant: grantOf(request).merchantId,
}));
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
