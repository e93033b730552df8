import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { FindingWeight, ValidateAuthorizeUrlResponseSchema } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type CheckedApp, checkAuthorize } from "../../../../src/oauth/authorize-check.ts";
import { readAuthorizeUrl } from "../../../../src/oauth/authorize-url.ts";
import { correctedUrl } from "../../../../src/web/portal/check/corrected-url.ts";

const ISSUER = "https://platform.example";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const REDIRECT_URIS = ["https://app.example/callback", "https://staging.example/callback"];
const APP: CheckedApp = {
  state: "APPROVED",
  confidential: true,
  pkceRequired: false,
  redirectUris: REDIRECT_URIS,
  scopes: [
    { name: "orders:read", required: true },
    { name: "payouts", required: false },
  ],
  registeredScopes: ["orders:read"],
  hasTestMerchant: false,
};
const PROFILE = { redirectUris: REDIRECT_URIS, scopes: APP.scopes.map(({ name }) => ({ name })) };
const GOOD = `client_id=app_1&redirect_uri=${encodeURIComponent(REDIRECT_URIS[0]!)}&scope=orders%3Aread&state=0123456789abcdef`;

/** The errors that the check finds in a URL, and the URL that it offers. */
function check(url: string) {
  const read = readAuthorizeUrl(url, ISSUER);
  if (read.kind !== "read") throw new Error("unreadable");
  const found = [...read.findings, ...checkAuthorize(read, APP)];
  const result = create(ValidateAuthorizeUrlResponseSchema, {
    findings: found.map((one) => ({
      ...{ weight: FindingWeight[one.weight], code: one.code, detail: one.detail, parameter: one.parameter ?? "" },
    })),
    parameters: read.pairs.map(([name, value]) => ({ name, value })),
  });
  const faults = found.filter(({ weight }) => weight === "FAULT").map(({ code }) => code);
  return { faults, corrected: correctedUrl(result, PROFILE as never, ISSUER) };
}

const at = (query: string) => `${ISSUER}/oauth/authorize?${query}`;

describe("the corrected authorization URL", () => {
  test.each([
    ["another origin", GOOD, `https://other.example/oauth/authorize?${GOOD}`],
    ["another path", GOOD, `${ISSUER}/authorize?${GOOD}`],
    ["a fragment", GOOD, `${at(GOOD)}#x`],
    ["a redirect URI with another end", GOOD, at(GOOD.replace("callback", "callback/"))],
    ["the same parameter twice", GOOD, at(`${GOOD}&state=0123456789abcdef`)],
    ["no state", GOOD.replace(/state=.*/, "state=STATE"), at(GOOD.replace(/&state=.*/, ""))],
    ["another response type", `${GOOD}&response_type=code`, at(`${GOOD}&response_type=token`)],
    ["no scope", GOOD, at(GOOD.replace("orders%3Aread", "orders%3Aread+payouts"))],
    ["scopes with commas", GOOD, at(GOOD.replace("orders%3Aread", "orders%3Aread%2Corders%3Aread"))],
    ["only unregistered scopes", GOOD, at(GOOD.replace("orders%3Aread", "payouts"))],
    ["a misspelled scope", GOOD, at(GOOD.replace("orders%3Aread", "orders%3Araed"))],
    ["a misspelled scope beside the right one", GOOD, at(GOOD.replace("orders%3Aread", "orders%3Aread+orders%3Araed"))],
    ["a request object", GOOD, at(`${GOOD}&request=x`)],
    ["an unknown prompt", GOOD, at(`${GOOD}&prompt=maybe`)],
    [
      "a challenge with padding",
      `${GOOD}&code_challenge=${CHALLENGE}&code_challenge_method=S256`,
      at(`${GOOD}&code_challenge=${CHALLENGE}%3D&code_challenge_method=S256`),
    ],
    [
      "another name of the method",
      `${GOOD}&code_challenge=${CHALLENGE}&code_challenge_method=S256`,
      at(`${GOOD}&code_challenge=${CHALLENGE}&code_challenge_method=sha256`),
    ],
  ])("has no error after %s", (_name, query, sent) => {
    const { faults, corrected } = check(sent);
    expect(faults).not.toEqual([]);
    expect(corrected).toBe(at(query));
    expect(check(corrected).faults).toEqual([]);
  });

  test.each([
    ["different values of a parameter", `${GOOD}&state=another-state-of-16`],
    ["a plain challenge", `${GOOD}&code_challenge=${CHALLENGE}&code_challenge_method=plain`],
    ["a redirect URI that is like several", GOOD.replace("app.example", "dev.example")],
  ])("keeps %s, which only the developer can correct", (_name, query) => {
    const { faults, corrected } = check(at(query));
    expect(faults).not.toEqual([]);
    expect(check(corrected).faults).toEqual(faults);
  });
});
