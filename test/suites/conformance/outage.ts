import { expect, test } from "vitest";
import { authorizeUrl, credentialsOf, type Platform, post } from "./platform.ts";

/** The last test of a service with a separate gateway, because it stops the core. */
export function outage(platform: () => Platform): void {
  test("O1 without its core the gateway responds 503 with Retry-After, and never with invalid_client or invalid_grant", async () => {
    const { app, service } = platform();
    const credentials = credentialsOf(app);
    const grant = { grant_type: "refresh_token", refresh_token: "x", ...credentials };
    const authorization = `Bearer ${service.serviceKey}`;
    await service.stopCore();
    const answers = [
      await post(platform(), "/oauth/token", grant),
      await post(platform(), "/oauth/revoke", { ...credentials, token: "x" }),
      await post(platform(), "/oauth/uninstall", { ...credentials, merchant_id: "x" }),
      await post(platform(), "/oauth/introspect", { token: "x" }, { authorization }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body.error]).toEqual([503, "temporarily_unavailable"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer.headers.get("www-authenticate")).toBeNull();
    }
    const page = await fetch(authorizeUrl(platform(), app), { redirect: "manual" });
    expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    const wrong = await post(platform(), "/oauth/token", { ...grant, grant_type: "password" });
    expect([wrong.status, wrong.body.error]).toEqual([400, "unsupported_grant_type"]);
  });
}
