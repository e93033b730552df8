import { describe, expect, test } from "vitest";
import type { RevokeRequest } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { APP, OTHER_APPS_TOKEN } from "./fake-core.ts";
import { createGateway } from "./start-gateway.ts";

const credentials = { client_id: APP.clientId, client_secret: APP.clientSecret };

const gateway = await createGateway();

const post = (url: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
  gateway.app.inject({ method: "POST", url, headers, payload: body });
const codeOf = async (answer: ReturnType<typeof post>) => {
  const { statusCode, body } = await answer;
  return [statusCode, JSON.parse(body).error];
};

describe.each(["", "/api/v1"])("RFC 7009 %s/oauth/revoke", (prefix) => {
  const url = `${prefix}/oauth/revoke`;

  test("V1, V2 200 without a body, also for a malformed token", async () => {
    for (const token of ["lk_at_one", "garbage"]) {
      const answer = await post(url, { ...credentials, token, token_type_hint: "access_token" });
      expect([answer.statusCode, answer.body]).toEqual([200, ""]);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    const { token, tokenTypeHint } = gateway.core.calls.at(-1)!.request as RevokeRequest;
    expect([token, tokenTypeHint]).toEqual(["garbage", "access_token"]);
  });

  test("§2.1 the app is authenticated before the token is checked", async () => {
    expect(await codeOf(post(url, { client_id: APP.clientId, client_secret: "x" }))).toEqual([401, "invalid_client"]);
    expect(await codeOf(post(url, {}, { authorization: "Basic" }))).toEqual([401, "invalid_client"]);
    expect(await codeOf(post(url, credentials))).toEqual([400, "invalid_request"]);
  });

  test("V3 another app's token", async () => {
    expect(await codeOf(post(url, { ...credentials, token: OTHER_APPS_TOKEN }))).toEqual([400, "unauthorized_client"]);
  });
});

describe.each(["", "/api/v1"])("%s/oauth/uninstall", (prefix) => {
  const url = `${prefix}/oauth/uninstall`;

  test("200 without a body", async () => {
    const answer = await post(url, { ...credentials, merchant_id: "shop_1" });
    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
  });

  test("the app is authenticated before merchant_id is checked", async () => {
    expect(await codeOf(post(url, { client_id: APP.clientId, client_secret: "x" }))).toEqual([401, "invalid_client"]);
    expect(await codeOf(post(url, { merchant_id: "x" }, { authorization: "Basic" }))).toEqual([401, "invalid_client"]);
    expect(await codeOf(post(url, credentials))).toEqual([400, "invalid_request"]);
  });
});
