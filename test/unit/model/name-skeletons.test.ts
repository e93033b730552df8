import { describe, expect, test } from "vitest";
import { skeletonsOf, storedSkeletonsOf } from "../../../src/model/name-skeletons.ts";

describe("skeletonsOf", () => {
  const alike: [name: string, like: string, why: string][] = [
    ["Harbour Ship", "Harbour Ship", "the same"],
    ["Harbour Ship", "HARBOUR SHIP", "upper case"],
    ["Harbour Ship", "H\u0430rbour Ship", "a Cyrillic letter"],
    ["Pilot", "Pi\u2113ot", "a script letter"],
    ["Pilot", "PiIot", "a capital I for an l"],
    ["paypal", "paypa1", "a digit"],
    ["Modern", "Modem", "two letters that look like one"],
    ["Harbour Ship", "Harbour\u200b\u00a0Ship", "invisible characters and another space"],
    ["Harbour Ship", "Harbour-Ship!", "punctuation"],
    ["Harbour", "H\u00e4rbour", "a mark"],
    ["Acme", "Acme \u2713", "a check mark"],
    ["Acme", "Acme\u2122", "a trade mark"],
    ["Acme", "Acme\u00ae", "a registered trade mark"],
    ["Acme", "Acme+", "a plus sign"],
    ["Acme", "A\u20b5me", "a currency sign for a letter"],
    ["Harbour", "\uff28\uff41\uff52bour", "full-width letters"],
    ["\u0420\u0430\u0440\u0430", "Papa", "all of another script"],
  ];
  test.each(alike)("%s and %s share a skeleton: %s", (name, like) => {
    const others = skeletonsOf(like);
    expect([...skeletonsOf(name)].some((skeleton) => others.has(skeleton))).toBe(true);
  });

  test.each([
    ["Harbour Ship", "Harbour Shop"],
    ["Mail", "Mall"],
    ["Labels", "Labels Pro"],
    ["\u65e5\u672c", "\u4e2d\u56fd"],
  ])("%s and %s share no skeleton", (name, like) => {
    const others = skeletonsOf(like);
    expect([...skeletonsOf(name)].some((skeleton) => others.has(skeleton))).toBe(false);
  });

  test("a name of invisible characters has no skeleton", () => {
    expect(skeletonsOf("\u200b \u2060-")).toEqual(new Set());
  });
});

test("a stored skeleton is no longer than an entry of an index", () => {
  // NFKD makes 18 characters of this one.
  const [skeleton] = storedSkeletonsOf("\ufdfa".repeat(100));
  expect(Buffer.byteLength(skeleton!)).toBeLessThan(2_000);
});
