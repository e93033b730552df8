import Fastify, { type FastifyInstance } from "fastify";
import { grantOf, requireScopes } from "../client/fastify.ts";
import type { Introspector } from "../client/introspector.ts";

/**
 * The platform's own API, as one of its services would write it: a guard asks Latchkey over gRPC, the handler gets the merchant.
 */
export function createDemoApi(introspector: Introspector): FastifyInstance {
  const api = Fastify();
  const guard = (...scopes: string[]) => ({ onRequest: requireScopes(introspector, { scopes }) });

  api.get("/orders", guard("orders:read"), async (request) => {
    const { merchantId } = grantOf(request);
    return { merchant_id: merchantId, orders: ORDERS };
  });
  api.get("/products", guard("products:read"), async (request) => {
    const { merchantId } = grantOf(request);
    return { merchant_id: merchantId, products: PRODUCTS };
  });
  api.get("/customers", guard("customers:read"), async (request) => {
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
