import { describe, expect, test } from "vitest";
import { decideAddSecret, decideRetireSecret, isSecretLive } from "../../../src/oauth/client-secret.ts";

const NOW = 1_750_000_000_000_000;
const DAY = 86_400_000_000;
const APP = { state: "APPROVED", confidential: true };
const LIVE = { retiresAt: null };
const RETIRING = { retiresAt: NOW + DAY };
const RETIRED = { retiresAt: NOW };

describe("adding a secret", () => {
  test.each([
    { name: "the first", app: APP, secrets: [], expected: { kind: "add" } },
    { name: "a second", app: APP, secrets: [LIVE], expected: { kind: "add" } },
    { name: "a second besides retired ones", app: APP, secrets: [LIVE, RETIRED, RETIRED], expected: { kind: "add" } },
    { name: "L5 a third", app: APP, secrets: [LIVE, LIVE], expected: { kind: "refuse", reason: "SECRET_LIMIT" } },
    {
      name: "L5 a third while one is retiring",
      app: APP,
      secrets: [LIVE, RETIRING],
      expected: { kind: "refuse", reason: "SECRET_LIMIT" },
    },
    {
      name: "for a public app",
      app: { ...APP, confidential: false },
      secrets: [],
      expected: { kind: "refuse", reason: "PUBLIC_APP" },
    },
    {
      name: "for an archived app",
      app: { ...APP, state: "ARCHIVED" },
      secrets: [],
      expected: { kind: "refuse", reason: "APP_ARCHIVED" },
    },
  ])("$name", ({ app, secrets, expected }) => {
    expect(decideAddSecret({ app, secrets }, NOW)).toEqual(expected);
  });
});

describe("retiring a secret", () => {
  test.each([
    {
      name: "after an overlap of 7 days",
      secret: LIVE,
      immediately: false,
      expected: { kind: "retire", retiresAt: NOW + 7 * DAY },
    },
    { name: "at once", secret: LIVE, immediately: true, expected: { kind: "retire", retiresAt: NOW } },
    {
      name: "at once while it is retiring",
      secret: RETIRING,
      immediately: true,
      expected: { kind: "retire", retiresAt: NOW },
    },
    { name: "again, which does not extend it", secret: RETIRING, immediately: false, expected: { kind: "nothing" } },
    { name: "one that has expired", secret: RETIRED, immediately: true, expected: { kind: "nothing" } },
  ])("$name", ({ secret, immediately, expected }) => {
    expect(decideRetireSecret(secret, immediately, NOW)).toEqual(expected);
  });
});

test.each([
  { name: "not retired", retiresAt: null, live: true },
  { name: "until the microsecond before its end", retiresAt: NOW + 1, live: true },
  { name: "from its end on", retiresAt: NOW, live: false },
])("L5 a secret is valid $name: $live", ({ retiresAt, live }) => {
  expect(isSecretLive({ retiresAt }, NOW)).toBe(live);
});
