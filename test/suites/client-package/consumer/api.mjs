// An API by node:http alone, with the middleware of the package.
import { createServer } from "node:http";
import { createIntrospector } from "@latchkey/client";
import { bearerGuard, grantOf } from "@latchkey/client/express";

const { LATCHKEY_URL, INTROSPECT_KEY, ON_UNREACHABLE } = process.env;
const introspector = createIntrospector({ url: LATCHKEY_URL, key: INTROSPECT_KEY, onUnreachable: ON_UNREACHABLE });
const guard = bearerGuard(introspector)("orders:read");

const server = createServer((request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (request.url === "/stats") return answer(200, introspector.stats());
  guard(request, response, (error) => {
    if (error) return answer(500, { error: String(error) });
    const { merchantId, staleMs } = grantOf(request);
    answer(200, { merchantId, staleMs });
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
