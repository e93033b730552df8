import { describe, expect, test } from "vitest";
import { decideScopeRemoval, type ScopeRemovalFacts } from "../../../src/oauth/scope-removal.ts";

const FACTS: ScopeRemovalFacts = {
  installation: { state: "ACTIVE", grantedScopes: ["c", "a", "b"] },
  app: {
    scopes: [
      { name: "a", required: true },
      { name: "b", required: false },
      { name: "c", required: false },
      { name: "d", required: true },
    ],
  },
};

interface Case {
  name: string;
  installation?: Partial<ScopeRemovalFacts["installation"]>;
  asked: string[];
  expected: object;
}

const refuse = (reason: string) => ({ kind: "refuse", reason });

const CASES: Case[] = [
  { name: "an optional scope", asked: ["b"], expected: { kind: "remove", removed: ["b"], left: ["a", "c"] } },
  { name: "several", asked: ["c", "b"], expected: { kind: "remove", removed: ["b", "c"], left: ["a"] } },
  {
    name: "a scope of a paused app",
    installation: { state: "SUSPENDED" },
    asked: ["b"],
    expected: { kind: "remove", removed: ["b"], left: ["a", "c"] },
  },
  {
    name: "a scope that the app no longer registers",
    installation: { grantedScopes: ["a", "old"] },
    asked: ["old"],
    expected: { kind: "remove", removed: ["old"], left: ["a"] },
  },
  {
    name: "the last scope that the app still registers",
    installation: { grantedScopes: ["b", "old"] },
    asked: ["b"],
    expected: refuse("LAST_SCOPE"),
  },
  { name: "a scope that is not granted", asked: ["x"], expected: { kind: "nothing" } },
  { name: "a required scope that is not granted", asked: ["d"], expected: { kind: "nothing" } },
  { name: "a required scope", asked: ["a", "b"], expected: refuse("SCOPE_REQUIRED") },
  {
    name: "the last scope",
    installation: { grantedScopes: ["b"] },
    asked: ["b"],
    expected: refuse("LAST_SCOPE"),
  },
  {
    name: "an uninstalled app",
    installation: { state: "UNINSTALLED" },
    asked: ["b"],
    expected: refuse("NOT_INSTALLED"),
  },
  {
    name: "a pending installation",
    installation: { state: "PENDING" },
    asked: ["b"],
    expected: refuse("NOT_INSTALLED"),
  },
];

describe("decideScopeRemoval", () => {
  test.each(CASES)("RFC 6749 §3.3 $name", ({ installation, asked, expected }) => {
    const facts = { ...FACTS, installation: { ...FACTS.installation, ...installation } };
    expect(decideScopeRemoval(facts, asked)).toEqual(expected);
  });
});
