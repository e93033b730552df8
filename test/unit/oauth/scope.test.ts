import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  effectiveScopes,
  formatScope,
  intersectScopes,
  isSameSet,
  isWithin,
  toScopeSet,
} from "../../../src/oauth/scope.ts";

const scopes = fc.array(fc.constantFrom("a", "b", "c", "B", "a:x"), { maxLength: 6 });

describe("sets of any scopes", () => {
  test("a canonical set is unique, sorted and stable", () => {
    fc.assert(
      fc.property(scopes, (list) => {
        const set = toScopeSet(list);
        expect(set).toEqual([...new Set(list)].sort());
        expect(toScopeSet(set)).toEqual(set);
        expect(isSameSet(set, list)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test("the effective scopes are exactly the intersection of the three sets", () => {
    fc.assert(
      fc.property(scopes, scopes, scopes, (token, grantedScopes, registeredScopes) => {
        const effective = effectiveScopes({ token, installation: { grantedScopes }, app: { registeredScopes } });
        for (const set of [token, grantedScopes, registeredScopes]) expect(isWithin(effective, set)).toBe(true);
        for (const scope of token) {
          if (grantedScopes.includes(scope) && registeredScopes.includes(scope)) expect(effective).toContain(scope);
        }
        expect(effective).toEqual(toScopeSet(effective));
      }),
      { numRuns: 200 },
    );
  });
});

test.each([
  { name: "another order", left: ["a", "b"], right: ["b", "a"], same: true },
  { name: "a subset", left: ["a"], right: ["a", "b"], same: false },
  { name: "a superset", left: ["a", "b"], right: ["a"], same: false },
  { name: "both empty", left: [], right: [], same: true },
])("$name: the same set is $same", ({ left, right, same }) => {
  expect(isSameSet(left, right)).toBe(same);
});

test("the intersection of one set is the set, and the scope parameter is joined by spaces", () => {
  expect(intersectScopes(["b", "a", "b"])).toEqual(["a", "b"]);
  expect(formatScope(["a", "b"])).toBe("a b");
});
