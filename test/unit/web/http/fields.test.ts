import { expect, test } from "vitest";
import { PageError } from "../../../../src/web/errors/page-error.ts";
import { parseFields } from "../../../../src/web/http/fields.ts";

const latin1 = (text: string) => Buffer.from(text, "utf8").toString("latin1");

test("fields are decoded without repairs", () => {
  const fields = parseFields(latin1("name=M%C3%BCller+%26+Co&empty=&flag&raw=ü&text=a%0D%0Ab"));
  expect(fields.one("name")).toBe("Müller & Co");
  expect(fields.one("empty")).toBe("");
  expect(fields.one("flag")).toBe("");
  expect(fields.one("raw")).toBe("ü");
  expect(fields.one("text")).toBe("a\r\nb");
  expect(fields.one("missing")).toBeNull();
  expect(fields.all("missing")).toEqual([]);
});

test("repeatable fields may have several values", () => {
  expect(parseFields("scope=a&scope=b", ["scope"]).all("scope")).toEqual(["a", "b"]);
});

test.each([
  ["a field twice", "a=1&a=2"],
  ["a field twice with the same value", "a=1&a=1"],
  ["a box twice", "scope=a&scope=a"],
  ["an array", "a[]=1"],
  ["an object", "a[b]=1"],
  ["an encoded array", "a%5B%5D=1"],
  ["a broken escape", "a=%zz"],
  ["half an escape", "a=%e"],
  ["bytes that are no UTF-8", "a=%ff"],
  ["raw bytes that are no UTF-8", "a=\xff"],
  ["an overlong form", "a=%c0%af"],
  ["a null character", "a=%00"],
  ["a lone line feed", "a=%0a"],
  ["a surrogate", "a=%ed%a0%80"],
  ["more fields than any page has", Array.from({ length: 201 }, (_, i) => `f${i}=`).join("&")],
])("is refused: %s", (_name, body) => {
  expect(() => parseFields(body, ["scope"])).toThrow(PageError);
});

test("names of objects' own members are names like others", () => {
  const fields = parseFields("__proto__=x&constructor=y");
  expect(fields.one("__proto__")).toBe("x");
  expect(fields.one("toString")).toBeNull();
});
