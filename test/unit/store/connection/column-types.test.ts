import pg from "pg";
import { describe, expect, it } from "vitest";
import { createColumnTypes } from "../../../../src/store/connection/column-types.ts";

const TEXT_ARRAY = 1009;
const readerOf = (most?: number) =>
  createColumnTypes(most).getTypeParser(TEXT_ARRAY as never, "text") as (text: string) => string[];

describe("the column types of token statements", () => {
  it.each([
    ["none", "{}", []],
    ["some", "{orders:read,products:read}", ["orders:read", "products:read"]],
    ["what needs quotes", '{"a b","c,d",""}', ["a b", "c,d", ""]],
  ])("parses text[] like the driver: %s", (_name, text, list) => {
    const read = readerOf();
    expect([read(text), read(text)]).toEqual([list, list]);
  });

  it("returns one frozen array for equal lists", () => {
    const read = readerOf();
    const list = read("{a,b}");
    expect(read("{a,b}")).toBe(list);
    expect(read("{b,a}")).toEqual(["b", "a"]);
    expect(() => list.push("c")).toThrow(TypeError);
    expect(read("{a,b}")).toEqual(["a", "b"]);
  });

  it("caches a limited number of lists", () => {
    const read = readerOf(2);
    const first = read("{a}");
    for (const text of ["{b}", "{c}"]) read(text);
    expect(read("{a}")).toEqual(["a"]);
    expect(read("{a}")).not.toBe(first);
  });

  it.each([17, 25, 701, 2950, 3802])("parses other types like the driver: type %i", (id) => {
    const { getTypeParser } = createColumnTypes();
    expect(getTypeParser(id as never, "text")).toBe(pg.types.getTypeParser(id, "text"));
  });
});
