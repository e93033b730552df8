import { describe, expect, test } from "vitest";
import {
  decideResume,
  decideSuspend,
  type Party,
  type SuspendableInstallation,
} from "../../../src/oauth/suspension.ts";

interface Case {
  name: string;
  installation: SuspendableInstallation;
  party: Party;
  expected: object;
}

const ACTIVE = { state: "ACTIVE", suspendedBy: [] } as const;
const HELD = (...suspendedBy: Party[]) => ({ state: "SUSPENDED", suspendedBy }) as const;
const NOT_INSTALLED = { kind: "refuse", reason: "NOT_INSTALLED" };

describe("suspend", () => {
  const CASES: Case[] = [
    {
      name: "a running one",
      installation: ACTIVE,
      party: "APP",
      expected: { kind: "change", state: "SUSPENDED", suspendedBy: ["APP"] },
    },
    {
      name: "one that another side holds: both hold it",
      installation: HELD("OPERATOR"),
      party: "APP",
      expected: { kind: "change", state: "SUSPENDED", suspendedBy: ["APP", "OPERATOR"] },
    },
    { name: "again", installation: HELD("MERCHANT"), party: "MERCHANT", expected: { kind: "nothing" } },
    {
      name: "one that has ended",
      installation: { state: "UNINSTALLED", suspendedBy: [] },
      party: "MERCHANT",
      expected: NOT_INSTALLED,
    },
    {
      name: "one not begun",
      installation: { state: "PENDING", suspendedBy: [] },
      party: "OPERATOR",
      expected: NOT_INSTALLED,
    },
  ];

  test.each(CASES)("$name", ({ installation, party, expected }) => {
    expect(decideSuspend(installation, party)).toEqual(expected);
  });
});

describe("resume, by the side that suspended only", () => {
  const CASES: Case[] = [
    {
      name: "by that side",
      installation: HELD("MERCHANT"),
      party: "MERCHANT",
      expected: { kind: "change", state: "ACTIVE", suspendedBy: [] },
    },
    {
      name: "by one of two: the other's block stands",
      installation: HELD("APP", "OPERATOR"),
      party: "APP",
      expected: { kind: "change", state: "SUSPENDED", suspendedBy: ["OPERATOR"] },
    },
    {
      name: "by the app of the operator's block",
      installation: HELD("OPERATOR"),
      party: "APP",
      expected: { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" },
    },
    {
      name: "by the merchant of the app's",
      installation: HELD("APP"),
      party: "MERCHANT",
      expected: { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" },
    },
    {
      name: "by the operator of the merchant's",
      installation: HELD("MERCHANT"),
      party: "OPERATOR",
      expected: { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" },
    },
    { name: "of a running one", installation: ACTIVE, party: "APP", expected: { kind: "nothing" } },
    {
      name: "after an uninstall, lifts the block and installs nothing",
      installation: { state: "UNINSTALLED", suspendedBy: ["OPERATOR"] },
      party: "OPERATOR",
      expected: { kind: "change", state: "UNINSTALLED", suspendedBy: [] },
    },
  ];

  test.each(CASES)("$name", ({ installation, party, expected }) => {
    expect(decideResume(installation, party)).toEqual(expected);
  });
});
