import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { describe, expect, test } from "vitest";
import { exchangeBody, type Platform, post } from "./platform.ts";

/** PKCE, with challenges of a third-party library. */
export function proofKeyForCodeExchange(platform: () => Platform): void {
  const exchange = async (code: string, code_verifier: string) => {
    const body = exchangeBody(platform().publicApp, code);
    const answer = await post(platform(), "/oauth/token", { ...body, code_verifier });
    return [answer.status, answer.body.error];
  };

  describe("RFC 7636 §4.6 a public app", () => {
    test("P2, P3 a missing, wrong or malformed verifier: invalid_grant, and the code is not used", async () => {
      const { publicApp, issue } = platform();
      const verifier = generateRandomCodeVerifier();
      const code = await issue(publicApp, { codeChallenge: await calculatePKCECodeChallenge(verifier) });
      const short = verifier.slice(0, 42);
      for (const wrong of ["", generateRandomCodeVerifier(), short, `${verifier}=`, "a".repeat(129), `${short}!`])
        expect(await exchange(code, wrong)).toEqual([400, "invalid_grant"]);
      expect(await exchange(code, verifier)).toEqual([200, undefined]);
    });
  });

  test("P5 RFC 9700 §4.8.2 a verifier for a code without challenge: invalid_grant, and the code is not used", async () => {
    const { app, issue } = platform();
    const body = exchangeBody(app, await issue(app));
    const code_verifier = generateRandomCodeVerifier();
    expect((await post(platform(), "/oauth/token", { ...body, code_verifier })).body.error).toBe("invalid_grant");
    expect((await post(platform(), "/oauth/token", body)).status).toBe(200);
  });
}
