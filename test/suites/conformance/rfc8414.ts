import { describe, expect, test } from "vitest";
import { discover } from "./clients.ts";
import { authorizeUrl, type Platform, SCOPES } from "./platform.ts";

/** Metadata, and the issuer in every authorization response. */
export function metadata(platform: () => Platform): void {
  describe("RFC 8414 §2, §3.3", () => {
    test("names endpoints that respond, and the registered scopes", async () => {
      const as = await discover(platform());
      expect(as.issuer).toBe(platform().service.origin);
      expect(as.scopes_supported).toEqual(SCOPES);
      const posts = [as.token_endpoint, as.revocation_endpoint, as.introspection_endpoint];
      for (const endpoint of posts) expect((await fetch(endpoint!)).status).toBe(405);
      expect((await fetch(as.authorization_endpoint!, { redirect: "manual" })).status).toBe(400);
    });
  });

  test("P4 RFC 9207 §2 iss is the metadata's issuer, on success and on error", async () => {
    const { issuer } = await discover(platform());
    const { app, consent } = platform();
    for (const scope of ["orders:read", "nonsense"])
      expect((await consent(authorizeUrl(platform(), app, { scope }))).searchParams.get("iss")).toBe(issuer);
  });
}
