import { expect, test } from "vitest";
import { endsAt, isMarked } from "../../../src/oauth/status.ts";

const BORN = 1_750_000_000_000_000;
const NONE = { installation: null, app: null, merchant: null, everything: null };

test.each([
  { name: "no mark at all", marks: {}, marked: false },
  { name: "one a microsecond before its birth", marks: { app: BORN - 1 }, marked: false },
  { name: "one at its birth", marks: { app: BORN }, marked: true },
  { name: "one on the installation", marks: { installation: BORN + 1 }, marked: true },
  { name: "one on the merchant", marks: { merchant: BORN + 1 }, marked: true },
  { name: "one on everything", marks: { everything: BORN + 1 }, marked: true },
  { name: "an old one beside a new one", marks: { everything: BORN - 1, merchant: BORN + 1 }, marked: true },
  { name: "a mark of the year 1970", marks: { app: 0 }, marked: false },
])("I3 a family with $name is dead: $marked", ({ marks, marked }) => {
  expect(isMarked(BORN, { ...NONE, ...marks })).toBe(marked);
});

test("a mark that was never set ends nothing, not even what was authorized at 0", () => {
  expect(endsAt(null, 0)).toBe(false);
});
