import { describe, expect, test } from "vitest";
import { credentialsOf, exchangeBody, type Platform, post } from "./platform.ts";

/** HTTP requests to the deployed service. test/unit/gateway has the details. */
export function framing(platform: () => Platform): void {
  const send = (path: string, init: RequestInit) => fetch(`${platform().service.origin}${path}`, init);
  const json = { "content-type": "application/json" };

  describe("every error is an OAuth error", () => {
    test.each<[string, string, RequestInit, number]>([
      ["B1 a field twice", "/oauth/token", { method: "POST", body: new URLSearchParams("code=1&code=1") }, 400],
      ["B2 an array", "/oauth/token", { method: "POST", headers: json, body: '{"code":["1"]}' }, 400],
      ["B4 malformed JSON", "/oauth/revoke", { method: "POST", headers: json, body: "{" }, 400],
      ["B5 17 KiB", "/oauth/token", { method: "POST", headers: json, body: `{"x":"${"x".repeat(17_408)}"}` }, 413],
      ["B6 text", "/oauth/introspect", { method: "POST", body: "x" }, 415],
      ["B8 GET", "/oauth/token", {}, 405],
      ["B8 PUT", "/api/v1/oauth/revoke", { method: "PUT", headers: json, body: "{" }, 405],
      ["404", "/oauth/nothing", { method: "POST" }, 404],
    ])("%s", async (_name, path, init, status) => {
      const answer = await send(path, init);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("allow")).toBe(status === 405 ? "POST" : null);
      expect(await answer.json()).toEqual({
        error: "invalid_request",
        error_description: expect.any(String),
        error_uri: `${platform().service.origin}/docs/errors#invalid_request`,
        request_id: answer.headers.get("x-request-id"),
      });
    });

    test("L4 parameters in the query", async () => {
      const { app } = platform();
      const query = new URLSearchParams(credentialsOf(app));
      const answer = await post(platform(), `/oauth/token?${query}`, { grant_type: "authorization_code", code: "x" });
      expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
    });
  });

  test("S1 no secret of this run has been printed", async () => {
    const { app, issue, service } = platform();
    const code = await issue(app);
    const exchanged = await post(platform(), "/oauth/token", exchangeBody(app, code));
    const pair = exchanged.body;
    const answers = [
      exchanged,
      await post(platform(), `/oauth/token?token=${pair.access_token}`, { grant_type: "refresh_token" }),
      await send(`/oauth/${pair.refresh_token}?code=${code}`, {}),
    ];
    const secrets = [app.clientSecret, service.serviceKey, code, pair.access_token, pair.refresh_token];
    // A log line may follow the response that it describes.
    const ids = answers.map(({ headers }) => headers.get("x-request-id")!);
    await expect.poll(() => ids.filter((id) => !service.printed().includes(id))).toEqual([]);
    const printed = service.printed();
    expect(printed).toContain("/oauth/token");
    for (const secret of secrets) expect(printed).not.toContain(secret);
    expect(printed).not.toContain("correct horse battery staple");
  });
}
