import { expect, test } from "vitest";
import { toS256Challenge, verifierMatches } from "../../../src/credential/pkce.ts";
import vector from "./rfc7636-appendix-b.json" with { type: "json" };

test("RFC 7636 appendix B: the verifier gives the challenge", () => {
  expect(toS256Challenge(vector.code_verifier)).toBe(vector.code_challenge);
  expect(verifierMatches(vector.code_verifier, vector.code_challenge)).toBe(true);
});

const WRONG = [
  { name: "another verifier", verifier: "a".repeat(43), challenge: vector.code_challenge },
  {
    name: "one character changed",
    verifier: `${vector.code_verifier.slice(0, -1)}l`,
    challenge: vector.code_challenge,
  },
  {
    name: "the challenge itself, as `plain` would have it",
    verifier: vector.code_challenge,
    challenge: vector.code_challenge,
  },
  { name: "an empty challenge", verifier: vector.code_verifier, challenge: "" },
  { name: "a padded challenge", verifier: vector.code_verifier, challenge: `${vector.code_challenge}=` },
  { name: "a challenge in capitals", verifier: vector.code_verifier, challenge: vector.code_challenge.toUpperCase() },
];

test.each(WRONG)("RFC 7636 §4.6 $name does not match", ({ verifier, challenge }) => {
  expect(verifierMatches(verifier, challenge)).toBe(false);
});
