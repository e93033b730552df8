import { expect, test } from "vitest";
import { endsAt, isMarked } from "../../../src/oauth/not-before.ts";

const BORN = 1_750_000_000_000_000;
const NONE = { installation: null, app: null, merchant: null, everything: null };

test.each([
  { name: "no mark", marks: {}, marked: false },
  { name: "a mark a microsecond before the authorization", marks: { app: BORN - 1 }, marked: false },
  { name: "a mark at the authorization", marks: { app: BORN }, marked: true },
  { name: "a mark on the installation", marks: { installation: BORN + 1 }, marked: true },
  { name: "a mark on the merchant", marks: { merchant: BORN + 1 }, marked: true },
  { name: "a mark on everything", marks: { everything: BORN + 1 }, marked: true },
  { name: "an old mark and a new one", marks: { everything: BORN - 1, merchant: BORN + 1 }, marked: true },
  { name: "a mark of the year 1970", marks: { app: 0 }, marked: false },
])("I3 a family with $name is dead: $marked", ({ marks, marked }) => {
  expect(isMarked(BORN, { ...NONE, ...marks })).toBe(marked);
});

test("an unset mark revokes nothing, even an authorization at 0", () => {
  expect(endsAt(null, 0)).toBe(false);
});
