import { expect, test } from "vitest";
import { encodeBase32, findTotpStep, otpauthUri, totpCode } from "../../../src/credential/totp.ts";

const RFC_SECRET = Buffer.from("12345678901234567890");

test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("RFC 6238 appendix B: the code at %d s is %s", (seconds, code) => {
  expect(totpCode(RFC_SECRET, Math.floor(seconds / 30), 8)).toBe(code);
});

const NOW = 1_000_000_015;
const STEP = Math.floor(NOW / 30);

test.each([
  ["the current step", STEP, null, STEP],
  ["one step behind", STEP - 1, null, STEP - 1],
  ["one step ahead", STEP + 1, null, STEP + 1],
  ["two steps behind", STEP - 2, null, null],
  ["two steps ahead", STEP + 2, null, null],
  ["RFC 6238 §5.2: the step of the last accepted code", STEP, STEP, null],
  ["a step before the last accepted code", STEP - 1, STEP, null],
  ["the step after the last accepted code", STEP + 1, STEP, STEP + 1],
])("a code of %s", (_name, step, lastStep, found) => {
  const code = totpCode(RFC_SECRET, step);
  expect(findTotpStep({ secret: RFC_SECRET, code, now: NOW, lastStep })).toBe(found);
});

test.each(["", "12345", "abcdef", "1234567"])("%j is no code", (code) => {
  expect(findTotpStep({ secret: RFC_SECRET, code, now: NOW, lastStep: null })).toBeNull();
});

test("RFC 4648 §10: base32 without padding", () => {
  expect(["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => encodeBase32(Buffer.from(text)))).toEqual([
    "",
    "MY",
    "MZXQ",
    "MZXW6",
    "MZXW6YQ",
    "MZXW6YTB",
    "MZXW6YTBOI",
  ]);
});

test("the URI escapes issuer and account", () => {
  expect(otpauthUri({ secret: "ABC", platform: "My shop", account: "a+b@x.example" })).toBe(
    "otpauth://totp/My%20shop:a%2Bb%40x.example?secret=ABC&issuer=My%20shop&algorithm=SHA1&digits=6&period=30",
  );
});

test("the issuer has no colon, which would end it in the label, and stays short in a cookie", () => {
  const issuerOf = (platform: string) => {
    const uri = new URL(otpauthUri({ secret: "ABC", platform, account: "a@x.example" }));
    const [prefix, ...account] = uri.pathname.split("/").at(-1)!.split(":");
    expect(account).toEqual(["a%40x.example"]);
    expect(decodeURIComponent(prefix!)).toBe(uri.searchParams.get("issuer"));
    return uri.searchParams.get("issuer");
  };
  expect(issuerOf("Süd: Märkte & mehr")).toBe("Süd Märkte & mehr");
  expect(issuerOf("市".repeat(60))).toBe("市".repeat(30));
});
