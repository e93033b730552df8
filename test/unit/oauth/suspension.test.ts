import { describe, expect, test } from "vitest";
import { decideResume, decideSuspend, type Side, type SuspendableInstallation } from "../../../src/oauth/suspension.ts";

interface Case {
  name: string;
  installation: SuspendableInstallation;
  side: Side;
  expected: object;
}

const ACTIVE = { state: "ACTIVE", suspendedBy: [] } as const;
const HELD = (...suspendedBy: Side[]) => ({ state: "SUSPENDED", suspendedBy }) as const;
const NOT_INSTALLED = { kind: "refuse", reason: "NOT_INSTALLED" };

describe("suspend", () => {
  const CASES: Case[] = [
    {
      name: "a running one",
      installation: ACTIVE,
      side: "APP",
      expected: { kind: "change", state: "SUSPENDED", suspendedBy: ["APP"] },
    },
    {
      name: "one that another side holds: both hold it",
      installation: HELD("OPERATOR"),
      side: "APP",
      expected: { kind: "change", state: "SUSPENDED", suspendedBy: ["APP", "OPERATOR"] },
    },
    { name: "again", installation: HELD("MERCHANT"), side: "MERCHANT", expected: { kind: "nothing" } },
    {
      name: "one that has ended",
      installation: { state: "ENDED", suspendedBy: [] },
      side: "MERCHANT",
      expected: NOT_INSTALLED,
    },
    {
      name: "one not begun",
      installation: { state: "PENDING", suspendedBy: [] },
      side: "OPERATOR",
      expected: NOT_INSTALLED,
    },
  ];

  test.each(CASES)("$name", ({ installation, side, expected }) => {
    expect(decideSuspend(installation, side)).toEqual(expected);
  });
});

describe("resume, by the side that suspended only", () => {
  const CASES: Case[] = [
    {
      name: "by that side",
      installation: HELD("MERCHANT"),
      side: "MERCHANT",
      expected: { kind: "change", state: "ACTIVE", suspendedBy: [] },
    },
    {
      name: "by one of two: the other's block stands",
      installation: HELD("APP", "OPERATOR"),
      side: "APP",
      expected: { kind: "change", state: "SUSPENDED", suspendedBy: ["OPERATOR"] },
    },
    {
      name: "by the app of the operator's block",
      installation: HELD("OPERATOR"),
      side: "APP",
      expected: { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" },
    },
    {
      name: "by the merchant of the app's",
      installation: HELD("APP"),
      side: "MERCHANT",
      expected: { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" },
    },
    {
      name: "by the operator of the merchant's",
      installation: HELD("MERCHANT"),
      side: "OPERATOR",
      expected: { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" },
    },
    { name: "of a running one", installation: ACTIVE, side: "APP", expected: { kind: "nothing" } },
    {
      name: "after an uninstall, lifts the block and installs nothing",
      installation: { state: "ENDED", suspendedBy: ["OPERATOR"] },
      side: "OPERATOR",
      expected: { kind: "change", state: "ENDED", suspendedBy: [] },
    },
  ];

  test.each(CASES)("$name", ({ installation, side, expected }) => {
    expect(decideResume(installation, side)).toEqual(expected);
  });
});
