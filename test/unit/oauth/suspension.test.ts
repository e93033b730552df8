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
      name: "an active installation",
      installation: ACTIVE,
      party: "APP",
      expected: { kind: "change", state: "SUSPENDED", suspendedBy: ["APP"] },
    },
    {
      name: "an installation that another party suspended: both suspend it",
      installation: HELD("OPERATOR"),
      party: "APP",
      expected: { kind: "change", state: "SUSPENDED", suspendedBy: ["APP", "OPERATOR"] },
    },
    { name: "again", installation: HELD("MERCHANT"), party: "MERCHANT", expected: { kind: "nothing" } },
    {
      name: "an uninstalled installation",
      installation: { state: "UNINSTALLED", suspendedBy: [] },
      party: "MERCHANT",
      expected: NOT_INSTALLED,
    },
    {
      name: "a pending installation",
      installation: { state: "PENDING", suspendedBy: [] },
      party: "OPERATOR",
      expected: NOT_INSTALLED,
    },
  ];

  test.each(CASES)("$name", ({ installation, party, expected }) => {
    expect(decideSuspend(installation, party)).toEqual(expected);
  });
});

describe("resume, only by the party that suspended", () => {
  const CASES: Case[] = [
    {
      name: "by that party",
      installation: HELD("MERCHANT"),
      party: "MERCHANT",
      expected: { kind: "change", state: "ACTIVE", suspendedBy: [] },
    },
    {
      name: "by one of two parties: the other suspension stays",
      installation: HELD("APP", "OPERATOR"),
      party: "APP",
      expected: { kind: "change", state: "SUSPENDED", suspendedBy: ["OPERATOR"] },
    },
    {
      name: "by the app after the operator's suspension",
      installation: HELD("OPERATOR"),
      party: "APP",
      expected: { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" },
    },
    {
      name: "by the merchant after the app's suspension",
      installation: HELD("APP"),
      party: "MERCHANT",
      expected: { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" },
    },
    {
      name: "by the operator after the merchant's suspension",
      installation: HELD("MERCHANT"),
      party: "OPERATOR",
      expected: { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" },
    },
    { name: "of an active installation", installation: ACTIVE, party: "APP", expected: { kind: "nothing" } },
    {
      name: "after an uninstall: lifts the suspension and installs nothing",
      installation: { state: "UNINSTALLED", suspendedBy: ["OPERATOR"] },
      party: "OPERATOR",
      expected: { kind: "change", state: "UNINSTALLED", suspendedBy: [] },
    },
  ];

  test.each(CASES)("$name", ({ installation, party, expected }) => {
    expect(decideResume(installation, party)).toEqual(expected);
  });
});
