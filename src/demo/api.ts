import Fastify, { type FastifyInstance } from "fastify";
import { bearerGuard, grantOf } from "../client/fastify.ts";
import type { Introspector } from "../client/introspector.ts";

/**
 * An API of the platform, as one of its services would implement it: a guard introspects the token over gRPC or from its cache, and the
 * handler gets the merchant. Below `/sandbox`, it serves test merchants.
 * @param ofSandbox with a key that has `tokens:introspect_test`
 */
export function createDemoApi(introspector: Introspector, ofSandbox: Introspector): FastifyInstance {
  const api = Fastify();
  const requireScopes = bearerGuard(introspector);
  const requireSandboxScopes = bearerGuard(ofSandbox, { allowTest: true });

  api.get("/orders", { onRequest: requireScopes("orders:read") }, async (request) => {
    const { merchantId } = grantOf(request);
    return { merchant_id: merchantId, orders: ORDERS };
  });
  api.get("/sandbox/orders", { onRequest: requireSandboxScopes("orders:read") }, async (request) => {
    const { merchantId } = grantOf(request);
    return { merchant_id: merchantId, orders: ORDERS };
  });
  api.get("/products", { onRequest: requireScopes("products:read") }, async (request) => {
    const { merchantId } = grantOf(request);
    return { merchant_id: merchantId, products: PRODUCTS };
  });
  api.get("/customers", { onRequest: requireScopes("customers:read") }, async (request) => {
    const { merchantId } = grantOf(request);
    return { merchant_id: merchantId, customers: CUSTOMERS };
  });
  return api;
}

const ORDERS = [
  { number: "1001", total: "24.90", currency: "EUR", items: 2 },
  { number: "1002", total: "9.50", currency: "EUR", items: 1 },
];
const PRODUCTS = [{ sku: "BEANS-250", name: "Harbour Roast 250 g", grams: 270 }];
const CUSTOMERS = [{ name: "Ada Example", city: "Hamburg" }];
