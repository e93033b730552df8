import { describe, expect, test } from "vitest";
import { bodyFormatOf } from "../../../../src/gateway/parameters/body-format.ts";

describe("bodyFormatOf", () => {
  test.each([
    ["application/json", "json"],
    ["Application/JSON; Charset=UTF-8", "json"],
    ['application/json;charset="utf-8"', "json"],
    ["application/json; charset=utf8", "json"],
    ["application/json; odata=verbose", "json"],
    ["application/x-www-form-urlencoded", "form"],
    ["application/x-www-form-urlencoded;charset=UTF-8", "form"],
    ["application/x-www-form-urlencoded; charset=ISO-8859-1", "ascii form"],
    ['application/x-www-form-urlencoded; charset="iso-8859-15"', "ascii form"],
    ["application/x-www-form-urlencoded; charset=US-ASCII", "ascii form"],
    ["application/x-www-form-urlencoded; charset=windows-1252", "ascii form"],
  ])("%s", (type, format) => {
    expect(bodyFormatOf({ "content-type": type })).toBe(format);
    expect(bodyFormatOf({ "content-type": type, "content-encoding": "identity" })).toBe(format);
  });

  test.each([
    [undefined],
    [""],
    ["text/plain"],
    ["text/json"],
    ["multipart/form-data; boundary=x"],
    ["application/json-patch+json"],
    ["application/json, application/json"],
    ["application/json; charset=utf-16"],
    ["application/json; charset = utf-16"],
    ["application/json; charset=utf-8; charset=utf-16"],
    ["application/json; charset=iso-8859-1"],
    ["application/x-www-form-urlencoded; charset=utf-16"],
    ["application/x-www-form-urlencoded; charset=utf-7"],
    ["application/x-www-form-urlencoded; charset=iso-8859-1; charset=utf-16"],
    ['application/x-www-form-urlencoded; charset="iso-8859-1'],
    ["constructor"],
  ])("B6 content type %s is refused", (type) => {
    expect(() => bodyFormatOf({ "content-type": type })).toThrow(expect.objectContaining({ status: 415 }));
  });

  test.each(["gzip", "br", "", "identity, gzip"])("B6 content coding %s is refused", (coding) => {
    const headers = { "content-type": "application/json", "content-encoding": coding };
    expect(() => bodyFormatOf(headers)).toThrow(expect.objectContaining({ status: 415 }));
  });
});
