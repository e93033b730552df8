import { expect, test } from "vitest";
import { decideSession, type SessionFacts } from "../../../src/oauth/session.ts";

const HOUR = 3_600_000_000;
const SIGNED_IN = 1_750_000_000_000_000;

const CASES: { name: string; session?: Partial<SessionFacts>; after: number; expected: object }[] = [
  { name: "just signed in", after: 0, expected: { kind: "live" } },
  { name: "seen a microsecond less than 12 h ago", after: 12 * HOUR - 1, expected: { kind: "live" } },
  { name: "seen 12 h ago", after: 12 * HOUR, expected: { kind: "over", reason: "idle" } },
  {
    name: "in use for a microsecond less than 7 d",
    session: { lastSeenAt: SIGNED_IN + 167 * HOUR },
    after: 168 * HOUR - 1,
    expected: { kind: "live" },
  },
  {
    name: "in use for 7 d",
    session: { lastSeenAt: SIGNED_IN + 167 * HOUR },
    after: 168 * HOUR,
    expected: { kind: "over", reason: "expired" },
  },
  {
    name: "C10 signed out",
    session: { endedAt: SIGNED_IN + 1 },
    after: 2,
    expected: { kind: "over", reason: "ended" },
  },
  {
    name: "with a suspended account",
    session: { account: { state: "SUSPENDED" } },
    after: 1,
    expected: { kind: "over", reason: "account" },
  },
];

test.each(CASES)("a session $name", ({ session, after, expected }) => {
  const facts = { createdAt: SIGNED_IN, lastSeenAt: SIGNED_IN, endedAt: null, account: { state: "ACTIVE" } as const };
  expect(decideSession({ ...facts, ...session }, SIGNED_IN + after)).toEqual(expected);
});
