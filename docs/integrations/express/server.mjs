// Express requires an access token with a scope. Settings: LATCHKEY_URL (the gRPC port), SERVICE_KEY, PORT.
import { createIntrospector } from "@latchkey/client";
import { bearerGuard, grantOf } from "@latchkey/client/express";
import express from "express";

const introspector = createIntrospector({ url: process.env.LATCHKEY_URL, key: process.env.SERVICE_KEY });
const requireScopes = bearerGuard(introspector);

const app = express();
app.get("/orders", requireScopes("orders:read"), (request, response) => {
  response.json({ merchant: grantOf(request).merchantId });
});
app.listen(Number(process.env.PORT), "127.0.0.1");
