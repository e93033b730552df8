import { describe, expect, test } from "vitest";
import {
  decideResume,
  decideSuspend,
  type Party,
  type SuspendableInstallation,
} from "../../../src/oauth/installation-suspension.ts";

interface Case {
  name: string;
  installation: SuspendableInstallation;
  party: Party;
  expected: object;
}

const ACTIVE = { state: "ACTIVE", suspendedBy: [] } as const;
const HELD = (...suspendedBy: Party[]) => ({ state: "SUSPENDED", suspendedBy }) as const;
const UNINSTALLED = { state: "UNINSTALLED", suspendedBy: [] } as const;
const PENDING = { state: "PENDING", suspendedBy: [] } as const;
const change = (state: string, ...suspendedBy: Party[]) => ({ kind: "change", state, suspendedBy });
const NOTHING = { kind: "nothing" };
const OTHERS = { kind: "refuse", reason: "SUSPENDED_BY_ANOTHER" };
const NOT_INSTALLED = { kind: "refuse", reason: "NOT_INSTALLED" };

describe("suspend", () => {
  const CASES: Case[] = [
    { name: "an active installation", installation: ACTIVE, party: "APP", expected: change("SUSPENDED", "APP") },
    {
      name: "an installation that another party suspended: both suspend it",
      installation: HELD("OPERATOR"),
      party: "APP",
      expected: change("SUSPENDED", "APP", "OPERATOR"),
    },
    { name: "again", installation: HELD("MERCHANT"), party: "MERCHANT", expected: NOTHING },
    { name: "an uninstalled installation", installation: UNINSTALLED, party: "MERCHANT", expected: NOT_INSTALLED },
    { name: "a pending installation", installation: PENDING, party: "OPERATOR", expected: NOT_INSTALLED },
  ];

  test.each(CASES)("$name", ({ installation, party, expected }) => {
    expect(decideSuspend(installation, party)).toEqual(expected);
  });
});

describe("resume, only by the party that suspended", () => {
  const CASES: Case[] = [
    { name: "by that party", installation: HELD("MERCHANT"), party: "MERCHANT", expected: change("ACTIVE") },
    {
      name: "by one of two parties: the other suspension stays",
      installation: HELD("APP", "OPERATOR"),
      party: "APP",
      expected: change("SUSPENDED", "OPERATOR"),
    },
    {
      name: "by the app after the operator's suspension",
      installation: HELD("OPERATOR"),
      party: "APP",
      expected: OTHERS,
    },
    {
      name: "by the merchant after the app's suspension",
      installation: HELD("APP"),
      party: "MERCHANT",
      expected: OTHERS,
    },
    {
      name: "by the operator after the merchant's suspension",
      installation: HELD("MERCHANT"),
      party: "OPERATOR",
      expected: OTHERS,
    },
    { name: "of an active installation", installation: ACTIVE, party: "APP", expected: NOTHING },
    {
      name: "after an uninstall: lifts the suspension and installs nothing",
      installation: { state: "UNINSTALLED", suspendedBy: ["OPERATOR"] },
      party: "OPERATOR",
      expected: change("UNINSTALLED"),
    },
  ];

  test.each(CASES)("$name", ({ installation, party, expected }) => {
    expect(decideResume(installation, party)).toEqual(expected);
  });
});
