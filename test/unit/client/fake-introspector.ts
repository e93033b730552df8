import { status } from "@grpc/grpc-js";
import type { Grant } from "../../../src/client/grant.ts";
import { IntrospectionError, type Introspector, type IntrospectorStats } from "../../../src/client/introspector.ts";

export const GRANT: Grant = {
  merchantId: "shop-1",
  clientId: "app_0000000000000000000001",
  scopes: new Set(["orders:read", "products:read"]),
  installationId: "i",
  installationVersion: 1,
  accountId: "a",
  tokenId: "t",
  familyId: "f",
  expiresAt: new Date(0),
  issuer: "https://platform.example",
  test: false,
};

/** A core with three tokens and one whose introspection fails. `asked` are the introspected tokens. */
export function fakeIntrospector(): Introspector & { asked: string[] } {
  const grants: Record<string, Grant> = {
    good: GRANT,
    "t.e-s_t~+/==": { ...GRANT, test: true },
    narrow: { ...GRANT, scopes: new Set(["products:read"]) },
  };
  const asked: string[] = [];
  return {
    asked,
    async introspect(token) {
      asked.push(token);
      if (token === "outage") throw new IntrospectionError(status.UNAUTHENTICATED, new Error("the key was revoked"));
      if (token === "defect") throw new TypeError("a defect of the client");
      return grants[token] ?? null;
    },
    stats: () => ({}) as IntrospectorStats,
    close() {},
  };
}
