import { describe, expect, test } from "vitest";
import { authorizeUrl, exchangeBody, newState, type Platform, REDIRECT_URI } from "./platform.ts";

/** The authorization endpoint: errors are pages or redirects. */
export function authorizationEndpoint(platform: () => Platform): void {
  const get = (url: URL | string) => fetch(url, { redirect: "manual" });
  const urlWith = (extra: Record<string, string | null>) => {
    const url = authorizeUrl(platform(), platform().app);
    for (const [name, value] of Object.entries(extra))
      value === null ? url.searchParams.delete(name) : url.searchParams.set(name, value);
    return url;
  };

  describe("RFC 6749 §4.1.2.1 without a trusted redirect URI: a page without Location", () => {
    test.each<[string, Record<string, string | null>]>([
      ["A1 no client_id", { client_id: null }],
      ["A1 an unknown client_id", { client_id: "app_0000000000000000000000" }],
      ["A2 control characters in client_id", { client_id: "a\0\n" }],
      ["A2 a client_id of 10 kB", { client_id: "a".repeat(10_240) }],
      ["no redirect_uri", { redirect_uri: null }],
      ["R1 another path", { redirect_uri: `${REDIRECT_URI}/more` }],
      ["R1 an extra query", { redirect_uri: `${REDIRECT_URI}?x=1` }],
      ["R1 a fragment", { redirect_uri: `${REDIRECT_URI}#x` }],
      ["R1 another host", { redirect_uri: "https://app.example.evil.example/callback" }],
      ["R1 another case", { redirect_uri: REDIRECT_URI.replace("callback", "Callback") }],
    ])("%s", async (_name, extra) => {
      const answer = await get(urlWith(extra));
      expect(answer.status).toBe(400);
      expect(answer.headers.get("location")).toBeNull();
      expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-request-id")).toBeTruthy();
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    });

    test.each(["client_id", "redirect_uri"])("%s twice", async (name) => {
      const url = urlWith({});
      url.searchParams.append(name, url.searchParams.get(name)!);
      const answer = await get(url);
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    });
  });

  describe("RFC 6749 §4.1.2.1 other errors: a redirect with state and iss, after sign-in (RFC 9700 §4.11.2)", () => {
    test.each<[string, Record<string, string | null>, string]>([
      ["A3 response_type=token", { response_type: "token" }, "unsupported_response_type"],
      ["A3 response_type=code token", { response_type: "code token" }, "unsupported_response_type"],
      ["A3 response_type=CODE", { response_type: "CODE" }, "unsupported_response_type"],
      ["A5 an unregistered scope", { scope: "admin" }, "invalid_scope"],
      ["A5 a malformed scope", { scope: 'orders:read "' }, "invalid_scope"],
      ["A8 no scope", { scope: null }, "invalid_scope"],
      ["A8 an empty scope", { scope: "" }, "invalid_scope"],
      ["A9 a request object", { request: "x" }, "request_not_supported"],
      ["A9 a request_uri", { request_uri: "http://169.254.169.254/" }, "request_uri_not_supported"],
      ["P1 plain PKCE", { code_challenge: "a".repeat(43), code_challenge_method: "plain" }, "invalid_request"],
      ["P2 a short challenge", { code_challenge: "a".repeat(42), code_challenge_method: "S256" }, "invalid_request"],
      ["P5 a method without challenge", { code_challenge_method: "S256" }, "invalid_request"],
    ])("%s", async (_name, extra, error) => {
      const state = newState();
      const url = urlWith({ ...extra, state });
      const signedOut = await get(url);
      expect(signedOut.status).toBe(303);
      expect(signedOut.headers.get("location")).toMatch(/^\/sign-in\?/);
      const back = await platform().consent(url);
      expect(back.href).toMatch(new RegExp(`^${REDIRECT_URI}\\?`));
      expect(Object.fromEntries(back.searchParams)).toEqual({
        error,
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
        state,
        iss: platform().service.origin,
      });
    });

    test.each<[string, Record<string, string | null>]>([
      ["A8 no state", { state: null }],
      ["A8 an empty state", { state: "" }],
      ["a state with a control character", { state: "a\0b" }],
      ["a state of 2,049 bytes", { state: "a".repeat(2049) }],
    ])("%s: invalid_request without state", async (_name, extra) => {
      const back = await platform().consent(urlWith(extra));
      expect([back.searchParams.get("error"), back.searchParams.get("state")]).toEqual(["invalid_request", null]);
    });

    test("P1 a public app without a challenge", async () => {
      const back = await platform().consent(authorizeUrl(platform(), platform().publicApp));
      expect(back.searchParams.get("error")).toBe("invalid_request");
    });

    test("a parameter twice: invalid_request; state twice: without it", async () => {
      const twice = urlWith({});
      twice.searchParams.append("scope", "orders:read");
      const back = await platform().consent(twice);
      expect(back.searchParams.get("error")).toBe("invalid_request");
      expect(back.searchParams.get("state")).toBe(twice.searchParams.get("state"));
      const states = urlWith({});
      states.searchParams.append("state", "2");
      expect((await platform().consent(states)).searchParams.get("state")).toBeNull();
    });
  });

  describe("RFC 6749 §3.1 the request", () => {
    test("A7 POST with a form and with JSON equal GET; A10 the response is a redirect", async () => {
      const url = urlWith({});
      const body = new URLSearchParams(url.search);
      url.search = "";
      const json = { "content-type": "application/json" };
      const requests = [
        fetch(url, { method: "POST", body, redirect: "manual" }),
        fetch(url, {
          method: "POST",
          headers: json,
          body: JSON.stringify(Object.fromEntries(body)),
          redirect: "manual",
        }),
      ];
      for (const answer of await Promise.all(requests)) {
        expect(answer.status).toBe(303);
        expect(answer.headers.get("location")).toMatch(/^\/sign-in\?next=%2Finteractions%2F/);
      }
    });

    test("A4 an unknown parameter is ignored; A6 scopes in another order and repeated are equal; state comes back verbatim", async () => {
      const state = "ä €😀&=+% \"'<>";
      const url = urlWith({ state, unknown: "x", scope: "orders:write orders:read orders:write", prompt: "consent" });
      const back = await platform().consent(url);
      expect(back.searchParams.get("state")).toBe(state);
      const { app, service } = platform();
      const answer = await fetch(`${service.origin}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams(exchangeBody(app, back)),
      });
      expect(await answer.json()).toMatchObject({ scope: "orders:read orders:write" });
    });
  });
}
