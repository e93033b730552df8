import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { readJson } from "../../../../src/gateway/parameters/json.ts";

const read = (text: string) => readJson(Buffer.from(text));

describe("readJson", () => {
  test.each([
    ["an empty object", "{}", ""],
    ["two members", '{"a":"1","b":"2"}', "a=1&b=2"],
    ["white space everywhere", ' \n{\t"a" :\r"1" , "b":"2" } ', "a=1&b=2"],
    ["doubles, which JSON.parse would hide", '{"a":"1","a":"2"}', "a=1&a=2"],
    ["a double written with an escape", '{"code":"1","c\\u006fde":"2"}', "code=1&code=2"],
    ["escapes", '{"a":"\\"\\\\\\/\\b\\u00e9\\ud83d\\ude00"}', 'a="\\/\bé😀'],
    ["a string prototype", '{"__proto__":"x"}', "__proto__=x"],
  ])("%s", (_name, text, query) => {
    expect(read(text)).toEqual({ pairs: [...new URLSearchParams(query)], malformed: [] });
  });

  test.each([
    ["a value of half a surrogate pair", '{"a":"\\ud83d"}', "a"],
    ["a name of half a surrogate pair", '{"a\\ud83d":"1"}', "a\ufffd"],
  ])("%s is malformed", (_name, text, malformed) => {
    expect(read(text)).toEqual({ pairs: [], malformed: [malformed] });
  });

  test.each([
    ["B4 nothing", ""],
    ["B4 white space", "  "],
    ["B4 truncated after the brace", "{"],
    ["B4 truncated in a name", '{"a'],
    ["B4 truncated in an escape", '{"a\\'],
    ["B4 truncated after a name", '{"a"'],
    ["B4 truncated in a value", '{"a":"1'],
    ["B4 truncated after a value", '{"a":"1"'],
    ["B4 truncated after a comma", '{"a":"1",'],
    ["B4 a comma too many", '{"a":"1",}'],
    ["B4 no comma", '{"a":"1""b":"2"}'],
    ["B4 single quotes", "{'a':'1'}"],
    ["B4 a name without quotes", '{a:"1"}'],
    ["B4 a comment", '{/**/"a":"1"}'],
    ["B4 something behind", '{"a":"1"}x'],
    ["B4 a second object", '{"a":"1"}{}'],
    ["B4 a top-level array", '["a"]'],
    ["B4 a top-level string", '"a"'],
    ["B4 a top-level null", "null"],
    ["B2 an array", '{"a":["1"]}'],
    ["B2 an object", '{"a":{"b":"1"}}'],
    ["B2 a number", '{"a":1}'],
    ["B2 true", '{"a":true}'],
    ["B2 null", '{"a":null}'],
    ["B3 a prototype", '{"__proto__":{"admin":"1"}}'],
    ["B3 a constructor", '{"constructor":{"prototype":{"admin":"1"}}}'],
    ["a raw control character", '{"a":"\n"}'],
    ["a bad escape", '{"a":"\\x41"}'],
    ["a bad unicode escape", '{"a":"\\u12"}'],
    ["a byte order mark", '\ufeff{"a":"1"}'],
    ["a no-break space", '{\u00a0"a":"1"}'],
    ["B5 depth 10,000", '{"a":'.repeat(10_000)],
    ["B5 arrays 10,000 deep", "[".repeat(10_000)],
  ])("%s is refused", (_name, text) => {
    expect(() => read(text)).toThrow("one JSON object in UTF-8 whose members are all strings");
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("admin");
  });

  test("bytes that are no UTF-8 are refused", () => {
    expect(() => readJson(Buffer.from('{"a":"\xe9"}', "latin1"))).toThrow("in UTF-8");
  });

  test("B5 more than 64 members are refused", () => {
    const members = (count: number) => `{${Array(count).fill('"a":"1"').join(",")}}`;
    expect(read(members(64)).pairs).toHaveLength(64);
    expect(() => read(members(65))).toThrow("at most 64 parameters");
  });

  test.each([
    ["B5 of 100,000 members the 65th is the last that is read", `{${'"a":"",'.repeat(100_000)}"b":""}`, 2 * 65],
    ["B5 of 10,000 levels the first name is the last that is read", '{"a":'.repeat(10_000), 1],
    ["B5 of arrays 10,000 deep nothing is read", "[".repeat(10_000), 0],
  ])("%s", (_name, text, strings) => {
    const parse = vi.spyOn(JSON, "parse");
    try {
      expect(() => read(text)).toThrow();
      expect(parse).toHaveBeenCalledTimes(strings);
    } finally {
      parse.mockRestore();
    }
  });

  test("reads back whatever JSON.stringify writes", () => {
    const text = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 20 }), (pairs) => {
        const indent = pairs.length % 3;
        const written = JSON.stringify(
          Object.fromEntries(pairs.map(([name, value]) => [`n${name}`, value])),
          null,
          indent,
        );
        expect(read(written)).toEqual({ pairs: pairs.map(([name, value]) => [`n${name}`, value]), malformed: [] });
      }),
      { numRuns: 200 },
    );
  });

  test("accepts no text that JSON.parse does not", () => {
    const alphabet = fc.constantFrom("{", "}", '"', "a", ":", ",", "\\", "u", "0", " ", "[", "1");
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 12 }), (text) => {
        let received: unknown = null;
        try {
          received = read(`{"${text}}`);
        } catch {
          return;
        }
        expect(received).not.toBeNull();
        expect(() => JSON.parse(`{"${text}}`)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});
