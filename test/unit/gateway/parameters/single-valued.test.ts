import { describe, expect, test } from "vitest";
import { toSingleValued } from "../../../../src/gateway/parameters/single-valued.ts";

const of = (...pairs: [string, string][]) => toSingleValued({ pairs, malformed: [] });

describe("toSingleValued", () => {
  test("RFC 6749 §3.1 a parameter without a value is as if it was not sent", () => {
    expect([...of(["a", "1"], ["b", ""])]).toEqual([["a", "1"]]);
  });

  test.each([
    ["B1 twice", "code=1&code=2"],
    ["B1 twice with one value", "code=1&code=1"],
    ["B1 once empty", "code=&code=1"],
    ["B1 twice empty", "code=&code="],
    ["B1 an unknown one twice", "x=1&x=1"],
  ])("%s: RFC 6749 §3.1 no parameter more than once", (_name, query) => {
    const pairs = [...new URLSearchParams(query)];
    expect(() => of(...pairs)).toThrow(expect.objectContaining({ reason: "parameter_duplicated" }));
  });

  test.each<[string, [string, string]]>([
    ["NUL in a value", ["a", "1\0"]],
    ["a line break in a value", ["a", "1\n"]],
    ["DEL in a value", ["a", "1\x7f"]],
    ["a control beyond ASCII in a value", ["a", "1\x85"]],
    ["a control character in a name", ["a\r", "1"]],
    ["an empty name", ["", "1"]],
    ["B3 __proto__", ["__proto__", "1"]],
    ["B3 constructor", ["constructor", "1"]],
    ["B3 prototype", ["prototype", "1"]],
    ["a long name", ["a".repeat(129), "1"]],
    ["a long value", ["a", "1".repeat(4097)]],
  ])("%s is refused", (_name, pair) => {
    expect(() => of(pair)).toThrow(expect.objectContaining({ reason: "parameter_malformed" }));
  });

  test("one malformed parameter spoils the request", () => {
    expect(() => toSingleValued({ pairs: [["a", "1"]], malformed: ["b"] })).toThrow(
      expect.objectContaining({ reason: "parameter_malformed" }),
    );
  });
});
