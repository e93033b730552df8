import { describe, expect, test } from "vitest";
import { readCredentials } from "../../../src/gateway/client-credentials.ts";

const basic = (pair: string) => `Basic ${Buffer.from(pair, "latin1").toString("base64")}`;
const withSecret = (clientId: string, clientSecret: string) => ({
  clientId,
  proof: { case: "clientSecret", value: clientSecret },
});
const withoutSecret = (clientId: string) => ({ clientId, proof: { case: "publicClient", value: {} } });
const body = (parameters: Record<string, string>) => new Map(Object.entries(parameters));

describe("RFC 6749 §2.3.1 credentials", () => {
  test.each<[string, string | undefined, Record<string, string>, unknown]>([
    ["in the body", undefined, { client_id: "a", client_secret: "s" }, withSecret("a", "s")],
    ["a client_id alone", undefined, { client_id: "a" }, withoutSecret("a")],
    ["none, which the core rejects", undefined, {}, withoutSecret("")],
    ["a secret alone, which the core rejects", undefined, { client_secret: "s" }, withSecret("", "s")],
    ["Basic", basic("a:s"), {}, withSecret("a", "s")],
    ["Basic in mixed case", basic("a:s").replace("Basic", "bASIC"), {}, withSecret("a", "s")],
    ["Basic with the same client_id in the body", basic("a:s"), { client_id: "a" }, withSecret("a", "s")],
    ["Basic, form-encoded", basic("a%3Ab+c:s%25%C3%A9"), {}, withSecret("a:b c", "s%é")],
    ["Basic with a colon in the secret", basic("a:s:t"), {}, withSecret("a", "s:t")],
    ["Basic without a secret", basic("a:"), {}, withoutSecret("a")],
  ])("%s", (_name, authorization, parameters, expected) => {
    expect(readCredentials(authorization, body(parameters))).toEqual(expected);
  });

  test.each<[string, string, Record<string, string>]>([
    ["Basic and a secret in the body", basic("a:s"), { client_secret: "s" }],
    ["Basic and the same credentials in the body", basic("a:s"), { client_id: "a", client_secret: "s" }],
    ["Basic and another client_id in the body", basic("a:s"), { client_id: "b" }],
    ["any other scheme and a secret in the body", "Bearer x", { client_id: "a", client_secret: "s" }],
  ])("L2 %s: more than one method", (_name, authorization, parameters) => {
    expect(() => readCredentials(authorization, body(parameters))).toThrow(
      expect.objectContaining({ reason: "credentials_twice", status: 400 }),
    );
  });

  test.each([
    ["another scheme", "Bearer lk_at_x"],
    ["an empty header", ""],
    ["the scheme alone", "Basic"],
    ["no base64", "Basic a:s"],
    ["base64url", `Basic ${Buffer.from("~~~:???").toString("base64url")}`],
    ["base64 without its padding", basic("a:ss").replaceAll("=", "")],
    ["no colon", basic("as")],
    ["no client_id", basic(":s")],
    ["a bad escape", basic("a:%zz")],
    ["invalid UTF-8", basic("a:\xe9")],
    ["a control character", basic("a:s%00")],
    ["two credentials", `${basic("a:s")}, ${basic("b:t")}`],
  ])("malformed Basic, %s: no credentials", (_name, authorization) => {
    expect(readCredentials(authorization, body({}))).toBeNull();
  });
});
