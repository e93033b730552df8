import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { decodeFormComponent, parseForm } from "../../../src/http/form.ts";

describe("parseForm", () => {
  const legal: [name: string, text: string, pairs: [string, string][]][] = [
    ["nothing", "", []],
    [
      "two parameters",
      "a=1&b=2",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "doubles, in their order",
      "a=1&b=2&a=1",
      [
        ["a", "1"],
        ["b", "2"],
        ["a", "1"],
      ],
    ],
    ["no equals sign", "a", [["a", ""]]],
    ["an empty value", "a=", [["a", ""]]],
    ["an empty name", "=1", [["", "1"]]],
    ["equals signs in the value", "a=b=c", [["a", "b=c"]]],
    [
      "empty parts",
      "&a=1&&b=2&",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    ["plus and percent", "a+b=c%20d%2B", [["a b", "c d+"]]],
    ["UTF-8, encoded", "a=%C3%A9%F0%9F%98%80", [["a", "é😀"]]],
    ["UTF-8, raw bytes", Buffer.from("é=😀").toString("latin1"), [["é", "😀"]]],
    ["a prototype's name", "__proto__=1", [["__proto__", "1"]]],
    [
      "brackets, which make nothing",
      "a[]=1&a[b]=2",
      [
        ["a[]", "1"],
        ["a[b]", "2"],
      ],
    ],
    ["control characters, which the routes validate", "a=%00", [["a", "\0"]]],
  ];
  test.each(legal)("%s", (_name, text, pairs) => {
    expect(parseForm(text, 64)).toEqual({ pairs, malformed: [] });
  });

  const illegal: [name: string, text: string, malformed: string][] = [
    ["a percent sign that encodes nothing", "a=%zz", "a"],
    ["half an escape", "a=%4", "a"],
    ["a lone byte over 127", "a=\xe9", "a"],
    ["an encoded lone byte", "a=%E9", "a"],
    ["an overlong form", "a=%C0%80", "a"],
    ["a surrogate in UTF-8", "a=%ED%A0%80", "a"],
    ["a sequence half raw and half encoded", "a=\xc3%A9", "a"],
    ["a name that is no text", "a%ff=1", "a%ff"],
    ["a raw name that is no text", "a\xff=1", "a\ufffd"],
  ];
  test.each(illegal)("%s is malformed", (_name, text, malformed) => {
    expect(parseForm(`before=1&${text}&after=2`, 64)).toEqual({
      pairs: [
        ["before", "1"],
        ["after", "2"],
      ],
      malformed: [malformed],
    });
  });

  test("B5 more than 64 parameters are refused before any is decoded", () => {
    expect(parseForm(Array(64).fill("a=1").join("&"), 64)?.pairs).toHaveLength(64);
    expect(parseForm(Array(65).fill("a=1").join("&"), 64)).toBeNull();
    expect(parseForm("&".repeat(100_000), 64)).toBeNull();
    const decode = vi.spyOn(globalThis, "decodeURIComponent");
    try {
      expect(parseForm("%61=%61&".repeat(100_000), 64)).toBeNull();
      expect(decode).not.toHaveBeenCalled();
      parseForm("%61=%61", 64);
      expect(decode).toHaveBeenCalledTimes(2);
    } finally {
      decode.mockRestore();
    }
  });

  test("reads back whatever URLSearchParams writes", () => {
    const pairs = fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(pairs, (given) => {
        const named = given.map(([name, value]): [string, string] => [`n${name}`, value]);
        expect(parseForm(new URLSearchParams(named).toString(), 64)).toEqual({ pairs: named, malformed: [] });
      }),
      { numRuns: 200 },
    );
  });

  test("any bytes give well-formed text or a malformed name, and nothing is lost", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = Buffer.from(bytes).toString("latin1");
        const parts = text.split("&").filter((part) => part !== "");
        fc.pre(text.split("&").length <= 64);
        const { pairs, malformed } = parseForm(text, 64)!;
        expect(pairs.length + malformed.length).toBe(parts.length);
        expect([...pairs.flat(), ...malformed].every((part) => part.isWellFormed())).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

test("decodeFormComponent leaves base 62 as it is", () => {
  expect(decodeFormComponent("lk_cs_0aZ")).toBe("lk_cs_0aZ");
});
