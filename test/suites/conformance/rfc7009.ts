import { describe, expect, test } from "vitest";
import { credentialsOf, MERCHANT, type Platform, post } from "./platform.ts";
import { tokenCalls } from "./rfc6749-token.ts";

/** Revocation and uninstalling. */
export function revocation(platform: () => Platform): void {
  const { refresh, install, isActive } = tokenCalls(platform);
  const revoke = (token: string, app = platform().app, hint = "") =>
    post(platform(), "/oauth/revoke", { ...credentialsOf(app), token, token_type_hint: hint });

  describe("RFC 7009 §2", () => {
    test("V1 revoking an access token revokes it alone; a refresh token, also a rotated one, its family", async () => {
      const { app } = platform();
      const first = await install();
      const second = (await refresh(app, first.refresh_token)).body;
      expect(await revoke(second.access_token)).toMatchObject({ status: 200, text: "" });
      expect(await isActive(second.access_token)).toBe(false);
      expect(await isActive(first.access_token)).toBe(true);
      expect((await revoke(first.refresh_token)).status).toBe(200);
      expect(await isActive(first.access_token)).toBe(false);
      expect((await refresh(app, second.refresh_token)).body.error).toBe("invalid_grant");
    });

    test("V2 an unknown, malformed or revoked token: 200; §2.1 a wrong hint has no effect", async () => {
      const { access_token, refresh_token } = await install();
      for (const token of ["garbage", `lk_at_${"0".repeat(71)}`]) expect((await revoke(token)).status).toBe(200);
      expect((await revoke(refresh_token, platform().app, "access_token")).status).toBe(200);
      expect((await revoke(refresh_token, platform().app, "nonsense")).status).toBe(200);
      expect(await isActive(access_token)).toBe(false);
    });

    test("V3 another app's token: 400 unauthorized_client, and it stays active", async () => {
      const { access_token, refresh_token } = await install();
      for (const token of [access_token, refresh_token]) {
        const answer = await revoke(token, platform().otherApp);
        expect([answer.status, answer.body.error]).toEqual([400, "unauthorized_client"]);
      }
      expect(await isActive(access_token)).toBe(true);
    });

    test("V5 two concurrent revocations: both 200", async () => {
      const { refresh_token } = await install();
      const answers = await Promise.all([revoke(refresh_token), revoke(refresh_token)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    });

    test("the app is authenticated before the token is checked", async () => {
      const { app } = platform();
      const wrong = await post(platform(), "/oauth/revoke", { client_id: app.clientId, client_secret: "x" });
      expect([wrong.status, wrong.body.error]).toEqual([401, "invalid_client"]);
      const empty = await revoke("");
      expect([empty.status, empty.body.error]).toEqual([400, "invalid_request"]);
    });
  });

  describe("POST /oauth/uninstall", () => {
    const uninstall = (body: Record<string, string>) => post(platform(), "/api/v1/oauth/uninstall", body);

    test("revokes every token of the app for the merchant; 200 also without any", async () => {
      const { app } = platform();
      const { access_token, refresh_token } = await install();
      for (const merchant_id of [MERCHANT, MERCHANT, "nobody"])
        expect(await uninstall({ ...credentialsOf(app), merchant_id })).toMatchObject({ status: 200, text: "" });
      expect(await isActive(access_token)).toBe(false);
      expect((await refresh(app, refresh_token)).body.error).toBe("invalid_grant");
    });

    test("the app is authenticated before the merchant is checked", async () => {
      const { app } = platform();
      const wrong = await uninstall({ client_id: app.clientId, client_secret: "x" });
      expect([wrong.status, wrong.body.error]).toEqual([401, "invalid_client"]);
      const empty = await uninstall(credentialsOf(app));
      expect([empty.status, empty.body.error]).toEqual([400, "invalid_request"]);
    });
  });
}
