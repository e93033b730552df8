import { expect, test } from "vitest";
import { decideInteraction, type InteractionFacts } from "../../../src/oauth/interaction.ts";

const NOW = 1_750_000_000_000_000;

const CASES: { name: string; interaction: Partial<InteractionFacts>; expected: object }[] = [
  { name: "for its own account", interaction: {}, expected: { kind: "open" } },
  { name: "for the first account that signs in", interaction: { accountId: null }, expected: { kind: "open" } },
  {
    name: "C2 for another account",
    interaction: { accountId: "other" },
    expected: { kind: "closed", reason: "foreign" },
  },
  {
    name: "C2 for another account, in any state",
    interaction: { accountId: "other", usedAt: 1, expiresAt: 1 },
    expected: { kind: "closed", reason: "foreign" },
  },
  { name: "at a second approval", interaction: { usedAt: NOW - 1 }, expected: { kind: "closed", reason: "used" } },
  { name: "C5 at its expiry", interaction: { expiresAt: NOW }, expected: { kind: "closed", reason: "expired" } },
];

test.each(CASES)("an interaction $name", ({ interaction, expected }) => {
  expect(decideInteraction({ accountId: "acc", expiresAt: NOW + 1, usedAt: null, ...interaction }, "acc", NOW)).toEqual(
    expected,
  );
});
