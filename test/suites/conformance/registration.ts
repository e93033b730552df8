import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { requestErrorOf } from "../../../src/rpc/errors.ts";
import type { Platform } from "./platform.ts";

/** The registration of redirect URIs, through the port that the developer portal uses. */
export function registration(platform: () => Platform): void {
  const submit = async (redirectUri: string, confidential: boolean) => {
    const { service, developerId } = platform();
    const scopes = [{ name: "orders:read", reason: "To do its work.", optional: false }];
    const profile = { name: "An app", purpose: "Does its work.", redirectUris: [redirectUri], scopes };
    const made = await service.core.apps.createApp({ profile, confidential, developerAccountId: developerId });
    return service.core.apps.submitApp({ clientId: made.app!.clientId });
  };

  describe("RFC 6749 §3.1.2, RFC 8252 §7, §8.4 redirect URIs at registration", () => {
    test.each([
      ["http to another host", "http://app.example/cb"],
      ["a fragment", "https://app.example/cb#x"],
      ["an empty fragment", "https://app.example/cb#"],
      ["userinfo", "https://a:b@app.example/cb"],
      ["a wildcard", "https://*.app.example/cb"],
      ["a wildcard in the path", "https://app.example/*"],
      ["javascript:", "javascript:alert(1)"],
      ["data:", "data:text/html,x"],
      ["file:", "file:///etc/passwd"],
      ["a scheme without a dot", "myapp://cb"],
      ["no scheme", "//app.example/cb"],
      ["a path alone", "/cb"],
      ["a space", "https://app.example/c b"],
      ["a line end", "https://app.example/cb\n"],
      ["a backslash", "https://app.example\\@evil.example/cb"],
      ["a host in letters beyond ASCII", "https://\u0430pp.example/cb"],
    ])("R2 %s is rejected with its reason", async (_name, redirectUri) => {
      for (const confidential of [true, false]) {
        const failure = await submit(redirectUri, confidential).then(() => null, ConnectError.from);
        expect(failure?.code).toBe(Code.InvalidArgument);
        const [violation] = requestErrorOf(failure!)?.violations ?? [];
        expect(violation?.field).toMatch(/redirect_uris/);
        expect(violation?.description.length).toBeGreaterThan(10);
      }
    });

    test.each([
      ["https", "https://app.example/cb?x=1", true, true],
      ["loopback, as this service is on loopback itself", "http://127.0.0.1:3000/cb", true, true],
      ["localhost, for the same reason", "http://localhost:3000/cb", true, false],
      ["IPv6 loopback", "http://[::1]/cb", true, true],
      ["a reversed domain name", "com.example.app:/cb", false, true],
    ])("R3 %s is accepted", async (_name, redirectUri, confidential, isPublic) => {
      if (confidential) await expect(submit(redirectUri, true)).resolves.toBeDefined();
      if (isPublic) await expect(submit(redirectUri, false)).resolves.toBeDefined();
    });
  });
}
